/** How my games went: tables by game, opponent and seat, and a chart over time. */
import { get } from "./api.js";
import { el, fill, head, scrolling } from "./dom.js";
import { plot } from "./plot.js";
import { gameTitle } from "./spec.js";
import { L } from "./strings_library.js";

const percent = (share) => (share === null ? "" : `${Math.round(100 * share)} %`);

/** Draws the statistics of the games that fit. */
export async function drawStatistics(place, query) {
	const found = await get("/api/library/statistics", query);
	if (!found.total.games) return fill(place, el("p.quiet-text", L.noStatistics));
	const groups = [
		[L.byGame, found.games.map((tally) => ({ ...tally, name: gameTitle(tally.name) }))],
		[L.byOpponent, found.opponents.slice(0, 20)],
		[L.bySeat, found.seats.map((tally) => ({ ...tally, name: L.seat[tally.name] }))],
		[L.byPeriod, found.periods],
	];
	const last = found.periods.at(-1);
	const label = L.chart(found.periods.length, last.name, percent(last.score));
	const chart = el("figure", plot(el("img.plot"), found.plot, label), el("figcaption.quiet-text", L.legend));
	const tables = groups.map(([name, tallies]) => table(name, tallies));
	fill(place, el("p", L.overall(found.total, percent)), chart, ...tables);
}

function table(name, tallies) {
	const top = el("tr", ...[name, ...L.tallyHeads].map((text) => head("col", text)));
	const rows = tallies.map(({ name: what, games, won, drawn, lost, score, accuracy }) => {
		const cells = [games, won, drawn, lost, percent(score), percent(accuracy)];
		return el("tr", head("row", what), ...cells.map((cell) => el("td", cell)));
	});
	return scrolling(name, el("table", el("caption.unseen", name), el("thead", top), el("tbody", ...rows)));
}
