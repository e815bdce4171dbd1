/** The form for a new event: game, players with their settings, how much is played; or two to compare. */
import { el, field, fill, select, set, smallButton } from "./dom.js";
import { GameForm, gameSelect } from "./options.js";
import { Seat } from "./seat.js";
import { entryName, findGame, levelSpec } from "./spec.js";
import { S } from "./strings.js";
import { A } from "./strings_arena.js";

const MOST_PLAYERS = 16;
/** A comparison ends when there is an answer, after 500 pairs of games at most. */
const COMPARE = { rounds: 500, stop: "compare" };

export class EventForm extends GameForm {
	constructor(catalogue, run) {
		super(catalogue);
		this.run = run;
		this.game = gameSelect("connect_four", { onchange: () => this.another() });
		this.board = el("details");
		this.list = el("div.stack");
		this.more = smallButton(A.addPlayer, () => this.add().choice.focus());
		this.rounds = el("input", { type: "number", min: 1, max: 100, value: 5, required: true });
		this.limit = select(A.eventLimits, "");
		this.openings = select(A.eventOpenings, "all");
		this.compare = el("button", { type: "submit", value: "compare" }, A.compareTwo);
		this.help = el("p.quiet-text", A.compareHelp);
		const onsubmit = (event) => {
			event.preventDefault();
			this.submit(event.submitter === this.compare);
		};
		this.root = el(
			"form.fields",
			{ onsubmit },
			field(S.game, this.game),
			this.board,
			el("fieldset", el("legend", S.players), this.list, el("div.row", this.more)),
			el("div.options", field(A.rounds, this.rounds, A.roundsHelp), field(A.perMove, this.limit)),
			field(A.openings, this.openings),
			el("div.row", el("button.primary", A.startEvent), this.compare),
			this.help,
		);
		this.another();
	}

	/** Another game: its own board, and two players that are made for it. */
	another() {
		const entry = findGame(this.game.value);
		this.choose(entry, {});
		this.board.hidden = !this.rules.options.length;
		fill(this.board, el("summary", S.settingsOf(entry.title)), this.rules.root);
		this.seats = [];
		this.add();
		this.add();
		this.offer();
	}

	/** Somebody who does not take part yet: the next level, or another player. */
	next() {
		const { levels, agents } = this.who;
		const numbers = levels.map(({ number }) => number).filter((number) => number > 1);
		const here = this.seats.map((seat) => seat.choice.value);
		const all = [...numbers.map(levelSpec), ...agents.filter((name) => !["human", "level"].includes(name))];
		return all.find((spec) => !here.includes(spec)) || all[0];
	}

	add() {
		const seat = new Seat(this.catalogue, "", () => this.who, this.next(), false);
		const out = smallButton(A.remove, () => {
			this.seats.splice(this.seats.indexOf(seat), 1);
			this.show();
			this.more.focus();
		});
		seat.out = out;
		seat.row = el("div.entrant", seat.root, out);
		this.seats.push(seat);
		this.show();
		return seat;
	}

	show() {
		this.seats.forEach((seat, at) => {
			seat.rename(A.playerNumber(at + 1));
			set(seat.out, { "aria-label": A.removePlayer(at + 1), hidden: this.seats.length < 3 });
		});
		fill(this.list, ...this.seats.map((seat) => seat.row));
		this.more.disabled = this.seats.length >= MOST_PLAYERS;
		this.compare.hidden = this.help.hidden = this.seats.length !== 2;
	}

	async submit(compares) {
		await this.offer();
		if (!this.root.reportValidity()) return;
		const players = this.seats.map((seat) => seat.read());
		const [limit, openings] = [this.limit.value, this.openings.value];
		const more = compares ? COMPARE : { rounds: Number(this.rounds.value) };
		await this.run({ ...eventBody(this.spec, players, limit), openings, ...more });
	}
}

const eventBody = (game, players, limit) => {
	const moment = new Date().toISOString().slice(0, 19).replace(/[:T]/g, "-");
	return { file: `${entryName(game)}-${moment}.db`, game, players, limit, seed: 1 };
};

/** Two players play until it is clear who is stronger. */
export const comparison = (game, players, limit) => ({ ...eventBody(game, players, limit), ...COMPARE });
