/** Specs such as `connect_four(rows=6,cols=7,k=4)`: a name and its options. */
import { S } from "./strings.js";

export function parseSpec(text) {
	const found = /^\s*([^()\s]+)\s*(?:\((.*)\))?\s*$/.exec(text);
	if (!found) return { name: text, options: {} };
	const parts = (found[2] || "").split(",").filter(Boolean);
	const pairs = parts.map((part) => part.split("=").map((word) => word.trim()));
	const named = pairs.map(([key, value]) => (value === undefined ? ["number", key] : [key, value])); // level(3)
	return { name: found[1], options: Object.fromEntries(named) };
}

export function formatSpec(name, options) {
	const parts = Object.entries(options).map(([key, value]) => `${key}=${value}`);
	return parts.length ? `${name}(${parts.join(",")})` : name;
}

/** A level with its number by name, however it was written. */
export const levelSpec = (number) => formatSpec("level", { number });

/** What people call a player: "level 3" for a level, else the name as it is. */
export function playerTitle(spec) {
	const { name, options } = parseSpec(spec);
	return name === "level" && options.number ? S.levelName(options.number) : spec;
}

/** What people call a game: "Connect Four 7 × 6". */
export function gameTitle(spec) {
	const { name, options } = parseSpec(spec);
	const { rows, cols, k } = options;
	const size = rows && cols ? `${cols} × ${rows}` : "";
	if (name === "mnk" && `${rows},${cols},${k}` === "3,3,3") return S.games.tic_tac_toe;
	if (name === "mnk" && `${rows},${cols},${k}` === "15,15,5") return S.games.gomoku;
	if (name === "mnk") return `${S.inARow(k)} ${size}`;
	const title = S.games[name] || name;
	return [title, size, k && k !== "4" ? S.inARow(k) : ""].filter(Boolean).join(" ");
}

/** The name under which a game is registered; presets of `mnk` are told by their numbers. */
export function entryName(spec) {
	const { name, options } = parseSpec(spec);
	const numbers = `${options.rows},${options.cols},${options.k}`;
	if (name === "mnk" && numbers === "3,3,3") return "tic_tac_toe";
	if (name === "mnk" && numbers === "15,15,5") return "gomoku";
	return name;
}
