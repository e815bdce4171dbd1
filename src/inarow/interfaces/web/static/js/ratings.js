/** Ratings as a picture: a point for each player and a bar for how sure it is (95 %). */
import { svg } from "./dom.js";
import { S } from "./strings.js";

const NAME = 150;
const WIDE = 460;
const ROW = 26;

export function ratingChart(table) {
	const rated = table.filter((row) => row.elo !== null);
	if (!rated.length) return null;
	const reach = rated.map((row) => [Number(row.elo) - (row.error || 0), Number(row.elo) + (row.error || 0)]);
	const low = Math.floor(Math.min(...reach.map(([from]) => from)) / 50) * 50;
	const high = Math.ceil(Math.max(...reach.map(([, to]) => to)) / 50) * 50 || low + 50;
	const x = (elo) => NAME + ((WIDE - NAME - 12) * (elo - low)) / Math.max(1, high - low);
	const height = rated.length * ROW + 24;
	const step = [50, 100, 200, 500, 1000, 2000, 5000].find((size) => (high - low) / size <= 6) || 10000;
	const parts = [];
	for (let elo = Math.ceil(low / step) * step; elo <= high; elo += step) {
		parts.push(
			svg("path.grid", { d: `M${x(elo)} 0V${height - 20}` }),
			svg("text.tick", { x: x(elo), y: height - 5 }, String(elo)),
		);
	}
	rated.forEach((row, index) => {
		const y = index * ROW + ROW / 2;
		const [from, to] = reach[index];
		parts.push(
			svg(
				"text.name",
				{ x: NAME - 12, y: y + 4 },
				row.player.length > 21 ? `${row.player.slice(0, 20)}…` : row.player,
			),
			svg("path.error", { d: `M${x(from)} ${y - 5}v10m0 -5H${x(to)}m0 -5v10` }),
			svg("circle.dot", { cx: x(Number(row.elo)), cy: y, r: 5 }),
		);
	});
	const words = rated
		.map((row) => `${row.player} ${Math.round(Number(row.elo))} ± ${Math.round(row.error || 0)}`)
		.join(", ");
	return svg(
		"svg.ratings",
		{ viewBox: `0 0 ${WIDE} ${height}`, role: "img", "aria-label": S.ratingsName(words) },
		...parts,
	);
}
