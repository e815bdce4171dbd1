/** Who plays: the players of a game to choose from, and the settings of the one that is chosen. */
import { choices, el, fill, set } from "./dom.js";
import { OptionFields } from "./options.js";
import { formatSpec, levelSpec, parseSpec } from "./spec.js";
import { S } from "./strings.js";

/**
 * Players for a game in groups: people, levels with their measured strength, players for people,
 * engines, players of the original programs. The value of a level is `level(number=3)`.
 */
function playerChoices(catalogue, who, chosen, people) {
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
	return [...(people ? choices([["human", S.human]], chosen) : []), ...parts];
}

export class Seat {
	/** @param {() => object} who says who plays on the board that is chosen now */
	constructor(catalogue, label, who, spec, people = true) {
		Object.assign(this, { catalogue, who, people });
		const { name, options } = parseSpec(spec);
		const level = name === "level" && options.number;
		this.choice = el("select", { "aria-label": label, onchange: () => (this.offer(), this.redraw({})) });
		this.place = el("details");
		this.help = el("small");
		this.offer(level ? levelSpec(level) : name);
		this.redraw(options);
		this.name = el("span", label);
		this.root = el("div.seat", el("label.field", this.name, this.choice, this.help), this.place);
	}

	/** Offers the players of the board; whoever was chosen stays, to be told of. */
	offer(value = this.choice.value) {
		const { choice } = this;
		fill(choice, ...playerChoices(this.catalogue, this.who(), value, this.people));
		const able = [...choice.options].some((option) => option.value === value);
		if (!able) choice.append(...choices([[value, value]], value));
		choice.value = value;
		choice.setCustomValidity(able ? "" : S.cannotPlay(parseSpec(value).name));
	}

	redraw(given) {
		const { name: player, options: fixed } = parseSpec(this.choice.value); // the number of a level is chosen with it
		const entry = this.catalogue.agents.find((agent) => agent.name === player);
		const free = entry?.options.filter((option) => !(option.name in fixed));
		this.fields = entry && player !== "human" ? new OptionFields(free, given) : null;
		this.place.hidden = !this.fields?.options.length;
		fill(this.place, el("summary", S.settingsOf(player)), this.fields?.root);
		this.help.textContent = entry?.summary || "";
	}

	/** Another number of the same player. */
	rename(label) {
		this.name.textContent = label;
		set(this.choice, { "aria-label": label });
	}

	read() {
		const { name, options } = parseSpec(this.choice.value);
		return formatSpec(name, { ...options, ...this.fields?.read() });
	}
}
