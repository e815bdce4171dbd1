/** Who plays: the players of a game to choose from, and the settings of the one that is chosen. */
import { choices, el, fill, set } from "./dom.js";
import { OptionFields } from "./options.js";
import { formatSpec, levelSpec, parseSpec } from "./spec.js";
import { S } from "./strings.js";

/**
 * Players for a game in groups: people, levels with their measured strength, players for people,
 * engines, players of the original programs. The value of a level is `level(number=3)`.
 */
function playerChoices(catalogue, who, chosen, people, all) {
	const levels = who.levels.map(({ number, name, rating, at_home: here }) =>
		[levelSpec(number), `${name}: ${S.strength(number, here && rating)}`]);
	const able = who.agents.filter((name) => name !== "human" && !(levels.length && name === "level"));
	const agents = catalogue.agents.filter(({ name }) => able.includes(name));
	const named = (wanted) => agents.filter(({ group }) => group === wanted).map(({ name }) => [name, name]);
	const experts = all || !levels.length;
	const groups = [
		[S.levels, levels],
		[S.players, [...named("opponents"), ...(experts ? named("others") : [])]],
		[S.originals, experts ? named("originals") : []],
	];
	const filled = groups.filter(([, list]) => list.length);
	const parts = filled.map(([name, list]) => el("optgroup", { label: name }, ...choices(list, chosen)));
	return [...(people ? choices([["human", S.human]], chosen) : []), ...parts];
}

export class Seat {
	/** `who` says who plays on the board chosen now, `all` whether to offer experts' players. */
	constructor(catalogue, label, who, spec, people = true, all = () => true) {
		Object.assign(this, { catalogue, who, people, all });
		const { name, options } = parseSpec(spec);
		const level = name === "level" && options.number;
		this.choice = el("select", { "aria-label": label, onchange: () => (this.offer(), this.redraw({})) });
		this.place = el("details");
		this.help = el("small");
		this.curve = el("a", { target: "_blank", rel: "noopener" }, S.watchLearn);
		this.offer(level ? levelSpec(level) : name);
		this.redraw(options);
		this.name = el("span", label);
		this.root = el("div.seat", el("label.field", this.name, this.choice, this.help), this.curve, this.place);
	}

	/** Offers the players of the board; whoever was chosen stays, to be told of. */
	offer(wanted = this.choice.value) {
		const { choice } = this;
		const value = this.fitting(wanted);
		fill(choice, ...playerChoices(this.catalogue, this.who(), value, this.people, this.all()));
		const able = this.who().agents.includes(parseSpec(value).name);
		const there = [...choice.options].some((option) => option.value === value);
		if (!there) choice.append(...choices([[value, value]], value));
		choice.value = value;
		choice.setCustomValidity(able ? "" : S.cannotPlay(parseSpec(value).name));
	}

	/** A game may have fewer levels: then it is the strongest of them. */
	fitting(spec) {
		const { name, options } = parseSpec(spec);
		const most = this.who().levels.length;
		return name === "level" && most ? levelSpec(Math.min(options.number || 1, most)) : spec;
	}

	redraw(given) {
		const { name: player, options: fixed } = parseSpec(this.choice.value); // the number of a level is chosen with it
		const entry = this.catalogue.agents.find((agent) => agent.name === player);
		const free = entry?.options.filter((option) => !(option.name in fixed));
		this.fields = entry && player !== "human" ? new OptionFields(free, given) : null;
		this.place.hidden = !this.fields?.options.length;
		fill(this.place, el("summary", S.settingsOf(player)), this.fields?.root);
		const level = player === "level" && this.who().levels.find(({ number }) => String(number) === fixed.number);
		this.help.textContent = level?.character || entry?.summary || "";
		this.curve.hidden = !entry?.curve;
		set(this.curve, { href: entry?.curve || "#" });
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
