/**
 * Learning from one's own game: the verdict on a move just made, and "my mistakes" as a quiz.
 *
 * The quiz shows a position in which a better move was missed. Any move that gives away (almost)
 * nothing is right, not only the one the engine likes best. Nothing is played in the game itself.
 */
import { announce } from "./announce.js";
import { el, fill, smallButton } from "./dom.js";
import { LineSteps } from "./line.js";
import { S } from "./strings.js";
import { chanceOf, isBest } from "./values.js";

/** The server's grades and their signs in the list of moves. */
const SIGNS = { blunder: "??", mistake: "?", inaccuracy: "?!" };
/** Grades that are worth another try, the worst first. */
const SLIPS = ["blunder", "mistake"];
/** A quiz accepts moves that give away less than this: a twentieth of a game. */
const SMALL = 0.05;

export class Review {
	constructor(session, changed) {
		Object.assign(this, { session, changed });
		this.reset();
	}

	/** Forgets what was judged and stops a judgement that is under way. */
	reset() {
		if (this.running) this.session.socket.send("stop", { engine: "review" });
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
				session.know(move.parent, { chance: move.chance, kind: move.value.kind });
				session.know(move.node, move.value);
			}
			this.words = part.running ? S.reviewing(part.done, part.total) : part.words;
			session.tell("chances");
			this.changed();
		};
		try {
			await session.socket.ask({ type: "review", engine: "review", game, node: line.at(-1) }, each);
		} finally {
			if (this.token === token) this.running = false;
			this.changed();
		}
	}

	/** The sign of a judged move in the list of moves. */
	sign(node) {
		return SIGNS[this.moves.get(node)?.verdict] || "";
	}

	/** Mistakes of the people in the game (of both players, if machines played), the worst first. */
	mistakes() {
		const { game } = this.session;
		const people = [0, 1].filter((seat) => game.seats[seat] === "human");
		const own = (move) => !people.length || people.includes(move.player);
		const slips = [...this.moves.values()].filter((move) => SLIPS.includes(move.verdict) && own(move));
		return slips.sort((a, b) => SLIPS.indexOf(a.verdict) - SLIPS.indexOf(b.verdict) || b.loss - a.loss);
	}
}

export class Quiz {
	root = el("section.card.quiz", { hidden: true, "aria-label": S.myMistakes });
	tasks = [];
	words = "";

	constructor(session, review, engine, changed) {
		Object.assign(this, { session, review, engine, changed });
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
		await this.next(0);
	}

	/** Asks about one move. */
	again(task) {
		this.root.hidden = false;
		this.tasks = [task];
		return this.next(0);
	}

	end() {
		this.root.hidden = true;
		this.line = null;
		this.changed();
	}

	async next(index) {
		Object.assign(this, { index, hints: 0, solved: false, line: null });
		const task = this.tasks[index];
		this.words = task ? S.quizTask(task.text, task.verdict) : this.tasks.length ? S.quizDone : S.quizEmpty;
		if (task) await this.session.show(task.parent);
		this.say();
	}

	/** A try on the board. */
	async attempt(text) {
		const task = this.tasks[this.index];
		if (!task || this.solved) return;
		const same = text === task.text;
		this.solved = text === task.best || (!same && (await this.asGood(task, text)));
		this.words = this.solved ? S.quizRight(text, task.best_words) : same ? S.quizSame : S.quizWrong(text);
		if (this.solved) this.line = task.line;
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
		const { best, best_words: words, line, parent: node } = this.tasks[this.index];
		const where = { game: this.session.game.id, node };
		const why = await this.session.socket.ask({ type: "why", where, move: best }).catch(() => null);
		const about = (why?.items || []).slice(0, 1).map((item) => S.quizHint2(item.words));
		const hints = [S.quizHint1(words), ...about, S.quizHint3(best)];
		this.words = hints[this.hints++];
		if (this.hints === hints.length) this.line = line.slice(0, 1);
		this.say();
	}

	draw() {
		const { tasks, index, review } = this;
		const task = tasks[index];
		const [name, more] = this.solved ? [S.nextMistake, "primary"] : [S.skipOne, ""];
		const buttons = [
			task && !this.line && smallButton(S.hint, () => this.hint()),
			task && smallButton(name, () => this.next(index + 1), more),
			smallButton(S.leaveQuiz, () => this.end()),
		];
		const count = task ? S.quizCount(index + 1, tasks.length) : "";
		const head = el("div.card-head", el("h2", S.myMistakes), el("span.quiet-text", count));
		const words = el("p.quiz-words", review.running ? review.words || S.reviewStarts : this.words);
		fill(this.root, head, words, el("div.row", ...buttons));
	}
}

/** What the review says of the move that led here; another try, and the better line to step through. */
export class Judged {
	root = el("div", { role: "status" });

	constructor(session, review, quiz, line, why) {
		Object.assign(this, { session, review, quiz, why });
		this.steps = new LineSteps(S.betterLine, line);
	}

	/** Goes back to where the better line begins, and opens it. */
	async better(move) {
		await this.session.show(move.parent);
		this.open = move;
		this.steps.draw(move.line);
		this.draw();
		this.steps.go(1);
	}

	draw() {
		const { session, review, quiz } = this;
		if (this.open?.parent !== session.shown) this.open = null;
		const move = !quiz.on && review.moves.get(session.shown);
		fill(this.root, this.open && !quiz.on ? this.steps.root : move ? this.sentence(move) : null);
	}

	sentence(move) {
		const sign = SIGNS[move.verdict] || "";
		const again = smallButton(S.tryAgain, () => this.quiz.again(move), "primary");
		const why = smallButton(S.whyMove(move.text), () => this.why(move));
		const buttons = move.best !== move.text && [again, smallButton(S.betterLine, () => this.better(move)), why];
		const words = el("p", el("strong", move.text + sign), ` – ${move.words}`);
		return el("div", { class: `verdict ${sign ? "bad" : "good"}` }, words, sign && buttons && el("div.row", ...buttons));
	}
}

/** The verdict in words, without the better move if one may try again. */
export const judgement = ({ move, may_retry: retry }) => (retry ? move.words.split(";")[0] : move.words);

/** The verdict on the move just made, with "try again" while the game waits for a choice. */
export function verdict(session, actions) {
	const judged = session.judged;
	if (!judged) return null;
	const waits = judged.may_retry && session.game.status.waiting === "choice";
	const again = smallButton(S.tryAgain, actions.retry, "primary");
	return el(
		"div",
		{ class: `verdict ${SIGNS[judged.move.verdict] ? "bad" : "good"}` },
		el("p", el("strong", judged.move.text), ` – ${judgement(judged)}`),
		waits && el("div.row", again, smallButton(S.keepMove, actions.keep)),
	);
}
