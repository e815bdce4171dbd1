/**
 * Reasons: which lines a move makes or blocks, which threats there are, what is forced. Each reason
 * is a button; pointing at it draws its lines and cells on the board.
 */
import { button, el, fill, whilePointed } from "./dom.js";
import { S } from "./strings.js";

export class Why {
	/** the best move, explained while nothing is pointed at */
	best = null;
	pointed = null;
	memory = new Map();
	title = el("h3", S.why);
	list = el("ul.reasons");

	constructor(session, mark) {
		this.session = session;
		this.mark = mark;
		this.root = el("div.why", this.title, this.list);
	}

	follow(move) {
		this.best = move;
		if (!this.pointed) this.draw();
	}

	point(move) {
		this.pointed = move;
		this.draw();
	}

	async draw() {
		const { game, shown } = this.session;
		const move = this.pointed || this.best;
		const key = `${game.id}|${shown}|${move}`;
		if (key === this.key) return;
		this.key = key;
		if (!this.memory.has(key)) {
			const answer = this.session.socket.ask({ type: "why", where: { game: game.id, node: shown }, move });
			const items = answer.then((reasons) => reasons.items).catch((error) => this.unanswered(key, error));
			this.memory.set(key, items);
		}
		const items = await this.memory.get(key);
		if (key !== this.key) return; // something else is pointed at by now
		fill(this.title, move ? S.whyMove(move) : S.whyPosition);
		const lines = items.length ? items.map((item) => this.item(item)) : [el("li.quiet-text", S.noReason)];
		fill(this.list, ...lines);
	}

	/** A question that was replaced by another one is asked again when it is wanted again. */
	unanswered(key, error) {
		if (error.code === "stopped") {
			this.memory.delete(key);
			if (this.key === key) this.key = null;
		}
		return [];
	}

	item(reason) {
		const show = () => this.mark(reason);
		const pointing = whilePointed(show, () => this.mark(null));
		return el("li", button(reason.words, show, { class: `reason ${reason.kind}`, ...pointing }));
	}
}
