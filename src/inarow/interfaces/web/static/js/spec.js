/** Specs such as `connect_four(rows=6,cols=7,k=4)`: a name and its options. */
import { joined, S } from "./strings.js";

export function parseSpec(text) {
	const [, name, inside = ""] = /^\s*([^()\s]+)\s*(?:\((.*)\))?\s*$/.exec(text) || [text, text];
	const pairs = inside.split(",").filter(Boolean).map((part) => part.split("=").map((word) => word.trim()));
	const named = pairs.map(([key, value]) => (value === undefined ? ["number", key] : [key, value])); // level(3)
	return { name, options: Object.fromEntries(named) };
}

export function formatSpec(name, options) {
	const parts = Object.entries(options).map(([key, value]) => `${key}=${value}`);
	return parts.length ? `${name}(${parts})` : name;
}

/** A level with its number by name, however it was written. */
export const levelSpec = (number) => formatSpec("level", { number });

/** What people call a player: "level 3" for a level, else the name as it is. */
export function playerTitle(spec) {
	const { name, options } = parseSpec(spec);
	return name === "level" && options.number ? S.levelName(options.number) : spec;
}

/** Presets of `mnk` are told by their numbers. */
const PRESETS = { "3,3,3": "tic_tac_toe", "15,15,5": "gomoku" };

/** The name under which a game is registered. */
export function entryName(spec) {
	const { name, options } = parseSpec(spec);
	return (name === "mnk" && PRESETS[`${options.rows},${options.cols},${options.k}`]) || name;
}

/** What the server says of a game. */
export const findGame = (catalogue, wanted) => catalogue.games.find(({ name }) => name === wanted);

/** What people call a game: "Connect Four 7 × 6". */
export function gameTitle(spec) {
	const name = entryName(spec);
	const { rows, cols, k } = parseSpec(spec).options;
	if (Object.values(PRESETS).includes(name)) return S.games[name];
	const size = rows && cols && `${cols} × ${rows}`;
	if (name === "mnk") return `${S.inARow(k)} ${size}`;
	return joined([S.games[name] || name, size, k && k !== "4" && S.inARow(k)], " ");
}
