/**
 * Reasons: which lines a move makes or blocks, which threats there are, what is forced. Each reason
 * is a button; pointing at it draws its lines and cells on the board, and one that has a sequence of
 * moves opens it to be stepped through.
 */
import { button, el, fill, whilePointed } from "./dom.js";
import { LineSteps } from "./line.js";
import { S } from "./strings.js";

export class Why {
	/** the best move, explained while nothing is pointed at */
	best = null;
	pointed = null;
	/** the position in which a move was asked for: it stays */
	pinned = null;
	/** the position in which a sequence was opened: it stays, whatever engines find meanwhile */
	held = null;
	memory = new Map();
	title = el("h3", S.why);
	list = el("ul.reasons");

	/** `mark` draws a reason on the board; `line` are the actions of a line of moves. */
	constructor(session, mark, line) {
		Object.assign(this, { session, mark, line });
		this.root = el("div.why", this.title, this.list);
	}

	follow(move) {
		this.best = move;
		if (this.pinned && this.pinned !== this.session.position) this.pinned = this.pointed = null;
		if (!this.pointed && this.held !== this.session.position) this.draw();
	}

	point(move) {
		if ((!move && !this.pointed) || this.pinned === this.session.position) return;
		this.pointed = move;
		this.held = null;
		this.draw();
	}

	/** Explains a move until another is asked for. */
	async pin(move) {
		Object.assign(this, { pinned: this.session.position, pointed: move, held: null });
		await this.draw();
		this.list.querySelector("button")?.focus();
	}

	/** Kept when the reasons stand there. */
	draw() {
		const { game, shown } = this.session;
		const move = this.pointed || this.best;
		const key = `${game.id}|${shown}|${move}`;
		if (key !== this.key) {
			this.key = key;
			this.drawn = this.tell(key, move);
		}
		return this.drawn;
	}

	async tell(key, move) {
		const [items, rest] = await Promise.all([this.about(move), move ? this.about(null) : []]);
		if (key !== this.key) return; // something else is pointed at by now
		if (!this.pointed && this.held === this.session.position) {
			this.key = null; // a sequence was opened while the answer was on its way: it stays
			return;
		}
		fill(this.title, move ? S.whyMove(move) : S.whyPosition);
		const more = rest.length ? [el("li.quiet-text", S.whyPosition), ...rest.map((item) => this.item(item))] : [];
		fill(this.list, ...items.map((item) => this.item(item)), ...more);
	}

	/** The reasons for a move here, or without one those of the position. */
	about(move) {
		const { socket, game, shown: node } = this.session;
		const key = `${game.id}|${node}|${move}`;
		if (!this.memory.has(key)) {
			const answer = socket.ask({ type: "why", where: { game: game.id, node }, move });
			this.memory.set(key, answer.then(({ items }) => items).catch((error) => this.unanswered(key, error)));
		}
		return this.memory.get(key);
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
		const steps = reason.moves.length > 1 && new LineSteps(S.sequence, this.line);
		const press = () => {
			show();
			if (!steps) return;
			this.held = this.session.position;
			steps.draw(reason.moves);
			item.append(steps.root);
		};
		const item = el("li", button(reason.words, press, { class: `reason ${reason.kind}`, ...pointing }));
		return item;
	}
}
