/** Ratings as a picture: a point for each player and a bar for how sure it is (95 %). */
import { svg } from "./dom.js";
import { S } from "./strings.js";
import { A } from "./strings_arena.js";

const NAME = 172;
const WIDE = 460;
const ROW = 26;
/** Longer names are cut. */
const LETTERS = 22;
/** Steps of the scale in Elo: the first with at most six of them is taken. */
const STEPS = [50, 100, 200, 500, 1000, 2000, 5000, 10000];

export const ratingText = ({ elo, error }) => Math.round(elo) + (error === null ? "" : ` ± ${Math.round(error)}`);

export function ratingChart(table) {
	const rated = table.filter((row) => row.elo !== null);
	if (!rated.length) return null;
	const reach = rated.map(({ elo, error }) => [elo - error, elo + error]);
	const low = Math.floor(Math.min(...reach.flat()) / 50) * 50;
	const high = Math.max(low + 50, Math.ceil(Math.max(...reach.flat()) / 50) * 50);
	const x = (elo) => NAME + ((WIDE - NAME - 12) * (elo - low)) / (high - low);
	const height = rated.length * ROW + 24;
	const step = STEPS.find((size) => (high - low) / size <= 6);
	const parts = [];
	for (let elo = Math.ceil(low / step) * step; elo <= high; elo += step)
		parts.push(
			svg("path.grid", { d: `M${x(elo)} 0V${height - 20}` }),
			svg("text.tick", { x: x(elo), y: height - 5 }, String(elo)),
		);
	rated.forEach(({ title, elo }, index) => {
		const y = index * ROW + ROW / 2;
		const [from, to] = reach[index];
		const name = title.length > LETTERS ? `${title.slice(0, LETTERS - 1)}…` : title;
		parts.push(
			svg("text.name", { x: NAME - 12, y: y + 4 }, name),
			svg("path.error", { d: `M${x(from)} ${y - 5}v10m0 -5H${x(to)}m0 -5v10` }),
			svg("circle.dot", { cx: x(elo), cy: y, r: 5 }),
		);
	});
	const words = rated.map((row) => `${row.title} ${ratingText(row)}`).join(", ");
	const attrs = { viewBox: `0 0 ${WIDE} ${height}`, role: "img", "aria-label": A.ratingsName(words) };
	return svg("svg.ratings", attrs, ...parts);
}
