/** Controls for the options of a game or a player, made from what the server says of them. */
import { get } from "./api.js";
import { choices, el, field, fill, select, set } from "./dom.js";
import { formatSpec, games, learnWhoPlays } from "./spec.js";
import { S } from "./strings.js";

/** Every game, or those that are wanted, by the name that people use. */
export const gameSelect = (chosen, attrs, wanted = () => true) =>
	select(games.filter(wanted).map(({ name, title }) => [name, title]), chosen, attrs);

/** Fills a control with the events of this server, behind a first choice. */
export async function offerEvents(control, first) {
	const files = await get("/api/arena");
	fill(control, ...choices([["", first], ...files.map(({ file, name }) => [file, name])], ""));
}

/** Options that name a player or fix the dice: set elsewhere, or not at all. */
const HIDDEN = ["name", "seed"];

export class OptionFields {
	constructor(options, given) {
		this.options = options.filter(({ name }) => !HIDDEN.includes(name));
		this.controls = this.options.map((option) => control(option, given[option.name]));
		const fields = this.options.map(({ name, help, range }, index) => {
			const title = S.option[name] || name.replaceAll("_", " ");
			return field(title, this.controls[index], help && `${help}${range ? ` (${range})` : ""}`);
		});
		this.root = el("div.options", ...fields);
	}

	/** Options that differ from their defaults. */
	read() {
		const texts = this.controls.map((input) => input.value.trim());
		const found = this.options.map((option, index) => [option.name, texts[index], written(option.default)]);
		return Object.fromEntries(found.filter(([, text, usual]) => text !== "" && text !== usual));
	}

	/** Whether all is right; a board must not be larger than this server shows. */
	valid(cells) {
		const names = this.options.map(({ name }) => name);
		const [rows, cols] = ["rows", "cols"].map((side) => this.controls[names.indexOf(side)]);
		rows?.setCustomValidity(rows.value * cols.value > cells ? S.tooLarge(cells) : "");
		return this.controls.every((input) => input.checkValidity());
	}
}

/** A form in which a game, its board (`rules`) and players for it (`seats`) are chosen. */
export class GameForm {
	constructor(catalogue) {
		this.catalogue = catalogue;
		this.seats = [];
	}

	/** Another game: its own board. */
	choose(entry, given) {
		this.who = entry;
		this.rules = new OptionFields(entry.options, given);
		set(this.rules.root, { oninput: () => this.offer() });
	}

	get spec() {
		return formatSpec(this.game.value, this.rules.read());
	}

	/** Offers the players of the chosen board; one that is refused is refused again at the start. */
	async offer() {
		const { spec } = this;
		if (!this.rules.valid(this.catalogue.max_cells)) return;
		const who = await learnWhoPlays(spec).catch(() => null);
		if (!who || spec !== this.spec) return;
		this.who = who;
		this.offerAgain();
	}

	offerAgain() {
		for (const seat of this.seats) seat.offer();
	}
}

const written = (value) => String(value ?? "none");

function control({ type, choices, optional, low, high, default: usual }, given) {
	const value = given ?? written(usual);
	if (type === "bool") return select(S.yesOrNo, value);
	if (choices.length) return select(choices.map((choice) => [choice, choice]), value);
	if ((type !== "int" && type !== "float") || optional)
		return el("input", { type: "text", value, autocomplete: "off", spellcheck: "false" });
	const range = { min: low, max: high, step: type === "int" ? 1 : "any" };
	return el("input", { type: "number", value, ...range, required: true });
}
