/** The dialog for a new game: which game and size, who plays, who starts, clocks, rules of the house. */
import { checkbox, choices, dialog, el, field, fill, select, set, smallButton } from "./dom.js";
import { gameSelect, OptionFields } from "./options.js";
import { entryName, findGame, formatSpec, games, learnWhoPlays, levelSpec, parseSpec } from "./spec.js";
import { keep, myKey } from "./store.js";
import { S } from "./strings.js";

/**
 * Players for a game in groups: people, levels with their measured strength, players for people,
 * engines, players of the original programs. The value of a level is `level(number=3)`.
 */
function playerChoices(catalogue, who, chosen) {
	const levels = who.levels.map(({ number, words }) => [levelSpec(number), words.replace("+-", "±")]);
	const able = who.agents.filter((name) => name !== "human" && !(levels.length && name === "level"));
	const agents = catalogue.agents.filter(({ name }) => able.includes(name));
	const named = (wanted) => agents.filter(({ group }) => group === wanted).map(({ name }) => [name, name]);
	const groups = [
		[S.levels, levels],
		[S.players, [...named("opponents"), ...named("others")]],
		[S.originals, named("originals")],
	];
	const filled = groups.filter(([, list]) => list.length);
	const parts = filled.map(([name, list]) => el("optgroup", { label: name }, ...choices(list, chosen)));
	return [...choices([["human", S.human]], chosen), ...parts];
}

export class Setup {
	constructor(catalogue, start) {
		this.catalogue = catalogue;
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
		this.rules = new OptionFields(entry.options, given);
		set(this.rules.root, { oninput: () => this.offer() });
		this.who = entry;
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
			el("div.row", swap, lots),
			field(S.screens, (this.screens = select(S.screenChoices, ""))),
			el("details", el("summary", S.clocksAndRules), el("div.options", ...this.times()), ...boxes),
			el("div.row.end", el("button.primary", S.startGame)),
		);
		this.offer();
	}

	get spec() {
		return formatSpec(this.game.value, this.rules.read());
	}

	/** Offers the players of the chosen board. */
	async offer() {
		const { spec } = this;
		if (!this.rules.valid(this.catalogue.max_cells)) return;
		const who = await learnWhoPlays(spec).catch(() => null); // it is refused when the game shall start
		if (!who || spec !== this.spec) return;
		this.who = who;
		for (const seat of this.seats) seat.offer();
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
		const { name, options } = parseSpec(spec);
		const label = S.seat(seat, findGame(game).sides[seat]);
		const level = name === "level" && options.number;
		const choice = el("select", { "aria-label": label });
		/** Whoever was chosen stays, to be told of. */
		const offer = (value = choice.value) => {
			fill(choice, ...playerChoices(this.catalogue, this.who, value));
			const able = [...choice.options].some((option) => option.value === value);
			if (!able) choice.append(...choices([[value, value]], value));
			choice.value = value;
			choice.setCustomValidity(able ? "" : S.cannotPlay(parseSpec(value).name));
		};
		offer(level ? levelSpec(level) : name);
		const place = el("details");
		let fields = null;
		const chosen = () => parseSpec(choice.value);
		const redraw = (given) => {
			const { name: player, options: fixed } = chosen(); // the number of a level is chosen with it
			const entry = this.catalogue.agents.find((agent) => agent.name === player);
			const free = entry?.options.filter((option) => !(option.name in fixed));
			fields = entry && player !== "human" ? new OptionFields(free, given) : null;
			place.hidden = !fields?.options.length;
			fill(place, el("summary", S.settingsOf(player)), fields?.root);
			help.textContent = entry?.summary || "";
		};
		const help = el("small");
		set(choice, { onchange: () => (offer(), redraw({})) });
		redraw(options);
		const read = () => formatSpec(chosen().name, { ...chosen().options, ...fields?.read() });
		const named = el("label.field", el("span", label), choice, help);
		return { choice, offer: () => offer(), read, root: el("div.seat", named, place) };
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
