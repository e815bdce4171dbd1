/**
 * Where things are: a cell is a square of 40 units and the board begins at (0, 0), as in the
 * pictures of the command line. Labels stand on the left and above; a board on which stones fall
 * has its columns named below.
 */

export const UNIT = 40;
const EDGE = 6;
const LABEL = 26;

export class Geometry {
	constructor(shape) {
		this.shape = shape;
		this.falling = !shape.block && !shape.row_labels.length;
		this.left = this.top = shape.row_labels.length ? LABEL : EDGE;
		this.width = this.left + shape.cols * UNIT + EDGE;
		this.height = this.top + shape.rows * UNIT + (this.falling ? LABEL : EDGE);
		this.viewBox = `${-this.left} ${-this.top} ${this.width} ${this.height}`;
		/** Large open boards are drawn as in Go: stones on the crossings of lines. */
		this.goban = shape.stars.length > 0;
	}
}

/** The middle of a cell. */
export const centre = ([row, col]) => [col * UNIT + UNIT / 2, row * UNIT + UNIT / 2];

/** A path through the middles of cells. */
export const through = (cells) => `M${cells.map((cell) => centre(cell).join(" ")).join("L")}`;

export const at = (cell) => `translate(${centre(cell).join(" ")})`;

export const same = (a, b) => !!a && !!b && a[0] === b[0] && a[1] === b[1];

/** The sub-board of a cell. */
export const blockOf = ([row, col], block) => [Math.floor(row / block), Math.floor(col / block)];

/** Two shapes that need the same drawing. */
export const sameShape = (a, b) => JSON.stringify(a) === JSON.stringify(b);
