/** How my games went: tables by game, opponent and seat, and a chart over time. */
import { get } from "./api.js";
import { el, fill, head, scrolling, svg } from "./dom.js";
import { gameTitle } from "./spec.js";
import { L } from "./strings_library.js";

const [WIDTH, HEIGHT, LEFT, BELOW] = [600, 150, 40, 22];
const percent = (share) => (share === null ? "" : `${Math.round(100 * share)} %`);

/** Draws the statistics of the games that fit. */
export async function drawStatistics(place, query) {
	const found = await get("/api/library/statistics", query);
	if (!found.total.games) return fill(place, el("p.quiet-text", L.noStatistics));
	const groups = [
		[L.byGame, found.games.map((tally) => ({ ...tally, name: gameTitle(tally.name) }))],
		[L.byOpponent, found.opponents.slice(0, 20)],
		[L.bySeat, found.seats.map((tally) => ({ ...tally, name: L.seat[tally.name] }))],
	];
	const tables = groups.map(([name, tallies]) => table(name, tallies));
	fill(place, el("p", L.overall(found.total, percent)), chart(found.periods), ...tables);
}

function table(name, tallies) {
	const top = el("tr", ...[name, ...L.tallyHeads].map((text) => head("col", text)));
	const rows = tallies.map(({ name: what, games, won, drawn, lost, score, accuracy }) => {
		const cells = [games, won, drawn, lost, percent(score), percent(accuracy)];
		return el("tr", head("row", what), ...cells.map((cell) => el("td", cell)));
	});
	return scrolling(name, el("table", el("caption.unseen", name), el("thead", top), el("tbody", ...rows)));
}

/** Points as a line with dots, accuracy as squares: shapes, not colours, tell them apart. */
function chart(periods) {
	const x = (at) => LEFT + ((at + 0.5) * (WIDTH - LEFT)) / periods.length;
	const y = (share) => 8 + (1 - share) * (HEIGHT - BELOW - 8);
	const line = periods.map(({ score }, at) => `${at ? "L" : "M"}${x(at)},${y(score)}`).join("");
	const grid = [0, 0.5, 1].flatMap((share) => [
		svg("path", { class: "grid", d: `M${LEFT},${y(share)}H${WIDTH}` }),
		svg("text", { class: "tick", x: LEFT - 6, y: y(share) + 4, "text-anchor": "end" }, percent(share)),
	]);
	const dots = periods.flatMap(({ name, score, accuracy, games }, at) => {
		const title = svg("title", {}, L.period(name, games, percent(score), percent(accuracy)));
		const square = accuracy !== null && svg("rect", { x: x(at) - 4, y: y(accuracy) - 4, width: 8, height: 8 });
		return [svg("circle", { class: "dot", cx: x(at), cy: y(score), r: 4 }, title), square];
	});
	const ends = [0, periods.length - 1].filter((at, index) => !index || at).map((at, index) =>
		svg("text", { class: "tick", x: x(at), y: HEIGHT - 4, "text-anchor": index ? "end" : "start" }, periods[at].name),
	);
	const last = periods.at(-1);
	const label = L.chart(periods.length, last.name, percent(last.score));
	const drawing = { class: "ratings", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label };
	const picture = svg("svg", drawing, ...grid, svg("path", { class: "error", d: line }), ...dots, ...ends);
	return el("figure", picture, el("figcaption.quiet-text", L.legend));
}
