/**
 * Engines that think about the position on the screen, up to three side by side.
 *
 * Nothing runs until asked for. What an engine found stays with the position.
 */
import { learnWhoPlays, whoPlays } from "./spec.js";

/** A place for an engine; its tag is its name on the server. */
const slotFor = (agent, index) => ({ tag: `engine${index}`, agent, result: null, running: false, failed: "" });

export class Engines {
	visible = false;
	on = false; // whether engines may think; what they found is visible without that
	limit = "5s";
	slots = [];
	memory = new Map();

	constructor(session, changed) {
		this.session = session;
		this.changed = changed;
		session.socket.on("down", () => this.on && this.stop());
	}

	/** Machines that can judge this game, the most useful first; with `many`, those worth comparing. */
	choices(many = false) {
		const { engines, compared } = whoPlays(this.session.game.game) || { engines: [], compared: [] };
		return many ? [...new Set([...compared, ...engines])] : engines;
	}

	/** A new game: forget, and choose the best engine for it. */
	async reset() {
		this.memory.clear();
		const { game } = this.session;
		const before = this.slots.map((slot) => slot.agent);
		if (!whoPlays(game.game)) {
			this.seat([]);
			await learnWhoPlays(game.game);
			if (game.id !== this.session.game.id) return;
		}
		const count = Math.max(1, before.length);
		const kept = before.filter((agent) => this.choices().includes(agent));
		const wanted = [...new Set([...(this.chosen ? kept : []), ...this.choices(count > 1)])];
		this.seat(wanted.slice(0, count));
	}

	choose(index, agent) {
		this.chosen = true;
		this.seat(this.slots.map((slot, place) => (place === index ? agent : slot.agent)));
	}

	/** Three engines side by side, or one. */
	compare(many) {
		this.seat(this.choices(many).slice(0, many ? 3 : 1));
	}

	/** Gives the places to these engines; those that have to leave stop thinking. */
	seat(agents) {
		const before = this.slots;
		this.slots = agents.map((agent, index) =>
			before[index]?.agent === agent ? before[index] : slotFor(agent, index),
		);
		for (const slot of before) if (!this.slots.includes(slot)) this.halt(slot);
		this.look();
	}

	/** Shows values and lets engines think, or hides all of it. */
	toggle(visible) {
		this.visible = this.on = visible;
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

	/** Stopped, or one has failed. */
	get waiting() {
		return !this.on || this.slots.some(({ failed }) => failed);
	}

	key(slot) {
		return `${slot.agent}|${this.session.shown}`;
	}

	/** Shows what is known of this position and lets the engines go on from there. */
	look() {
		const { position } = this.session;
		for (const slot of this.slots) {
			slot.result = this.memory.get(this.key(slot)) || null;
			slot.failed = "";
			const useful = this.on && !position.outcome && !position.dice && !this.enough(slot);
			if (useful) this.run(slot);
			else this.halt(slot);
		}
		this.changed();
	}

	/** Whether thinking again would tell nothing new. */
	enough(slot) {
		const { running, limit, moves } = slot.result || { running: true };
		return !running && (limit === this.limit || moves.every((move) => move.value?.kind === "proven"));
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
			const empty = !part.moves.some((move) => move.value);
			if (empty && this.memory.has(key)) return; // never replace something by nothing
			this.memory.set(key, { ...part, limit });
			if (part.value && slot === this.slots[0]) {
				session.know(node, part.value);
				session.tell("chances");
			}
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
		}
		if (slot.token === token) slot.running = false;
		this.changed();
	}

	halt(slot) {
		if (!slot.running) return;
		slot.running = false;
		slot.token = null;
		this.session.socket.send("stop", { engine: slot.tag });
	}

	stop() {
		this.on = false;
		for (const slot of this.slots) this.halt(slot);
		this.changed();
	}
}
