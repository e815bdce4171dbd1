// @ts-check
/**
 * A board that people use: a picture with a grid of named buttons over it.
 *
 * The picture is silent (aria-hidden); every cell is a button with a name, one of them in the tab
 * order. Arrow keys move over the board, Enter or a click plays. The page knows no rules: a press
 * plays the legal move of that cell, of that column where stones fall, or of that sub-board.
 */
import { el, set } from "./dom.js";
import { Drawing } from "./drawing.js";
import { blockOf, same, sameShape } from "./geometry.js";
import { blockFrames, ghosts, landing, reasonMarks, valueMark } from "./marks.js";
import { cellName } from "./names.js";
import { isBest, spoken } from "./values.js";

/**
 * @typedef {import("./types.js").Cell} Cell @typedef {import("./types.js").Position} Position
 * @typedef {import("./types.js").Move} Move @typedef {import("./types.js").EngineMove} EngineMove
 * @typedef {import("./types.js").LineMove} LineMove
 * @typedef {{values?: EngineMove[], line?: LineMove[], reason?: {cells: Cell[], lines: Cell[][], player: 0|1|null}|null, live?: boolean}} Extras
 */

/** With more values than this on a board only the best quarter of it stands out. */
const CROWD = 40;

export class Board {
  /** @param {string} label @param {(move: Move) => void} play */
  constructor(label, play) {
    this.play = play;
    /** @type {Cell|null} the cell that is hovered or focused */
    this.over = null;
    /** @type {Position|null} */
    this.position = null;
    /** @type {Extras} */
    this.extras = {};
    /** @type {Drawing|null} */
    this.drawing = null;
    /** @type {HTMLButtonElement[][]} */
    this.cells = [];
    /** @type {Cell} the cell in the tab order */
    this.focus = [0, 0];
    this.grid = el("div", { class: "cells", role: "grid", "aria-label": label });
    this.root = el("div", { class: "board" }, this.grid);
    this.grid.addEventListener("keydown", (event) => this.key(event));
    this.grid.addEventListener("click", (event) => this.press(this.cellOf(event.target)));
    for (const type of ["pointerover", "focusin"]) this.grid.addEventListener(type, (event) => this.pointAt(this.cellOf(event.target)));
    for (const type of ["pointerleave", "focusout"]) this.grid.addEventListener(type, () => this.pointAt(null));
  }

  /** @param {Position} position @param {Extras} [extras] */
  show(position, extras = {}) {
    const before = this.position;
    if (!this.drawing || !before || !sameShape(before.shape, position.shape)) this.build(position);
    const step = !!before && before.game === position.game && Math.abs(position.ply - before.ply) === 1;
    this.position = position;
    this.extras = { live: true, ...extras };
    this.drawing?.show(position, step);
    this.root.classList.toggle("quiet", !this.extras.live);
    this.name();
    this.mark();
  }

  /** @param {Position} position */
  build({ shape }) {
    const drawing = (this.drawing = new Drawing(shape));
    const { geometry } = drawing;
    this.cells = [];
    this.root.querySelector("svg")?.remove();
    this.root.prepend(drawing.root);
    this.root.style.setProperty("--ratio", String(geometry.width / geometry.height));
    const side = (/** @type {number} */ length, /** @type {number} */ all) => `${(100 * length) / all}%`;
    const { style } = this.grid;
    style.left = side(geometry.left, geometry.width);
    style.top = side(geometry.top, geometry.height);
    style.width = side(shape.cols * 40, geometry.width);
    style.height = side(shape.rows * 40, geometry.height);
    set(this.grid, { "aria-rowcount": shape.rows, "aria-colcount": shape.cols });
    const rows = Array.from({ length: shape.rows }, (_, row) => {
      const cells = Array.from({ length: shape.cols }, (_, col) => el("button", { type: "button", tabindex: -1, "data-row": row, "data-col": col }));
      this.cells.push(cells);
      return el("div", { role: "row" }, ...cells.map((cell) => el("div", { role: "gridcell" }, cell)));
    });
    this.grid.replaceChildren(...rows);
    this.focusOn([geometry.falling ? shape.rows - 1 : Math.floor(shape.rows / 2), Math.floor(shape.cols / 2)], false);
  }

  /** The move that a press on a cell plays. @param {Cell} cell @returns {Move|null} */
  moveAt(cell) {
    const { position, drawing } = this;
    if (!position || !drawing) return null;
    const { falling, shape } = drawing.geometry;
    const fits = (/** @type {Move} */ move) => {
      if (move.cell) return same(move.cell, cell) || (falling && move.cell[1] === cell[1]);
      return move.sends.length === 1 && shape.block > 0 && same(move.sends[0], blockOf(cell, shape.block));
    };
    return position.legal.find(fits) || null;
  }

  /** Gives every cell its name and whether it can be pressed. */
  name() {
    const { position, drawing, extras } = this;
    if (!position || !drawing) return;
    for (const [row, cells] of this.cells.entries())
      for (const [col, button] of cells.entries()) {
        const move = this.moveAt([row, col]);
        const judged = move && extras.values?.find((entry) => entry.action === move.action);
        const lands = !move?.cell || same(move.cell, [row, col]);
        const value = judged?.value && lands ? spoken(judged.value, position.to_move) : "";
        const name = cellName(drawing.geometry, position, [row, col], move, value);
        if (button.getAttribute("aria-label") !== name) button.setAttribute("aria-label", name);
        const can = !!move && !position.dice && !!extras.live;
        button.classList.toggle("can", can);
        set(button, { "aria-disabled": can ? null : "true" });
      }
  }

  /** Draws everything that lies over the stones. */
  mark() {
    const { position, drawing, extras } = this;
    if (!position || !drawing) return;
    const { block } = drawing.geometry.shape;
    const here = this.over && !position.dice && extras.live ? this.moveAt(this.over) : null;
    const free = position.legal.some((move) => !move.cell && move.sends.length);
    const frames = block && !position.outcome ? blockFrames(position.active, block, free ? "active free" : "active") : [];
    if (here?.cell && block) frames.push(...blockFrames(here.sends, block, "sends"));
    drawing.under.replaceChildren(...frames);
    const judged = extras.values || [];
    const values = judged.map((move, rank) => valueMark(move, position.to_move, isBest(move, judged), judged.length > CROWD && rank >= CROWD / 4));
    const parts = [...(extras.reason ? reasonMarks(extras.reason) : []), ...(extras.line?.length ? ghosts(extras.line) : values)];
    if (here?.cell && !extras.line?.length) parts.unshift(landing(here.cell, position.to_move));
    drawing.over.replaceChildren(.../** @type {Node[]} */ (parts.filter(Boolean)));
  }

  /** @param {EventTarget|null} target @returns {Cell|null} */
  cellOf(target) {
    const button = target instanceof Element ? target.closest("button") : null;
    return button ? [Number(button.dataset.row), Number(button.dataset.col)] : null;
  }

  /** @param {Cell|null} cell */
  pointAt(cell) {
    if (same(cell, this.over)) return;
    this.over = cell;
    this.mark();
  }

  /** @param {Cell|null} cell */
  press(cell) {
    if (!cell) return;
    this.focusOn(cell, true);
    const move = this.moveAt(cell);
    if (move && this.extras.live && !this.position?.dice) this.play(move);
  }

  /** @param {Cell} cell @param {boolean} now */
  focusOn([row, col], now) {
    this.cells[this.focus[0]]?.[this.focus[1]]?.setAttribute("tabindex", "-1");
    const button = this.cells[row]?.[col];
    if (!button) return;
    this.focus = [row, col];
    button.setAttribute("tabindex", "0");
    if (now) button.focus({ preventScroll: true });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { rows, cols } = /** @type {Position} */ (this.position).shape;
    let [row, col] = this.focus;
    if (event.key === "ArrowLeft") col -= 1;
    else if (event.key === "ArrowRight") col += 1;
    else if (event.key === "ArrowUp") row -= 1;
    else if (event.key === "ArrowDown") row += 1;
    else if (event.key === "Home") col = 0;
    else if (event.key === "End") col = cols - 1;
    else return;
    event.preventDefault();
    event.stopPropagation();
    this.focusOn([Math.min(Math.max(row, 0), rows - 1), Math.min(Math.max(col, 0), cols - 1)], true);
  }
}
