// @ts-check
/** Puzzles: a position with one task, hints from vague to plain, and as many tries as one likes. */
import { announce, told } from "./announce.js";
import { Board } from "./board.js";
import { button, el, field, select, write } from "./dom.js";
import { makeLink, replaceLink } from "./link.js";
import { gameTitle } from "./spec.js";
import { keep, recall } from "./store.js";
import { S } from "./strings.js";

export class Puzzles {
  /** @param {import("./socket.js").Socket} socket @param {import("./types.js").Catalogue} catalogue */
  constructor(socket, catalogue) {
    this.socket = socket;
    /** @type {any} */
    this.puzzle = null;
    this.tries = 0;
    this.board = new Board(S.board, (move) => told(this.attempt(move.text)));
    const games = catalogue.games.filter((game) => !game.chance).map((game) => /** @type {[string, string]} */ ([game.name, S.games[game.name] || game.name]));
    this.game = select(games, recall("puzzle-game", "connect_four"));
    this.level = select(S.puzzleLevels, String(recall("puzzle-level", 1)));
    for (const choice of [this.game, this.level]) choice.addEventListener("change", () => told(this.next()));
    this.task = el("p", { class: "task" });
    this.words = el("p", { class: "puzzle-words", role: "status" });
    this.hintButton = button(S.hint, () => told(this.hint()));
    this.nextButton = button(S.nextPuzzle, () => told(this.next()), { class: "primary" });
    this.score = el("p", { class: "quiet-text" });
    const side = el("section", { class: "card", "aria-label": S.puzzles }, el("h2", {}, S.puzzles), field(S.game, this.game), field(S.level, this.level), this.task, this.words, el("div", { class: "row" }, this.hintButton, this.nextButton), this.score);
    this.root = el("div", { class: "split" }, el("div", { class: "stage" }, this.board.root), side);
  }

  /** @param {URLSearchParams} values */
  async open(values) {
    if (this.puzzle && !values.get("seed")) return;
    this.game.value = values.get("game") || this.game.value;
    this.level.value = values.get("level") || this.level.value;
    await told(this.next(values.get("seed")));
  }

  /** @param {string|null} [seed] */
  async next(seed) {
    const number = seed ? Number(seed) : Math.floor(Math.random() * 1e9);
    const level = Number(this.level.value);
    keep("puzzle-game", this.game.value);
    keep("puzzle-level", level);
    write(this.task, S.puzzleComes);
    write(this.words, "");
    this.puzzle = (await this.socket.ask({ type: "next_puzzle", game: this.game.value, level, seed: number })).puzzle;
    replaceLink(makeLink("puzzles", { game: this.game.value, level, seed: number }));
    this.hints = 0;
    this.tries = 0;
    this.solved = false;
    this.draw(this.puzzle.position);
    announce(`${gameTitle(this.puzzle.position.game)}. ${this.puzzle.words}`);
  }

  /** @param {import("./types.js").Position} position @param {any[]} [line] */
  draw(position, line = []) {
    this.board.show(position, { live: !this.solved, line });
    write(this.task, this.puzzle.words);
    this.hintButton.disabled = !!this.solved || (this.hints || 0) >= this.puzzle.hints;
    const { solved, clean } = recall("puzzles", { solved: 0, clean: 0 });
    write(this.score, S.puzzleScore(solved, clean));
  }

  /** @param {string} move */
  async attempt(move) {
    const answer = await this.socket.ask({ type: "try_puzzle", puzzle: this.puzzle.id, move });
    write(this.words, answer.words);
    if (!answer.right) this.tries += 1;
    if (answer.solved && !this.solved) this.count();
    this.draw(answer.position || this.board.position);
    if (answer.solved) this.nextButton.focus();
  }

  count() {
    this.solved = true;
    const { solved, clean } = recall("puzzles", { solved: 0, clean: 0 });
    keep("puzzles", { solved: solved + 1, clean: clean + (this.tries || this.hints ? 0 : 1) });
  }

  async hint() {
    this.hints = (this.hints || 0) + 1;
    const answer = await this.socket.ask({ type: "hint_puzzle", puzzle: this.puzzle.id, hint: this.hints });
    write(this.words, answer.words);
    this.draw(/** @type {any} */ (this.board.position), answer.moves);
  }
}
