/** Puzzles: a position with one task, hints from vague to plain, and as many tries as one likes. */
import { announce } from "./announce.js";
import { Board } from "./board.js";
import { button, card, el, field, select, write } from "./dom.js";
import { keepLink } from "./link.js";
import { gameSelect } from "./options.js";
import { gameTitle } from "./spec.js";
import { keep, recall } from "./store.js";
import { S } from "./strings.js";

const score = () => recall("puzzles", { solved: 0, clean: 0 });

export class View {
	constructor({ socket }) {
		this.socket = socket;
		this.board = new Board((move) => this.attempt(move.text));
		const onchange = () => this.next();
		this.game = gameSelect(recall("puzzle-game", "connect_four"), { onchange });
		this.level = select(S.puzzleLevels, String(recall("puzzle-level", 1)), { onchange });
		this.task = el("p.task");
		this.words = el("p.puzzle-words", { role: "status" });
		this.hintButton = button(S.hint, () => this.hint(), { disabled: true });
		this.nextButton = button(S.nextPuzzle, () => this.next(), { class: "primary" });
		this.score = el("p.quiet-text");
		const choices = [field(S.game, this.game), field(S.level, this.level)];
		const buttons = el("div.row", this.hintButton, this.nextButton);
		const side = card(S.puzzles, el("h1", S.puzzles), ...choices, this.task, this.words, buttons, this.score);
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
		const [game, level] = [this.game.value, Number(this.level.value)];
		keep("puzzle-game", game);
		keep("puzzle-level", level);
		write(this.task, S.puzzleComes);
		write(this.words, "");
		this.hintButton.disabled = true; // until there is a puzzle to give hints for
		const answer = await this.socket.ask({ type: "next_puzzle", game, level, seed }).catch((error) => {
			if (error.code !== "stopped") write(this.task, error.message); // not every game has puzzles
			throw error;
		});
		this.puzzle = answer.puzzle;
		keepLink(this, "puzzles", { game, level, seed });
		this.hints = this.tries = 0;
		this.solved = false;
		this.draw(this.puzzle.position);
		announce(`${gameTitle(this.puzzle.position.game)}. ${this.puzzle.words}`);
	}

	draw(position, line) {
		this.board.show(position, { live: !this.solved, line });
		write(this.task, this.puzzle.words);
		this.hintButton.disabled = this.solved || this.hints >= this.puzzle.hints;
		write(this.score, S.puzzleScore(score()));
	}

	async attempt(move) {
		write(this.words, ""); // what was said before is not about this move
		const answer = await this.socket.ask({ type: "try_puzzle", puzzle: this.puzzle.id, move });
		write(this.words, answer.words);
		if (!answer.right) this.tries += 1;
		if (answer.solved && !this.solved) this.count();
		this.draw(answer.position || this.board.position);
		if (answer.solved) this.nextButton.focus();
	}

	count() {
		this.solved = true;
		const { solved, clean } = score();
		keep("puzzles", { solved: solved + 1, clean: clean + (this.tries || this.hints ? 0 : 1) });
	}

	async hint() {
		this.hints += 1;
		const answer = await this.socket.ask({ type: "hint_puzzle", puzzle: this.puzzle.id, hint: this.hints });
		write(this.words, answer.words);
		this.draw(this.board.position, answer.moves);
	}
}
