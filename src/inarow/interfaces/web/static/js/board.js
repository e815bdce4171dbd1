/**
 * A board that people use: a picture with a grid of named buttons over it.
 *
 * The picture is silent (aria-hidden); every cell is a button with a name, one of them in the tab
 * order. Arrow keys move over the board, Enter or a click plays. The page knows no rules: a press
 * plays the legal move of that cell, of that column where stones fall, or of that sub-board.
 */
import { el, set } from "./dom.js";
import { Drawing } from "./drawing.js";
import { same, sameShape } from "./geometry.js";
import { blockFrames, ghosts, landing, reasonMarks, valueMark } from "./marks.js";
import { cellName } from "./names.js";
import { isBest, spoken } from "./values.js";

/** With more values than this on a board only the best quarter of it stands out. */
const CROWD = 40;

export class Board {
	constructor(label, play) {
		this.play = play;
		/** the cell that is hovered or focused */
		this.over = null;
		this.position = null;
		this.extras = {};
		this.drawing = null;
		this.cells = [];
		/** the cell in the tab order */
		this.focus = [0, 0];
		const enter = (event) => this.pointAt(this.cellOf(event.target));
		const leave = () => this.pointAt(null);
		this.grid = el("div.cells", {
			role: "grid",
			"aria-label": label,
			onkeydown: (event) => this.key(event),
			onclick: (event) => this.press(this.cellOf(event.target)),
			onpointerover: enter,
			onfocusin: enter,
			onpointerleave: leave,
			onfocusout: leave,
		});
		this.root = el("div.board", this.grid);
	}

	show(position, extras = {}) {
		const before = this.position;
		if (!this.drawing || !before || !sameShape(before.shape, position.shape)) this.build(position);
		const step = !!before && before.game === position.game && Math.abs(position.ply - before.ply) === 1;
		this.position = position;
		this.extras = { live: true, ...extras };
		if (position !== before) {
			this.find();
			this.drawing.show(position, step);
		}
		this.name();
		this.mark();
	}

	build({ shape }) {
		const drawing = (this.drawing = new Drawing(shape));
		const { geometry } = drawing;
		this.cells = [];
		this.root.querySelector("svg")?.remove();
		this.root.prepend(drawing.root);
		this.root.style.setProperty("--ratio", String(geometry.width / geometry.height));
		const side = (length, all) => `${(100 * length) / all}%`;
		const { style } = this.grid;
		style.left = side(geometry.left, geometry.width);
		style.top = side(geometry.top, geometry.height);
		style.width = side(shape.cols * 40, geometry.width);
		style.height = side(shape.rows * 40, geometry.height);
		set(this.grid, { "aria-rowcount": shape.rows, "aria-colcount": shape.cols });
		const rows = Array.from({ length: shape.rows }, (_, row) => {
			const cells = Array.from({ length: shape.cols }, (_, col) =>
				el("button", { type: "button", tabindex: -1, "data-row": row, "data-col": col }),
			);
			this.cells.push(cells);
			return el("div", { role: "row" }, ...cells.map((cell) => el("div", { role: "gridcell" }, cell)));
		});
		this.grid.replaceChildren(...rows);
		this.focusOn(
			[geometry.falling ? shape.rows - 1 : Math.floor(shape.rows / 2), Math.floor(shape.cols / 2)],
			false,
		);
	}

	/** The move that a press on a cell plays. */
	moveAt([row, col]) {
		return this.moves.get(row * this.position.shape.cols + col) || null;
	}

	/** The cells that stand for a move: its own, its column where stones fall, or its sub-board. */
	area({ cell, sends }) {
		const { rows, block } = this.position.shape;
		if (cell) return this.drawing.geometry.falling ? [0, cell[1], rows, 1] : [...cell, 1, 1];
		return sends.length === 1 ? [sends[0][0] * block, sends[0][1] * block, block, block] : [0, 0, 0, 0];
	}

	find() {
		this.moves = new Map();
		for (const move of this.position.legal) {
			const [top, left, high, wide] = this.area(move);
			for (let row = top; row < top + high; row++)
				for (let col = left; col < left + wide; col++)
					this.moves.set(row * this.position.shape.cols + col, move);
		}
	}

	/** Gives every cell its name and whether it can be pressed. */
	name() {
		const { position, drawing, extras } = this;
		const values = new Map(extras.values?.map((move) => [move.action, move.value]));
		for (const [row, cells] of this.cells.entries())
			for (const [col, button] of cells.entries()) {
				const move = this.moveAt([row, col]);
				const lands = !move?.cell || same(move.cell, [row, col]);
				const judged = move && lands && values.get(move.action);
				const value = judged ? spoken(judged, position.to_move) : "";
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
		const { block } = drawing.geometry.shape;
		const here = this.over && !position.dice && extras.live ? this.moveAt(this.over) : null;
		const free = position.legal.some((move) => !move.cell && move.sends.length);
		const frames =
			block && !position.outcome ? blockFrames(position.active, block, free ? "active free" : "active") : [];
		if (here?.cell && block) frames.push(...blockFrames(here.sends, block, "sends"));
		drawing.under.replaceChildren(...frames);
		const judged = extras.values || [];
		const values = judged.map((move, rank) =>
			valueMark(move, position.to_move, isBest(move, judged), judged.length > CROWD && rank >= CROWD / 4),
		);
		const parts = [
			...(extras.reason ? reasonMarks(extras.reason) : []),
			...(extras.line?.length ? ghosts(extras.line) : values),
		];
		if (here?.cell && !extras.line?.length) parts.unshift(landing(here.cell, position.to_move));
		drawing.over.replaceChildren(...parts.filter(Boolean));
	}

	cellOf(target) {
		const button = target.closest("button");
		return button ? [Number(button.dataset.row), Number(button.dataset.col)] : null;
	}

	pointAt(cell) {
		if (same(cell, this.over)) return;
		this.over = cell;
		this.mark();
	}

	press(cell) {
		if (!cell) return;
		this.focusOn(cell, true);
		const move = this.moveAt(cell);
		if (move && this.extras.live && !this.position.dice) this.play(move);
	}

	focusOn([row, col], now) {
		this.cells[this.focus[0]]?.[this.focus[1]]?.setAttribute("tabindex", "-1");
		const button = this.cells[row]?.[col];
		if (!button) return;
		this.focus = [row, col];
		button.setAttribute("tabindex", "0");
		if (now) button.focus({ preventScroll: true });
	}

	key(event) {
		if (event.ctrlKey || event.metaKey || event.altKey) return;
		const { rows, cols } = this.position.shape;
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
