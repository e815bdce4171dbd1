// @ts-check
/**
 * Reasons: which lines a move makes or blocks, which threats there are, what is forced. Each reason
 * is a button; pointing at it draws its lines and cells on the board.
 */
import { button, el, fill } from "./dom.js";
import { S } from "./strings.js";

/** @typedef {import("./types.js").Reason} Reason */

export class Why {
  /** @param {import("./session.js").Session} session @param {(reason: Reason|null) => void} mark */
  constructor(session, mark) {
    this.session = session;
    this.mark = mark;
    /** @type {string|null} the best move, explained while nothing is pointed at */
    this.best = null;
    /** @type {string|null} */
    this.pointed = null;
    /** @type {Map<string, Promise<Reason[]>>} */
    this.memory = new Map();
    this.title = el("h3", {}, S.why);
    this.list = el("ul", { class: "reasons" });
    this.root = el("div", { class: "why" }, this.title, this.list);
  }

  /** @param {string|null} move */
  follow(move) {
    this.best = move;
    if (!this.pointed) this.draw();
  }

  /** @param {string|null} move */
  point(move) {
    this.pointed = move;
    this.draw();
  }

  async draw() {
    const { game, shown } = this.session;
    const move = this.pointed || this.best;
    const key = `${game?.id}|${shown}|${move}`;
    if (key === this.key || !game) return;
    this.key = key;
    let reasons = this.memory.get(key);
    if (!reasons) {
      reasons = this.session.socket.ask({ type: "why", where: { game: game.id, node: shown }, move }).then((answer) => answer.items, () => []);
      this.memory.set(key, reasons);
    }
    const items = await reasons;
    if (key !== this.key) return; // something else is pointed at by now
    fill(this.title, move ? S.whyMove(move) : S.whyPosition);
    fill(this.list, ...(items.length ? items.map((item) => this.item(item)) : [el("li", { class: "quiet-text" }, S.noReason)]));
  }

  /** @param {Reason} reason */
  item(reason) {
    const show = () => this.mark(reason);
    const hide = () => this.mark(null);
    return el("li", {}, button(reason.words, show, { class: `reason ${reason.kind}`, onpointerenter: show, onfocus: show, onpointerleave: hide, onblur: hide }));
  }
}
