/** Controls for the options of a game or a player, made from what the server says of them. */
import { el, field, select } from "./dom.js";
import { S } from "./strings.js";

/** Options that say who somebody is or fix the dice: set elsewhere, or by nobody. */
const HIDDEN = new Set(["name", "seed"]);

export class OptionFields {
	constructor(options, given) {
		this.options = options.filter((option) => !HIDDEN.has(option.name));
		this.controls = this.options.map((option) => control(option, given[option.name]));
		this.root = el(
			"div.options",
			...this.options.map((option, index) =>
				field(
					S.option[option.name] || option.name.replaceAll("_", " "),
					this.controls[index],
					option.help && `${option.help}${option.range ? ` (${option.range})` : ""}`,
				),
			),
		);
	}

	/** Options that differ from their defaults. */
	read() {
		const found = this.options.map((option, index) => [option.name, this.controls[index].value.trim()]);
		return Object.fromEntries(
			found.filter(([, text], index) => text !== "" && text !== written(this.options[index].default)),
		);
	}

	valid() {
		return this.controls.every((input) => input.reportValidity());
	}
}

const written = (value) => (value === null || value === undefined ? "none" : String(value));

function control(option, given) {
	const value = given ?? written(option.default);
	if (option.choices.length)
		return select(
			option.choices.map((choice) => [choice, choice]),
			value,
		);
	if (option.type === "bool")
		return select(
			[
				["true", S.yes],
				["false", S.no],
			],
			value,
		);
	if ((option.type !== "int" && option.type !== "float") || option.optional)
		return el("input", { type: "text", value, autocomplete: "off", spellcheck: "false" });
	return el("input", {
		type: "number",
		value,
		min: option.low,
		max: option.high,
		step: option.type === "int" ? 1 : "any",
		inputmode: "numeric",
		required: true,
	});
}
