/** The buttons under the board: leafing, taking back, resigning, machines, dice, typing a move. */
import { button, el, fill, write } from "./dom.js";
import { leafing } from "./icons.js";
import { S } from "./strings.js";

/** How long "sure?" waits for the second press. */
const SURE_MILLISECONDS = 4000;
/** Seconds between moves of machines for the steps of the speed control, slow to fast. */
const DELAYS = [5, 3, 2, 1, 0.5, 0.2, 0];

export class Controls {
	constructor(session, actions) {
		this.session = session;
		this.play = actions.play;
		this.choices = el("div.row", { role: "group", "aria-label": S.choices, hidden: true });
		this.leaf = leafing((count) => this.go(count));
		this.takeBack = button(S.takeBack, () => this.undo());
		this.resign = button(S.resign, () => this.giveUp());
		this.rematch = button(S.rematch, actions.rematch, { class: "primary" });
		this.quiz = button(S.myMistakes, actions.quiz);
		this.goHere = button(S.goOnHere, () => session.ask("goto", { node: session.shown }));
		this.dice = button(S.rollDice, () => actions.play("?"));
		const pause = () => session.ask("pause", { paused: !session.game.status.paused });
		this.hold = button(S.pause, pause, { class: "primary" });
		this.step = button(S.step, () => session.ask("step"));
		const onchange = () => session.ask("speed", { delay: DELAYS[this.speed.value] });
		this.speed = el("input", { type: "range", min: 0, max: DELAYS.length - 1, step: 1, onchange });
		this.machines = el("div.row", { hidden: true }, this.hold, this.step, el("label.speed", S.speed, this.speed));
		const others = [this.dice, this.rematch, this.quiz, this.takeBack, this.goHere, this.resign];
		this.root = el(
			"div.controls",
			this.choices,
			this.machines,
			el("div.row", this.leaf, this.typing(actions.play), ...others),
		);
	}

	typing(play) {
		const plain = { autocomplete: "off", autocapitalize: "off", spellcheck: "false", enterkeyhint: "go" };
		this.input = el("input", { type: "text", "aria-label": S.typeMove, placeholder: S.move, ...plain });
		const onsubmit = (event) => {
			event.preventDefault();
			const text = this.input.value.trim().toLowerCase();
			this.input.value = "";
			if (text) play(text);
		};
		return el("form.type-move", { onsubmit }, this.input);
	}

	/** Goes by some steps along the line on the screen. */
	go(steps) {
		const line = this.session.line();
		const place = line.indexOf(this.session.wanted) + steps;
		this.session.show(line[Math.min(Math.max(place, 0), line.length - 1)]);
	}

	undo() {
		this.session.follow = true;
		return this.session.ask("take_back");
	}

	/** Resigning takes two presses. */
	giveUp() {
		if (this.sure) {
			clearTimeout(this.sure);
			this.sure = undefined;
			this.session.ask("resign");
		} else this.sure = setTimeout(() => ((this.sure = undefined), this.draw()), SURE_MILLISECONDS);
		this.draw();
	}

	draw() {
		const { game, position, shown } = this.session;
		const { status } = game;
		const line = this.session.line();
		const here = line.indexOf(shown);
		const over = !!status.outcome;
		const both = game.seats.every((seat) => seat !== "human");
		const ends = [here <= 0, here >= line.length - 1];
		[...this.leaf.children].forEach((leaf, at) => (leaf.disabled = ends[at >> 1]));
		this.takeBack.disabled = !status.can_take_back || !game.cursor;
		this.takeBack.hidden = both || !game.takeback;
		const watching = !!game.taken && !this.session.seats.length;
		this.resign.hidden = !status.can_resign || over || both || watching;
		write(this.resign, this.sure ? S.reallyResign : S.resign);
		this.resign.classList.toggle("danger", !!this.sure);
		this.rematch.hidden = !over || watching;
		this.quiz.hidden = !over;
		const behind = shown !== game.cursor && !over && position.legal.length;
		this.goHere.hidden = !behind || !(game.takeback || both);
		const bare = position.legal.filter((move) => !move.cell && !move.sends.length);
		const dice = bare.find(({ text }) => text === "?");
		this.drawChoices(bare.filter((move) => move !== dice));
		const called = [...this.session.nodes.values()].some((node) => node.text === "?");
		this.dice.hidden = !dice && !called; // once there, it keeps its place
		this.dice.disabled = !dice || position.dice || !this.session.mayMove;
		this.machines.hidden = over || !(both || status.paused);
		write(this.hold, status.paused ? S.goOn : S.pause);
		this.step.hidden = !status.paused || game.seats[game.position.to_move] === "human";
		const fits = DELAYS.findIndex((delay) => delay <= status.delay);
		if (document.activeElement !== this.speed) this.speed.value = fits < 0 ? DELAYS.length - 1 : fits;
		this.input.disabled = !position.legal.length || position.dice || !this.session.mayMove;
	}

	/** Moves that are no place on the board, such as changing sides in an opening, as buttons. */
	drawChoices(moves) {
		const texts = moves.map(({ text }) => text);
		if (this.choices.dataset.texts === texts.join()) return;
		this.choices.dataset.texts = texts.join();
		this.choices.hidden = !moves.length;
		const choice = (text) => button(S.choice[text] || text, () => this.play(text), { class: "primary" });
		fill(this.choices, ...texts.map(choice));
	}
}
