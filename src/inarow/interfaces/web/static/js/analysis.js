// @ts-check
/**
 * The panel of the engines: a table with every legal move in a row and every engine in a column,
 * the best line, and reasons. Rows keep their places and only changed texts are written, so that
 * nothing flickers while values stream in.
 */
import { button, checkbox, el, fill, select, set, write } from "./dom.js";
import { S } from "./strings.js";
import { inWords, isBest, number } from "./values.js";

/**
 * @typedef {import("./engines.js").Engines} Engines @typedef {import("./engines.js").Slot} Slot
 * @typedef {import("./types.js").EngineMove} EngineMove @typedef {import("./types.js").LineMove} LineMove
 */

/** With more moves than this, only the best are listed: the others stand on the board. */
const MANY = 12;

export class AnalysisPanel {
  /**
   * @param {Engines} engines
   * @param {{play: (text: string) => void, line: (moves: LineMove[]|null) => void, enter: (moves: LineMove[]) => void}} actions
   * @param {import("./why.js").Why} why
   */
  constructor(engines, actions, why) {
    this.engines = engines;
    this.actions = actions;
    this.why = why;
    this.switch = button(S.analyse, () => engines.toggle(!engines.visible), { class: "primary small", "aria-pressed": "false" });
    this.hint = el("p", { class: "quiet-text" }, S.analysisHidden);
    this.stop = button(S.stop, () => (engines.running() ? engines.stop() : engines.go()), { class: "small" });
    this.time = select(S.limits, engines.limit, { "aria-label": S.thinkTime });
    this.time.addEventListener("change", () => engines.go(this.time.value));
    this.many = checkbox(S.compare, false, (on) => engines.compare(on));
    this.heads = el("tr");
    this.body = el("tbody");
    this.feet = el("tr", { class: "feet" });
    this.table = el("table", { class: "values" }, el("caption", { class: "unseen" }, S.valuesCaption), el("thead", {}, this.heads), this.body, el("tfoot", {}, this.feet));
    this.line = el("div", { class: "best-line" });
    this.inside = el(
      "div",
      { class: "analysis-inside", hidden: true },
      el("div", { class: "row tools" }, this.time, this.stop, this.many),
      el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": S.valuesCaption }, this.table),
      this.line,
      why.root,
      el("details", { class: "legend" }, el("summary", {}, S.legendTitle), el("dl", {}, ...S.legend.flatMap(([word, text]) => [el("dt", {}, word), el("dd", {}, text)]))),
    );
    this.root = el("section", { class: "card analysis", "aria-label": S.analysis }, el("div", { class: "card-head" }, el("h2", {}, S.analysis), this.switch), this.hint, this.inside);
  }

  draw() {
    const { engines } = this;
    const { position } = engines.session;
    set(this.switch, { "aria-pressed": String(engines.visible) });
    write(this.switch, engines.visible ? S.hideAnalysis : S.analyse);
    this.hint.hidden = engines.visible;
    this.inside.hidden = !engines.visible;
    if (!engines.visible || !position) return;
    write(this.stop, engines.running() ? S.stop : S.goOn);
    /** @type {HTMLInputElement} */ (this.many.firstChild).checked = engines.slots.length > 1;
    this.drawHeads();
    this.drawRows();
    this.drawLine(engines.slots[0]?.result?.line || []);
    const best = engines.slots[0]?.result?.moves.find((move) => move.best);
    this.why.follow(best && !engines.slots[0].running ? best.text : null);
  }

  drawHeads() {
    const { engines } = this;
    const made = [...this.heads.children].slice(1).map((head) => /** @type {HTMLElement} */ (head).dataset.agent).join();
    if (made === engines.slots.map((slot) => slot.agent).join() && this.heads.children.length) return;
    const able = engines.choices();
    const heads = engines.slots.map((slot, index) => {
      const names = [...new Set([slot.agent, ...able])].map((name) => /** @type {[string, string]} */ ([name, name.split("(")[0]]));
      const choice = select(names, slot.agent, { "aria-label": S.engine(index + 1) });
      choice.addEventListener("change", () => engines.choose(index, choice.value));
      return el("th", { scope: "col", "data-agent": slot.agent }, choice);
    });
    fill(this.heads, el("th", { scope: "col" }, S.move), ...heads);
    fill(this.feet, el("th", { scope: "row" }, S.work), ...engines.slots.map(() => el("td")));
    this.body.replaceChildren();
    this.table.classList.toggle("many", engines.slots.length > 1);
  }

  /** The moves to list: in the order of the board if they are few, else the best. */
  listed() {
    const { slots, session } = this.engines;
    const legal = session.position?.legal || [];
    if (legal.length <= MANY) return legal.map((move) => move.action);
    return (slots[0]?.result?.moves || []).slice(0, MANY).map((move) => move.action);
  }

  drawRows() {
    const { slots, session } = this.engines;
    const actions = session.position?.outcome || session.position?.dice ? [] : this.listed();
    while (this.body.children.length > actions.length) this.body.lastChild?.remove();
    const texts = new Map(session.position?.legal.map((move) => [move.action, move.text]));
    actions.forEach((action, index) => {
      const row = /** @type {HTMLTableRowElement} */ (this.body.children[index] || this.body.appendChild(this.row()));
      const text = texts.get(action) || "";
      const first = /** @type {HTMLElement} */ (row.cells[0].firstChild);
      write(first, text);
      set(first, { "aria-label": S.playMove(text), "data-move": text });
      set(row, { "data-move": text });
      slots.forEach((slot, column) => this.cell(row.cells[column + 1], slot, action));
    });
    slots.forEach((slot, column) => write(this.feet.children[column + 1], slot.failed || work(slot)));
  }

  row() {
    const play = button("", () => this.actions.play(play.dataset.move || ""), { class: "move" });
    const row = el("tr", {}, el("th", { scope: "row" }, play), ...this.engines.slots.map(() => el("td", {}, el("span", { class: "words" }), el("small"))));
    const explain = () => this.why.point(row.dataset.move || null);
    row.addEventListener("pointerenter", explain);
    row.addEventListener("focusin", explain);
    row.addEventListener("pointerleave", () => this.why.point(null));
    row.addEventListener("focusout", () => this.why.point(null));
    return row;
  }

  /** @param {HTMLTableCellElement} cell @param {Slot} slot @param {number} action */
  cell(cell, slot, action) {
    const seat = this.engines.session.position?.to_move || 0;
    const move = slot.result?.moves.find((entry) => entry.action === action);
    const value = move?.value;
    const best = !!move && isBest(move, slot.result?.moves || []);
    write(cell.children[0], value ? inWords(value, seat) : slot.running ? "…" : S.noValue);
    write(cell.children[1], [value && `${S.kind[value.kind]} ${number(value)}`, move && S.reason[move.reason], best && S.best].filter(Boolean).join(", "));
    cell.className = value ? `${value.kind} ${best ? "best" : ""}` : "";
  }

  /** @param {LineMove[]} line */
  drawLine(line) {
    const key = line.map((move) => move.text).join();
    if (this.line.dataset.key === key) return;
    this.line.dataset.key = key;
    this.line.hidden = !line.length;
    const moves = line.map((move, index) => {
      const part = line.slice(0, index + 1);
      return button(move.text, () => this.actions.enter(part), {
        class: `move ${"xo"[move.player]}`,
        title: S.enterLine,
        onpointerenter: () => this.actions.line(part),
        onfocus: () => this.actions.line(part),
        onpointerleave: () => this.actions.line(null),
        onblur: () => this.actions.line(null),
      });
    });
    fill(this.line, el("h3", {}, S.bestLine), el("div", { class: "moves" }, ...moves));
  }
}

/** @param {Slot} slot */
function work(slot) {
  const { result } = slot;
  if (!result) return slot.running ? S.thinking : "";
  return S.workDone(slot.running, result.depth, result.nodes, result.seconds, result.cached);
}
