/** Puzzles: a position with one task, hints from vague to plain, and as many tries as one likes. */
import { announce } from "./announce.js";
import { Board } from "./board.js";
import { button, card, el, field, select, set, write } from "./dom.js";
import { keepLink, watchLink } from "./link.js";
import { gameSelect } from "./options.js";
import { gameTitle } from "./spec.js";
import { keep, recall } from "./store.js";
import { S } from "./strings.js";

export class View {
	constructor({ socket }) {
		this.socket = socket;
		this.board = new Board((move) => this.attempt(move.text));
		const onchange = () => this.next();
		this.game = gameSelect(recall("puzzle-game", "connect_four"), { onchange }, ({ puzzles }) => puzzles);
		this.level = select(S.puzzleLevels, String(recall("puzzle-level", "")), { onchange });
		this.task = el("p.task");
		this.words = el("p.puzzle-words", { role: "status" });
		this.hintButton = button(S.hint, () => this.hint(), { disabled: true });
		this.nextButton = button(S.nextPuzzle, () => this.next(), { class: "primary" });
		this.score = el("p.quiet-text");
		const choices = [field(S.game, this.game), field(S.level, this.level)];
		const buttons = el("div.row", this.hintButton, this.nextButton);
		this.watch = el("a.small", S.watchHere);
		const parts = [...choices, this.task, this.words, buttons, this.watch, this.score];
		const side = card(S.puzzles, el("h1", S.puzzles), ...parts);
		this.root = el("div.split", el("div.stage", this.board.root), side);
	}

	async open(values) {
		if (this.puzzle && !values.get("seed")) return;
		this.game.value = values.get("game") || this.game.value;
		this.level.value = values.get("level") || this.level.value;
		await this.next(values.get("seed"));
	}

	async next(wanted) {
		const seed = Number(wanted ?? Math.floor(Math.random() * 1e9));
		const [game, level] = [this.game.value, this.level.value];
		keep("puzzle-game", game);
		keep("puzzle-level", level);
		const wish = level ? { level: Number(level) } : {}; // else near my rating
		write(this.task, S.puzzleComes);
		write(this.words, "");
		this.hintButton.disabled = true; // until there is a puzzle to give hints for
		const answer = await this.socket.ask({ type: "next_puzzle", game, ...wish, seed }).catch((error) => {
			if (error.code !== "stopped") write(this.task, error.message); // not every game has puzzles
			throw error;
		});
		this.puzzle = answer.puzzle;
		this.me = answer.me;
		keepLink(this, "puzzles", { game, level: this.puzzle.level, seed });
		this.hints = 0;
		this.solved = this.counted = false;
		this.draw(this.puzzle.position);
		announce(`${gameTitle(this.puzzle.position.game)}. ${this.puzzle.words}`);
	}

	draw(position, line) {
		this.board.show(position, { live: !this.solved, line });
		set(this.watch, { href: watchLink(this.puzzle.position) });
		write(this.task, S.puzzleTask(this.puzzle));
		this.hintButton.disabled = this.solved || this.hints >= this.puzzle.hints;
		write(this.score, this.me.tried ? S.puzzleScore(this.me, this.me.change) : S.puzzleNew);
	}

	/** What an answer carries if it is the first one here: only that one counts. */
	counting() {
		const counts = !this.counted;
		this.counted = true;
		return { puzzle: this.puzzle.id, counts };
	}

	async attempt(move) {
		write(this.words, ""); // what was said before is not about this move
		const answer = await this.socket.ask({ type: "try_puzzle", ...this.counting(), move });
		write(this.words, answer.words);
		this.me = answer.me ?? this.me;
		this.solved ||= answer.solved;
		this.draw(answer.position || this.board.position);
		if (answer.solved) this.nextButton.focus();
	}

	async hint() {
		this.hints += 1;
		const answer = await this.socket.ask({ type: "hint_puzzle", ...this.counting(), hint: this.hints });
		write(this.words, answer.words);
		this.me = answer.me ?? this.me;
		this.draw(this.board.position, answer.moves);
	}
}
