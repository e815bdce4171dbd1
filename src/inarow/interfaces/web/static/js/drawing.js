/**
 * The picture of a board: ground, stones, last stone and winning lines.
 *
 * Nothing depends on colour alone: the first player's stone carries a cross, the second's a ring, a
 * winning cell has a frame, the last stone a triangle in the corner of its cell. On a board where
 * stones fall they lie behind a plate with holes, so that a falling stone passes behind it. A large
 * open board is drawn as in Go, and a ring marks the last stone.
 *
 * Layers, from behind:  ground  under (sub-boards)  stones  plate  numbers  over (marks, values, ghosts)
 */
import { fill, svg } from "./dom.js";
import { at, centre, Geometry, through, UNIT } from "./geometry.js";

const HOLE = 16;
const STONE = 15;

/** A stone around (0, 0). */
export function stone(mark, more = "") {
	const cross = { d: "M-5.5 -5.5L5.5 5.5M-5.5 5.5L5.5 -5.5" };
	const inside = mark === "X" ? svg("path.sign", cross) : svg("circle.sign", { r: 6 });
	return svg("g", { class: `stone ${mark.toLowerCase()} ${more}` }, svg("circle", { r: STONE }), inside);
}

/** A small stone to stand in a text. */
export function chip(seat) {
	return svg("svg.chip", { viewBox: "-17 -17 34 34", "aria-hidden": "true" }, stone("XO"[seat]));
}

export class Drawing {
	under = svg("g");
	stones = svg("g");
	over = svg("g");
	marks = svg("g");
	numbers = svg("g");
	/** stones by their cell */
	lying = new Map();

	constructor(shape) {
		this.geometry = new Geometry(shape);
		const { falling, goban, viewBox } = this.geometry;
		const kind = falling ? "falling" : goban ? "goban" : "";
		this.root = svg(
			"svg",
			{ viewBox, class: `drawing ${kind}`, "aria-hidden": "true" },
			this.ground(),
			this.under,
			falling ? this.stones : this.lines(),
			falling ? this.plate() : this.stones,
			this.labels(),
			this.numbers,
			this.marks,
			this.over,
		);
	}

	/** Shows the stones of a position; a stone that is new since the last call falls into place. */
	show(position, move) {
		const fresh = [];
		for (const [row, text] of position.board.entries())
			for (const [col, mark] of [...text].entries()) {
				const key = `${row},${col}`;
				const old = this.lying.get(key);
				if (old && old.mark === mark) continue;
				old?.node.remove();
				this.lying.delete(key);
				if (mark === ".") continue;
				const node = svg("g", { transform: at([row, col]) }, stone(mark));
				this.lying.set(key, { mark, node });
				this.stones.append(node);
				fresh.push({ row, node });
			}
		this.root.classList.toggle("swapped", position.black === 1);
		if (move && fresh.length === 1) this.enter(fresh[0].row, fresh[0].node.firstChild);
		fill(this.marks, ...endings(position, this.geometry.goban));
	}

	/** Writes on the stones which move placed them, or nothing. */
	number(numbers) {
		this.root.classList.toggle("numbered", numbers.length > 0);
		fill(
			this.numbers,
			...numbers.map(({ cell, number }) => {
				const mark = this.lying.get(String(cell))?.mark.toLowerCase();
				return mark && svg("text", { class: `number ${mark}`, transform: at(cell), y: 4.5 }, number);
			}),
		);
	}

	enter(row, node) {
		node.classList.add(this.geometry.falling ? "drop" : "pop");
		node.style.setProperty("--fall", `${-(row + 1) * UNIT}px`);
		node.style.setProperty("--time", `${120 + 90 * Math.sqrt(row + 1)}ms`);
	}

	ground() {
		const { rows, cols } = this.geometry.shape;
		return svg("rect.ground", { x: -4, y: -4, width: cols * UNIT + 8, height: rows * UNIT + 8, rx: 8 });
	}

	plate() {
		const { rows, cols } = this.geometry.shape;
		let path = `M4 -4H${cols * UNIT - 4}q8 0 8 8V${rows * UNIT - 4}q0 8 -8 8H4q-8 0 -8 -8V4q0 -8 8 -8Z`;
		for (let row = 0; row < rows; row++)
			for (let col = 0; col < cols; col++) {
				const [x, y] = centre([row, col]);
				path += `M${x - HOLE} ${y}a${HOLE} ${HOLE} 0 1 0 ${2 * HOLE} 0a${HOLE} ${HOLE} 0 1 0 ${-2 * HOLE} 0Z`;
			}
		return svg("path.plate", { "fill-rule": "evenodd", d: path });
	}

	/** The grid of a board on which stones are placed, with thick lines around sub-boards. */
	lines() {
		const { shape, goban } = this.geometry;
		const [high, wide] = [shape.rows * UNIT, shape.cols * UNIT];
		const grid = (name, step, half) => {
			let path = "";
			for (let y = half || step; y < high; y += step) path += `M${half} ${y}H${wide - half}`;
			for (let x = half || step; x < wide; x += step) path += `M${x} ${half}V${high - half}`;
			return svg("path", { class: name, d: path });
		};
		const thin = grid("thin", UNIT, goban ? UNIT / 2 : 0);
		const stars = shape.stars.map((cell) => svg("circle.star-point", { transform: at(cell), r: 3.6 }));
		return svg("g", {}, thin, shape.block && grid("thick", shape.block * UNIT, 0), ...stars);
	}

	labels() {
		const { shape, falling } = this.geometry;
		const y = falling ? shape.rows * UNIT + 20 : -12;
		const names = svg("g.labels", {});
		shape.row_labels.forEach((name, row) => names.append(svg("text", { x: -15, y: row * UNIT + 24 }, name)));
		shape.col_labels.forEach((name, col) => names.append(svg("text", { x: col * UNIT + 20, y }, name)));
		return names;
	}
}

/** The ring or the triangle of the last stone, or frames and a line through winning stones. */
function endings({ last, outcome }, goban) {
	const lines = outcome?.lines || [];
	if (!lines.length && last && goban) return [svg("circle.last", { transform: at(last), r: 17 })];
	if (!lines.length) return last ? [svg("path.last", { transform: at(last), d: "M-19 -19H-8L-19 -8Z" })] : [];
	return lines.flatMap((line) => [
		...line.map((cell) => square("win", cell, 35, 5)),
		...["win-line back", "win-line"].map((name) => svg("path", { class: name, d: through(line) })),
	]);
}

/** A square frame in a cell. */
export const square = (name, cell, side, rx) =>
	svg("rect", { class: name, transform: at(cell), x: -side / 2, y: -side / 2, width: side, height: side, rx });
