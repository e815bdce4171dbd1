/**
 * Engines that think about the position on the screen, up to three side by side.
 *
 * Nothing runs until asked for. What an engine found stays: with the position, when it is stopped,
 * when another position is looked at and this one again.
 */
import { entryName } from "./spec.js";

/** Engines in the order in which they are offered first. */
const LIKED = ["judge", "perfect", "alphabeta", "mcts", "minimax", "expectiminimax"];
const SOLVERS = ["perfect", "alphabeta"];
const COMPARED = ["mcts", "minimax"];
/** Players that have nothing to say about a position. */
const SILENT = new Set(["human", "random", "randobot"]);

const nameOf = (spec) => spec.split("(")[0];

export class Engines {
	constructor(session, catalogue, changed) {
		this.session = session;
		this.catalogue = catalogue;
		this.changed = changed;
		this.visible = false;
		this.on = false; // whether engines may think; what they found is visible without that
		this.limit = "5s";
		this.slots = [];
		this.memory = new Map();
		session.socket.on("down", () => this.on && this.stop());
	}

	/** Machines that can judge this game. */
	choices() {
		const entry = this.catalogue.games.find((game) => game.name === entryName(this.session.game.game));
		const able = entry ? entry.agents : this.catalogue.agents.map((agent) => agent.name);
		const best = this.catalogue.engines.filter((spec) => able.includes(nameOf(spec)));
		const others = able.filter((name) => !SILENT.has(name) && !best.some((spec) => nameOf(spec) === name));
		const rank = (spec) => LIKED.indexOf(nameOf(spec)) + 1 || LIKED.length + 1;
		return [...best, ...others].sort((a, b) => rank(a) - rank(b));
	}

	/** A solver, random games and plain minimax: what people want to see side by side. */
	compared() {
		const able = this.choices();
		const solver = able.find((spec) => SOLVERS.includes(nameOf(spec)));
		return [solver || able[0], ...able.filter((spec) => COMPARED.includes(nameOf(spec)))];
	}

	/** A new game: forget, and choose the best engine for it. */
	reset() {
		this.memory.clear();
		const count = Math.max(1, this.slots.length);
		const able = this.choices();
		const kept = this.slots.map((slot) => slot.agent).filter((agent) => able.includes(agent));
		const usual = count > 1 ? this.compared() : able;
		const wanted = [...new Set([...(this.chosen ? kept : []), ...usual])];
		this.slots = wanted.slice(0, count).map((agent, index) => this.slot(agent, index));
		this.look();
	}

	slot(agent, index) {
		return { tag: `engine${index}`, agent, result: null, running: false, failed: "" };
	}

	choose(index, agent) {
		this.chosen = true;
		this.slots[index] = this.slot(agent, index);
		this.look();
	}

	/** Three engines side by side, or one. */
	compare(many) {
		const able = this.choices();
		const names = many ? [...new Set([...this.compared(), ...able])].slice(0, 3) : [able[0]];
		for (const slot of this.slots.slice(names.length)) this.halt(slot);
		this.slots = names.map((agent, index) =>
			this.slots[index]?.agent === agent ? this.slots[index] : this.slot(agent, index),
		);
		this.look();
	}

	/** Shows values and lets engines think, or hides all of it. */
	toggle(visible) {
		this.visible = visible;
		this.on = visible;
		this.look();
	}

	/** Thinks on with another limit, or goes on after a stop. */
	go(limit = this.limit) {
		this.limit = limit;
		this.on = true;
		this.look();
	}

	/** What the first engine found here: it is shown on the board. */
	get found() {
		return (this.visible && this.slots[0]?.result) || null;
	}

	running() {
		return this.slots.some((slot) => slot.running);
	}

	key(slot) {
		return `${slot.agent}|${this.session.shown}`;
	}

	/** Shows what is known of the position on the screen and lets the engines go on from there. */
	look() {
		const { position } = this.session;
		for (const slot of this.slots) {
			slot.result = this.memory.get(this.key(slot)) || null;
			slot.failed = "";
			const idle = position.outcome || position.dice;
			if (!this.on || idle || this.enough(slot)) this.halt(slot);
			else this.run(slot);
		}
		this.changed();
	}

	/** Whether thinking again would tell nothing new. */
	enough(slot) {
		const found = slot.result;
		if (!found || found.running) return false;
		return found.limit === this.limit || found.moves.every((move) => move.value?.kind === "proven");
	}

	async run(slot) {
		const { session } = this;
		const { game, shown: node } = session;
		const limit = this.limit;
		const token = (slot.token = {});
		const key = this.key(slot);
		slot.running = true;
		const each = (part) => {
			if (game.id !== session.game.id) return; // a late report about a game that was left
			if (!part.moves.some((move) => move.value) && this.memory.has(key)) return; // never replace something by nothing
			this.memory.set(key, { ...part, limit });
			if (part.value && slot === this.slots[0]) session.know(node, part.value.chance, part.value.kind);
			if (slot.token !== token || key !== this.key(slot)) return;
			slot.result = this.memory.get(key);
			this.changed();
		};
		try {
			const where = { game: game.id, node };
			await session.socket.ask({ type: "analyse", engine: slot.tag, agent: slot.agent, where, limit }, each);
		} catch (error) {
			if (slot.token !== token) return;
			slot.failed = error.message;
			if (error.code === "not_supported") this.replace(slot);
		}
		if (slot.token === token) slot.running = false;
		this.changed();
	}

	/** Some players cannot play every size: take the next one that nobody uses yet. */
	replace(slot) {
		const able = this.choices();
		const next = able
			.slice(able.indexOf(slot.agent) + 1)
			.find((agent) => !this.slots.some((other) => other.agent === agent));
		const index = this.slots.indexOf(slot);
		if (next && index >= 0) this.slots[index] = this.slot(next, index);
		this.look();
	}

	halt(slot) {
		if (!slot.running) return;
		slot.running = false;
		slot.token = null;
		this.session.socket.ask({ type: "stop", engine: slot.tag }).catch(() => {});
	}

	stop() {
		this.on = false;
		for (const slot of this.slots) this.halt(slot);
		this.changed();
	}
}
