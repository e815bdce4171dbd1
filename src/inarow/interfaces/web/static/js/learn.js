/**
 * Learning from one's own game: the verdict on a move just made, and "my mistakes" as a quiz.
 *
 * The quiz shows a position in which a better move was missed. Any move that gives away (almost)
 * nothing is right, not only the one the engine likes best. Nothing is played in the game itself.
 */
import { announce } from "./announce.js";
import { button, el, fill, smallButton } from "./dom.js";
import { S } from "./strings.js";
import { chanceOf, isBest } from "./values.js";

/** The server's grades and their signs in the list of moves, the worst first. */
const SIGNS = { blunder: "??", mistake: "?", inaccuracy: "?!" };
const GRADES = Object.keys(SIGNS);
/** Grades that are worth another try. */
const SLIPS = new Set(["blunder", "mistake"]);
/** A quiz accepts moves that give away less than this: a twentieth of a game. */
const SMALL = 0.05;

export class Review {
	constructor(session, changed) {
		this.session = session;
		this.changed = changed;
		this.reset();
	}

	/** Forgets what was judged and stops a judgement that is under way. */
	reset() {
		if (this.running) this.session.socket.ask({ type: "stop", engine: "review" }).catch(() => {});
		this.moves = new Map();
		this.words = "";
		this.running = false;
		this.token = null;
	}

	/** Judges every move of the line on the screen. */
	async run() {
		const { session } = this;
		const line = session.line();
		const game = session.game.id;
		const token = (this.token = {});
		this.running = true;
		this.changed();
		const each = (part) => {
			if (this.token !== token) return; // about a game that was left
			for (const move of part.moves) {
				this.moves.set(move.node, move);
				session.chances.set(move.parent, { chance: move.chance, kind: move.value?.kind || "estimate" });
				if (move.value) session.chances.set(move.node, { chance: move.value.chance, kind: move.value.kind });
			}
			this.words = part.running ? S.reviewing(part.done, part.total) : part.words;
			session.tell("chances");
			this.changed();
		};
		try {
			await session.socket.ask({ type: "review", engine: "review", game, node: line[line.length - 1] }, each);
		} finally {
			if (this.token === token) this.running = false;
			this.changed();
		}
	}

	/** The sign of a judged move in the list of moves. */
	sign(node) {
		return SIGNS[this.moves.get(node)?.verdict] || "";
	}

	/** Mistakes of the people in the game (of everybody, if machines played), the worst first. */
	mistakes() {
		const { game } = this.session;
		const people = [0, 1].filter((seat) => game.seats[seat] === "human");
		const own = (move) => !people.length || people.includes(move.player);
		const worse = (a, b) => GRADES.indexOf(a.verdict) - GRADES.indexOf(b.verdict) || b.loss - a.loss;
		return [...this.moves.values()].filter((move) => SLIPS.has(move.verdict) && own(move)).sort(worse);
	}
}

export class Quiz {
	constructor(session, review, engine, changed) {
		this.session = session;
		this.review = review;
		this.engine = engine;
		this.changed = changed;
		this.root = el("section.card.quiz", { hidden: true, "aria-label": S.quiz });
		this.tasks = [];
		this.index = 0;
		this.hints = 0;
		this.words = "";
		this.solved = false;
		this.line = null;
	}

	get on() {
		return !this.root.hidden;
	}

	/** One click: judge the game if that was not done yet, then ask. */
	async start() {
		this.root.hidden = false;
		this.tasks = [];
		this.changed();
		const { game } = this.session;
		if (!this.review.moves.size) await this.review.run();
		if (!this.on || this.session.game.id !== game.id) return;
		this.tasks = this.review.mistakes();
		this.index = 0;
		await this.next(0);
	}

	end() {
		this.root.hidden = true;
		this.line = null;
		this.changed();
	}

	async next(index) {
		this.index = index;
		this.hints = 0;
		this.solved = false;
		this.line = null;
		const task = this.tasks[index];
		this.words = task ? S.quizTask(task.text, task.words) : this.tasks.length ? S.quizDone : S.quizEmpty;
		if (task) await this.session.show(task.parent);
		this.say();
	}

	/** A try on the board. */
	async attempt(text) {
		const task = this.tasks[this.index];
		if (!task || this.solved) return;
		const right = text === task.best || (text !== task.text && (await this.asGood(task, text)));
		this.solved = right;
		this.words = right
			? S.quizRight(text, task.best_words)
			: text === task.text
				? S.quizSame
				: S.quizWrong(text);
		if (right) this.line = task.line;
		this.say();
	}

	say() {
		announce(this.words);
		this.changed();
	}

	/** Whether a move is no worse than the best one. Where the slip was a slower way, only a best one is. */
	async asGood(task, text) {
		const where = { game: this.session.game.id, node: task.parent };
		const command = { type: "analyse", engine: "quiz", agent: this.engine(), where, limit: "2s" };
		try {
			const found = await this.session.socket.ask(command, () => {});
			const tried = found.moves.find((move) => move.text === text);
			const best = found.moves.find((move) => move.best)?.value;
			if (!tried?.value || !best) return false;
			if (isBest(tried, found.moves)) return true;
			return task.loss >= SMALL && chanceOf(best, task.player) - chanceOf(tried.value, task.player) < SMALL;
		} catch {
			return false;
		}
	}

	/** Hints from vague to plain: what can be reached, what the move is about, the move itself. */
	async hint() {
		const task = this.tasks[this.index];
		this.hints += 1;
		const about = this.hints === 2 ? await this.about(task) : "";
		if (this.hints === 2 && !about) this.hints = 3;
		this.words = this.hints === 1 ? S.quizHint1(task.best_words) : about || S.quizHint3(task.best);
		if (this.hints > 2) this.line = task.line.slice(0, 1);
		this.say();
	}

	/** What the better move does, in words. */
	async about(task) {
		const where = { game: this.session.game.id, node: task.parent };
		const answer = await this.session.socket.ask({ type: "why", where, move: task.best }).catch(() => null);
		return answer?.items.length ? S.quizHint2(answer.items[0].words) : "";
	}

	draw() {
		const { tasks, index, review } = this;
		const task = tasks[index];
		const size = this.solved ? "primary small" : "small";
		const buttons = [
			task && !this.solved && this.hints < 3 && smallButton(S.hint, () => this.hint()),
			task && button(this.solved ? S.nextMistake : S.skipOne, () => this.next(index + 1), { class: size }),
			smallButton(S.leaveQuiz, () => this.end()),
		];
		const count = task ? S.quizCount(index + 1, tasks.length) : "";
		const head = el("div.card-head", el("h2", S.quiz), el("span.quiet-text", count));
		const words = el("p.quiz-words", review.running ? review.words || S.reviewStarts : this.words);
		fill(this.root, head, words, el("div.row", ...buttons));
	}
}

/** The verdict on the move just made, with "try again" while the game waits for a choice. */
export function verdict(session, actions) {
	const judged = session.judged;
	if (!judged) return null;
	const waits = judged.may_retry && session.game.status.waiting === "choice";
	const again = button(S.tryAgain, actions.retry, { class: "primary small" });
	return el(
		"div",
		{ class: `verdict ${SIGNS[judged.move.verdict] ? "bad" : "good"}` },
		el("p", el("strong", judged.move.text), ` – ${judged.move.words}`),
		waits && el("div.row", again, smallButton(S.keepMove, actions.keep)),
	);
}
