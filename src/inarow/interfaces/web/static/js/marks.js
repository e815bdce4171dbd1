/**
 * What is drawn over a board: values of moves, ghost stones of a line, lines and cells of a reason,
 * threats and forbidden cells, where a move would land and which sub-boards it would open.
 */
import { svg } from "./dom.js";
import { square, stone } from "./drawing.js";
import { at, centre, through, UNIT } from "./geometry.js";
import { brief, isLost } from "./values.js";

/** A value in its cell: words above, number below; its frame says the kind, a star the best, a dot a minor loss. */
export function valueMark(move, seat, best, minor) {
	if (!move.value || !move.cell) return null;
	const { big, small, tone } = brief(move.value, seat);
	if (minor && isLost(move)) return svg("circle.loses", { transform: at(move.cell), r: 3 });
	return svg(
		"g",
		{ class: `value ${move.value.kind} ${tone} ${minor ? "minor" : ""}`, transform: at(move.cell) },
		svg("rect", { x: -16.5, y: -12.5, width: 33, height: 25, rx: 6 }),
		svg("text", { y: small ? -0.5 : 4 }, big),
		small && svg("text.small", { y: 9.5 }, small),
		best && svg("path.star", { transform: "translate(14 -12)", d: STAR }),
	);
}

const STAR = "M0 -6L1.6 -2 5.9 -1.9 2.5 0.8 3.7 5 0 2.5 -3.7 5 -2.5 0.8 -5.9 -1.9 -1.6 -2Z";

/** Stones that are not there yet, numbered in the order of play. */
export function ghosts(line) {
	return line
		.filter((move) => move.cell)
		.map((move, index) => {
			const number = svg("text.ghost-number", { y: 4.5 }, String(index + 1));
			const ghost = stone("XO"[move.player], "ghost");
			ghost.querySelector(".sign")?.remove();
			return svg("g", { transform: at(move.cell) }, ghost, number);
		});
}

export function reasonMarks(reason) {
	const who = reason.player === null ? "" : "xo"[reason.player];
	const line = (cells, name) => svg("path", { class: `reason-line ${name}`, d: through(cells) });
	const cells = reason.cells.map((cell) => square("reason-cell", cell, 30, 4));
	return [...reason.lines.flatMap((cells) => [line(cells, "back"), line(cells, who)]), ...cells];
}

/** The stone that would lie there. */
export function landing(cell, seat) {
	return svg("g", { transform: at(cell) }, stone("XO"[seat], "landing"));
}

/** Lines through a cell, so that one sees beside a finger which it is. */
export function aim(cell, { rows, cols }) {
	const [x, y] = centre(cell);
	return svg("path.aim", { d: `M0 ${y}H${cols * UNIT}M${x} 0V${rows * UNIT}` });
}

export const forbiddenMark = ({ cell }) =>
	svg("path.forbidden", { transform: at(cell), d: "M-7 -7L7 7M-7 7L7 -7" });

/** A diamond on each cell that a threat is about, filled for the first player. */
export const threatMarks = (reasons) =>
	reasons.flatMap(({ cells, player }) =>
		cells.map((cell) =>
			svg("path", { class: `threat-mark ${"xo"[player]}`, transform: at(cell), d: "M0 -9L9 0 0 9 -9 0Z" }),
		),
	);

/** The stone that would be taken away. */
export const leaving = (cell) => square("reason-cell", cell, 34, 17);

/** A large pale stone under each sub-board that is won. */
export function ownedBlocks(owners, { cols, block }) {
	const wide = cols / block;
	const middle = (index) => at([Math.floor(index / wide), index % wide].map((n) => n * block + (block - 1) / 2));
	const owned = (mark, index) => svg("g.owner", { transform: `${middle(index)} scale(${block})` }, stone(mark));
	return owners.map((owner, index) => owner !== null && owned("XO"[owner], index));
}

/** A frame around sub-boards. */
export function blockFrames(blocks, size, name) {
	const step = size * UNIT;
	const side = step - 4;
	return blocks.map(([row, col]) =>
		svg("rect", { class: name, x: col * step + 2, y: row * step + 2, width: side, height: side, rx: 5 }),
	);
}
