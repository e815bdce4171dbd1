// @ts-check
/** The main view: a game on the board with its players, controls, analysis and moves. */
import { AnalysisPanel } from "./analysis.js";
import { announce, note, told } from "./announce.js";
import { get } from "./api.js";
import { Board } from "./board.js";
import { Controls } from "./controls.js";
import { button, el, fill, write } from "./dom.js";
import { Engines } from "./engines.js";
import { Bar, Graph } from "./graph.js";
import { Quiz, Review, verdict } from "./learn.js";
import { describe, makeLink, replaceLink } from "./link.js";
import { Refused } from "./socket.js";
import { gameTitle, playerTitle } from "./spec.js";
import { S } from "./strings.js";
import { Strip } from "./strip.js";
import { MoveTree } from "./tree.js";
import { spoken } from "./values.js";
import { Why } from "./why.js";

/** @typedef {import("./types.js").LineMove} LineMove @typedef {import("./types.js").Reason} Reason */

export class Play {
  /** @param {import("./session.js").Session} session @param {import("./types.js").Catalogue} catalogue @param {{newGame: () => void, share: () => void, open: () => void}} dialogs */
  constructor(session, catalogue, dialogs) {
    this.session = session;
    const redraw = () => this.draw();
    this.board = new Board(S.board, (move) => told(this.play(move.text)));
    this.strip = new Strip();
    this.bar = new Bar();
    this.engines = new Engines(session, catalogue, redraw);
    this.review = new Review(session, redraw);
    this.quiz = new Quiz(session, this.review, () => this.engines.choices()[0], redraw);
    this.why = new Why(session, (reason) => this.mark({ reason }));
    const enter = (/** @type {LineMove[]} */ moves) => told(this.enter(moves.map((move) => move.text)));
    this.panel = new AnalysisPanel(this.engines, { play: (text) => told(this.play(text)), line: (line) => this.mark({ line }), enter }, this.why);
    this.tree = new MoveTree(session, (node) => this.review.sign(node));
    this.graph = new Graph(session);
    this.controls = new Controls(session, { play: (text) => told(this.play(text)), rematch: () => told(session.begin({ type: "rematch", game: session.game?.id, swap: true })), quiz: () => told(this.quiz.start()) });
    this.title = el("h1");
    this.verdict = el("div", { role: "status" });
    /** @type {{line?: LineMove[]|null, reason?: Reason|null}} what is pointed at */
    this.pointed = {};
    this.root = this.build(dialogs);
    session.on((change) => this.changed(change));
  }

  /** @param {{newGame: () => void, share: () => void, open: () => void}} dialogs */
  build(dialogs) {
    this.judge = button(S.reviewGame, () => told(this.review.run()), { class: "small" });
    this.main = button(S.promote, () => told(this.promote()), { class: "small" });
    this.reviewWords = el("p", { class: "quiet-text", role: "status" });
    this.comment = el("input", { type: "text", maxlength: 2000, "aria-label": S.comment, placeholder: S.comment });
    this.comment.addEventListener("change", () => told(this.session.ask("comment", { node: this.session.shown, text: this.comment?.value || "" })));
    const moves = el("section", { class: "card moves-card", "aria-label": S.moves }, el("div", { class: "card-head" }, el("h2", {}, S.moves), this.judge), this.graph.root, this.reviewWords, this.tree.root, el("div", { class: "row grow" }, this.comment, this.main));
    const share = el("div", { class: "row" }, button(S.newGame, dialogs.newGame, { class: "small" }), button(S.share, dialogs.share, { class: "small" }), button(S.open, dialogs.open, { class: "small" }));
    const head = el("div", { class: "play-head" }, el("div", {}, this.title, this.strip.status), share);
    const stage = el("div", { class: "stage", id: "board" }, head, this.strip.root, this.bar.root, this.board.root, this.verdict, this.controls.root);
    return el("div", { class: "split play" }, stage, el("div", { class: "stack" }, this.quiz.root, this.panel.root, moves));
  }

  /** @param {import("./session.js").Change} change */
  changed(change) {
    if (change === "chances") return this.graph.draw();
    if (change === "judged") announce(this.session.judged.move.words);
    if (change === "game") this.started();
    if (change === "update" || change === "shown") {
      this.pointed = {};
      this.speak(change);
      if (this.looked !== this.session.shown) this.engines.look();
    }
    this.looked = this.session.shown;
    this.draw();
    const { game } = this.session;
    replaceLink(makeLink("play", { ...describe(this.session), id: game?.id }));
    return undefined;
  }

  started() {
    const { game } = this.session;
    if (!game) return;
    if (this.known !== game.id) {
      this.known = game.id;
      this.review.reset();
      this.quiz.root.hidden = true;
      this.engines.reset();
      document.title = S.pageTitle(gameTitle(game.game));
      announce(S.started(gameTitle(game.game), game.names.map((name, seat) => name || playerTitle(game.seats[seat])), game.status.words));
    } else this.engines.look();
  }

  /** Says the last move and what comes next. @param {string} change */
  speak(change) {
    const { game, position, shown, nodes } = this.session;
    if (!game || !position) return;
    const node = nodes.get(shown);
    const move = node && node.player !== null ? S.played("XO"[node.player], node.text, node.dice) : S.startPosition;
    announce(`${move}. ${change === "update" && shown === game.cursor ? game.status.words : position.words}.`);
  }

  /** Plays a move where we look; in a quiz it is only a try. @param {string} text */
  async play(text) {
    if (this.quiz.on) return this.quiz.attempt(text);
    try {
      return await this.session.play(text);
    } catch (error) {
      if (!(error instanceof Refused) || error.code !== "not_allowed") throw error;
      return note(error.message, { label: S.exploreCopy, run: () => told(this.copy([text])) });
    }
  }

  /** Plays a line as a branch, on a copy if the game itself must not be touched. @param {string[]} texts */
  async enter(texts) {
    const people = this.session.game?.seats.every((seat) => seat === "human");
    if (!people) return this.copy(texts);
    for (const text of texts) await this.session.play(text);
    return undefined;
  }

  /** Goes on with a copy for two people, at the same place. @param {string[]} texts moves to play there */
  async copy(texts) {
    const { session } = this;
    const path = session.path(session.shown).slice(1).map((id) => session.nodes.get(id)?.text);
    const record = await get(`/api/games/${session.game?.id}/export`, { form: "json" });
    await session.begin({ type: "open_text", text: typeof record === "string" ? record : JSON.stringify(record), game: session.game?.game });
    let at = 0;
    for (const text of path) at = (session.children.get(at) || []).find((id) => session.nodes.get(id)?.text === text) ?? at;
    await session.show(at);
    for (const text of texts) await session.play(text);
  }

  async promote() {
    const { game } = await this.session.ask("promote", { node: this.session.shown });
    this.session.load(game);
  }

  /** @param {{line?: LineMove[]|null, reason?: Reason|null}} pointed */
  mark(pointed) {
    this.pointed = pointed;
    this.drawBoard();
  }

  /** Whether a press on the board may play here. */
  live() {
    const { game, shown } = this.session;
    return !!game && (this.quiz.on || shown !== game.cursor || !["machine", "dice", "choice"].includes(game.status.waiting));
  }

  drawBoard() {
    const { position } = this.session;
    if (!position) return;
    const { engines, pointed, quiz } = this;
    const values = engines.visible && !quiz.on ? engines.slots[0]?.result?.moves || [] : [];
    const line = pointed.line || pointed.reason?.moves || (quiz.on ? quiz.line : null) || [];
    this.board.show(position, { values, line, reason: pointed.reason || null, live: this.live() });
  }

  draw() {
    const { session, engines } = this;
    const { game, position } = session;
    if (!game || !position) return;
    write(this.title, gameTitle(game.game));
    this.strip.draw(session);
    this.drawBoard();
    const value = engines.visible && !position.outcome && !this.quiz.on ? engines.slots[0]?.result?.value || null : null;
    this.bar.set(value, value ? S.barWords("XO"[position.to_move], spoken(value, position.to_move)) : "");
    this.panel.root.hidden = this.quiz.on;
    this.panel.draw();
    this.graph.draw();
    this.tree.draw();
    this.controls.draw();
    if (this.quiz.on) this.quiz.draw();
    fill(this.verdict, verdict(session, { retry: () => this.controls.undo(), keep: () => told(session.ask("keep")) }));
    this.drawMoves();
  }

  drawMoves() {
    const { session, review } = this;
    const { judge, main, comment, reviewWords } = this;
    if (!judge || !main || !comment || !reviewWords) return;
    judge.disabled = review.running || session.nodes.size < 2;
    write(judge, review.running ? S.reviewStarts : S.reviewGame);
    write(reviewWords, review.words);
    main.hidden = this.onMainLine();
    comment.hidden = session.shown === 0;
    if (document.activeElement !== comment) comment.value = session.nodes.get(session.shown)?.comment || "";
  }

  onMainLine() {
    const { session } = this;
    return session.path(session.shown).every((id, index, path) => !index || session.children.get(path[index - 1])?.[0] === id);
  }
}
