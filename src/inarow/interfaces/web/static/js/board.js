/**
 * A board that people use: a picture with a grid of named buttons over it.
 *
 * The picture is silent (aria-hidden); every cell is a button with a name, one of them in the tab
 * order. Arrow keys move over the board, Enter or a click plays. The page knows no rules: a press
 * plays the legal move of that cell, of that column where stones fall, or of that sub-board.
 *
 * Fingers are wider than the cells of a large board: there a tap only chooses a place, with a
 * pale stone in a cross of lines, and a second tap or the button below the board plays.
 */
import { announce, note } from "./announce.js";
import { button, el, fill, set, write } from "./dom.js";
import { Drawing } from "./drawing.js";
import { same, sameShape, UNIT } from "./geometry.js";
import {
	aim, blockFrames, forbiddenMark, ghosts, landing, leaving, ownedBlocks, reasonMarks, threatMarks, valueMark,
} from "./marks.js";
import { cellName } from "./names.js";
import { joined, S } from "./strings.js";
import { isBest, isLost, spoken } from "./values.js";

/** With more values than this on a board only the best quarter of it stands out. */
const CROWD = 40;
/** Cells smaller than this, in pixels, are hard to hit with a finger. */
const FINGER = 40;
/** Rows and columns that a key moves the focus by. */
const ACROSS = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };
const DOWN = { ArrowUp: -1, ArrowDown: 1 };

export class Board {
	position = null;
	extras = {};
	drawing = null;
	cells = [];
	/** the cell that is hovered or focused */
	over = null;
	/** the cell that a finger has chosen */
	chosen = null;
	touched = false;
	/** the cell in the tab order */
	focus = [0, 0];

	constructor(play) {
		this.play = play;
		const enter = (event) => this.pointAt(this.cellOf(event.target));
		const leave = () => this.pointAt(null);
		this.grid = el("div.cells", {
			role: "grid",
			"aria-label": S.board,
			onkeydown: (event) => this.key(event),
			onpointerdown: ({ pointerType }) => (this.touched = pointerType === "touch"),
			onclick: (event) => this.press(this.cellOf(event.target)),
			onpointerover: enter,
			onfocusin: enter,
			onpointerleave: leave,
			onfocusout: leave,
		});
		this.plane = el("div.plane", this.grid);
		this.confirm = button("", () => this.press(this.chosen), { class: "primary confirm", hidden: true });
		this.root = el("div.board", this.plane, this.confirm);
	}

	show(position, extras = {}) {
		const before = this.position;
		if (!this.drawing || !before || !sameShape(before.shape, position.shape)) this.build(position);
		const step = !!before && before.game === position.game && Math.abs(position.ply - before.ply) === 1;
		this.position = position;
		this.extras = { live: true, ...extras };
		if (position !== before) {
			this.find();
			this.choose(null);
			this.drawing.show(position, step);
		}
		this.drawing.number(this.extras.numbers || []);
		this.name();
		this.mark();
	}

	build({ shape }) {
		const drawing = (this.drawing = new Drawing(shape));
		const { geometry } = drawing;
		this.cells = [];
		const { rows, cols } = shape;
		const { left, top, width, height, falling } = geometry;
		fill(this.plane, drawing.root, this.grid);
		this.root.style.setProperty("--ratio", width / height);
		const places = { left: left / width, top: top / height };
		const sides = { width: (cols * UNIT) / width, height: (rows * UNIT) / height };
		for (const [name, share] of Object.entries({ ...places, ...sides })) this.grid.style[name] = `${100 * share}%`;
		const lines = Array.from({ length: rows }, (_, row) => {
			const cells = Array.from({ length: cols }, (_, col) =>
				el("button", { type: "button", tabindex: -1, "data-row": row, "data-col": col }),
			);
			this.cells.push(cells);
			return el("div", { role: "row" }, ...cells.map((cell) => el("div", { role: "gridcell" }, cell)));
		});
		fill(this.grid, ...lines);
		this.focusOn([falling ? rows - 1 : Math.floor(rows / 2), Math.floor(cols / 2)], false);
	}

	/** Whether a press may play. */
	get live() {
		return this.extras.live && !this.position.dice;
	}

	/** The move that a press on a cell plays. */
	moveAt(cell) {
		return this.moves.get(String(cell));
	}

	/** Whether a move takes the stone of its cell away. */
	takes({ cell }) {
		return cell && this.position.board[cell[0]][cell[1]] !== ".";
	}

	/** The cells that stand for a move: its column where stones fall, its sub-board, else its own. */
	area(move) {
		const { cell, sends } = move;
		const { rows, block } = this.position.shape;
		const falls = this.drawing.geometry.falling && !this.takes(move);
		if (cell) return falls ? [0, cell[1], rows, 1] : [...cell, 1, 1];
		return sends.length === 1 ? [sends[0][0] * block, sends[0][1] * block, block, block] : [0, 0, 0, 0];
	}

	find() {
		const { legal } = this.position;
		this.moves = new Map();
		for (const move of legal) {
			const [top, left, high, wide] = this.area(move);
			for (let row = top; row < top + high; row++)
				for (let col = left; col < left + wide; col++) this.moves.set(`${row},${col}`, move);
		}
		for (const move of legal) move.cell && this.moves.set(String(move.cell), move);
	}

	/** Gives every cell its name and whether it can be pressed. */
	name() {
		const { position, drawing, extras } = this;
		const values = new Map(extras.values?.map((move) => [move.action, move.value]));
		const said = this.said();
		for (const [row, cells] of this.cells.entries())
			for (const [col, button] of cells.entries()) {
				const move = this.moveAt([row, col]);
				const lands = !move?.cell || same(move.cell, [row, col]);
				const judged = move && lands && values.get(move.action);
				const value = judged ? spoken(judged, position.to_move) : "";
				const note = said.get(`${row},${col}`);
				const name = cellName(drawing.geometry, position, [row, col], move, value, note);
				const can = !!move && this.live;
				button.classList.toggle("can", can);
				set(button, { "aria-label": name, "aria-disabled": !can && "true", title: note && name });
			}
	}

	/** What is to be said of cells: why one is forbidden, what it threatens, which move placed its stone. */
	said() {
		const { numbers = [], threats = [] } = this.extras;
		const found = new Map(numbers.map(({ cell, number }) => [String(cell), S.moveNumber(number)]));
		for (const { cell, words } of this.position.forbidden) found.set(String(cell), S.forbidden(words));
		for (const { cells, words } of threats)
			for (const cell of cells) found.set(String(cell), joined([found.get(String(cell)), words]));
		return found;
	}

	/** Draws everything that lies over the stones. */
	mark() {
		const { position, drawing, extras } = this;
		const { block } = drawing.geometry.shape;
		const place = this.chosen || this.over;
		const here = place && this.live ? this.moveAt(place) : null;
		const free = position.legal.some((move) => !move.cell && move.sends.length);
		const frames =
			block && !position.outcome ? blockFrames(position.active, block, free ? "active free" : "active") : [];
		if (here?.cell && block) frames.push(...blockFrames(here.sends, block, "sends"));
		fill(drawing.under, ...ownedBlocks(position.owners, drawing.geometry.shape), ...frames);
		const judged = extras.values || [];
		const values = judged.map((move, rank) => {
			const best = isBest(move, judged);
			const minor = judged.length > CROWD && (rank >= CROWD / 4 || (isLost(move) && !move.best));
			return valueMark(move, position.to_move, best, minor);
		});
		const line = extras.line?.length ? ghosts(extras.line) : null;
		const touch = here && (this.takes(here) ? leaving : landing);
		const stone = here?.cell && !line && touch(here.cell, position.stone);
		const few = position.forbidden.length < position.legal.length; // else it is plain what is allowed
		const crosses = few ? position.forbidden.map(forbiddenMark) : [];
		const signs = line ? [] : [...crosses, ...threatMarks(extras.threats || [])];
		if (this.chosen) signs.push(aim(this.chosen, position.shape));
		fill(drawing.over, ...signs, stone, ...(extras.reason ? reasonMarks(extras.reason) : []), ...(line || values));
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
		this.focusOn(cell);
		const move = this.moveAt(cell);
		const refused = this.position.forbidden.find((other) => same(other.cell, cell));
		if (refused && this.live) note(S.forbidden(refused.words));
		if (!move || !this.live) return;
		const small = this.cells[0][0].offsetWidth < FINGER;
		if (this.touched && small && !same(cell, this.chosen)) return this.choose(cell);
		this.choose(null);
		this.play(move);
	}

	/** Shows where a finger points, and waits for a second tap. */
	choose(cell) {
		if (!cell && !this.chosen) return;
		this.chosen = cell;
		this.confirm.hidden = !cell;
		if (cell) {
			write(this.confirm, S.playMove(this.moveAt(cell).text));
			announce(S.tapAgain(this.moveAt(cell).text));
		}
		this.mark();
	}

	focusOn([row, col], now = true) {
		this.cells[this.focus[0]]?.[this.focus[1]]?.setAttribute("tabindex", "-1");
		const button = this.cells[row]?.[col];
		if (!button) return;
		this.focus = [row, col];
		button.setAttribute("tabindex", "0");
		if (now) button.focus({ preventScroll: true });
	}

	key(event) {
		this.touched = false;
		if (event.ctrlKey || event.metaKey || event.altKey) return;
		const { rows, cols } = this.position.shape;
		const [down, across] = [DOWN[event.key] || 0, ACROSS[event.key] || 0];
		if (!down && !across) return;
		event.preventDefault();
		event.stopPropagation();
		const within = (place, size) => Math.min(Math.max(place, 0), size - 1);
		const [row, col] = this.focus;
		this.focusOn([within(row + down, rows), within(col + across, cols)]);
	}
}
