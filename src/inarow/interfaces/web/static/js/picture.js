/** A position to look at, without buttons: stones, won boards and the board to play in. */
import { fill } from "./dom.js";
import { Drawing } from "./drawing.js";
import { blockFrames, ownedBlocks } from "./marks.js";

export function picture(position) {
	const { shape, active, owners, outcome } = position;
	const drawing = new Drawing(shape);
	drawing.show(position);
	const frames = shape.block && !outcome ? blockFrames(active, shape.block, "active") : [];
	fill(drawing.under, ...ownedBlocks(owners, shape), ...frames);
	return drawing;
}
