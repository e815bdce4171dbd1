/** The signs on buttons, drawn here: fonts lack some of them. */
import { button, el, svg } from "./dom.js";
import { S } from "./strings.js";

const PATHS = {
	first: "M6 5v14M19 5L9 12l10 7Z",
	back: "M16 5L6 12l10 7Z",
	forward: "M8 5l10 7-10 7Z",
	last: "M18 5v14M5 5l10 7-10 7Z",
	play: "M7 4l13 8-13 8Z",
	pause: "M7 5h3v14H7ZM14 5h3v14h-3Z",
	step: "M9 6l6 6-6 6",
	stepBack: "M15 6l-6 6 6 6",
	theme: "M20 14.5A8.5 8.5 0 1 1 9.5 4a7 7 0 0 0 10.5 10.5Z",
	help: "M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M12 18v.1",
};

export const icon = (sign) =>
	svg("svg.sign-icon", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { class: sign, d: PATHS[sign] }));

/** A button that shows only a sign; its name is said and shown as a tip. */
export const iconButton = (sign, name, onclick) =>
	button(icon(sign), onclick, { class: "icon", "aria-label": name, title: name });

/** The buttons that leaf through a game, in a row. */
export function leafing(go) {
	const steps = { first: -Infinity, back: -1, forward: 1, last: Infinity };
	const buttons = Object.entries(steps).map(([sign, count]) => iconButton(sign, S[sign], () => go(count)));
	return el("div.row.leaf", { role: "group", "aria-label": S.leaf }, ...buttons);
}
