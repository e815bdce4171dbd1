/** The dialog for a new game: which game and size, who plays, who starts, clocks, rules of the house. */
import { checkbox, dialog, el, field, fill, select, smallButton } from "./dom.js";
import { GameForm, gameSelect } from "./options.js";
import { Seat } from "./seat.js";
import { entryName, findGame, games, parseSpec } from "./spec.js";
import { keep, myKey } from "./store.js";
import { S } from "./strings.js";

export class Setup extends GameForm {
	constructor(catalogue, start) {
		super(catalogue);
		this.start = start;
		this.form = el("form", { novalidate: true, onsubmit: (event) => (event.preventDefault(), this.submit()) });
		this.box = dialog(S.newGame, this.form);
	}

	open(current) {
		this.values = { takeback: true, ...current };
		this.draw(entryName(this.values.game), parseSpec(this.values.game).options);
		this.box.showModal();
		this.game.focus();
	}

	draw(name, given) {
		const { values } = this;
		const entry = findGame(name) || games[0];
		const another = () => {
			values.seats = this.seats.map((seat) => seat.choice.value);
			this.draw(this.game.value, {});
			this.game.focus();
		};
		this.game = gameSelect(entry.name, { onchange: another });
		this.choose(entry, given);
		const expert = (spec) => !["human", "level"].includes(parseSpec(spec).name);
		this.all ||= checkbox(S.showAll, false, () => this.offerAgain());
		this.all.firstChild.checked ||= values.seats.some(expert);
		const places = el("fieldset");
		this.drawSeats = (specs) => {
			this.seats = specs.map((spec, seat) => this.seat(seat, entry.name, spec));
			fill(places, el("legend", S.players), ...this.seats.map((seat) => seat.root));
		};
		this.drawSeats(values.seats);
		const swap = smallButton(S.swap, () => this.swap());
		const lots = smallButton(S.drawLots, () => Math.random() < 0.5 && this.swap());
		const boxes = [checkbox(S.allowTakeback, values.takeback), checkbox(S.judgeMoves, values.judge)];
		this.boxes = boxes.map((box) => box.firstChild);
		fill(
			this.form,
			el("fieldset", el("legend.unseen", S.game), field(S.game, this.game, entry.summary), this.rules.root),
			places,
			el("div.row", swap, lots, this.all),
			field(S.screens, (this.screens = select(S.screenChoices, ""))),
			el("details", el("summary", S.clocksAndRules), el("div.options", ...this.times()), ...boxes),
			el("div.row.end", el("button.primary", S.startGame)),
		);
		this.offer();
	}

	times() {
		const { values } = this;
		this.limit = select(S.moveLimits, values.limit || "");
		const number = (max, value) => el("input", { type: "number", min: 0, max, step: "any", value });
		this.bank = number(1440, (values.clock?.bank || 0) / 60);
		this.extra = number(3600, values.clock?.increment || 0);
		return [
			field(S.machineTime, this.limit),
			field(S.clockMinutes, this.bank, S.clockHelp),
			field(S.clockExtra, this.extra),
		];
	}

	seat(seat, game, spec) {
		const label = S.seat(seat, findGame(game).sides[seat]);
		return new Seat(this.catalogue, label, () => this.who, spec, true, () => this.all.firstChild.checked);
	}

	swap() {
		this.drawSeats(this.seats.map((seat) => seat.read()).reverse());
	}

	/** On several screens each has a seat of their own; then nothing is taken back or judged at once. */
	apart(takeback, judge) {
		const seat = this.screens.value;
		return seat ? { mine: { seat: Number(seat), key: myKey() }, takeback: false, judge: false } : { takeback, judge };
	}

	async submit() {
		await this.offer();
		if (!this.form.reportValidity()) return;
		const [bank, increment] = [60 * this.bank.value, Number(this.extra.value)];
		const [takeback, judge] = this.boxes.map((box) => box.checked);
		const body = {
			game: this.spec,
			seats: this.seats.map((seat) => seat.read()),
			limit: this.limit.value,
			clock: bank || increment ? { bank, increment } : null,
			...this.apart(takeback, judge),
			delay: 0.5, // of two machines: their speed is changed below the board
		};
		await this.start(body);
		keep("setup", { ...body, mine: null, takeback, judge });
		this.box.close();
	}
}
