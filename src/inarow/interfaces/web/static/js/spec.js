/** Specs such as `connect_four(rows=6,cols=7,k=4)`: a name and its options. */
import { get } from "./api.js";
import { recall } from "./store.js";
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

/** Every game, as the server describes it. */
export const games = [];

const boardOf = (spec) => {
	const { name, options: { rows, cols, k } } = parseSpec(spec);
	return [name, rows, cols, k].join();
};

/** The name under which a game is registered; that of a preset comes after the general one. */
export const entryName = (spec) =>
	games.findLast((game) => boardOf(game.spec) === boardOf(spec))?.name || parseSpec(spec).name;

/** What the server says of a game. */
export const findGame = (wanted) => games.find(({ name }) => name === wanted);

/** What a visitor finds on the board. */
export function firstGame(catalogue) {
	const last = recall("setup", null);
	return last && findGame(entryName(last.game)) ? last : catalogue.first;
}

const learned = new Map();

/** Who plays on a board, and whom to ask about it; nothing before that was learned. */
export const whoPlays = (spec) => games.find((one) => [one.name, one.spec].includes(spec)) || learned.get(spec);

export async function learnWhoPlays(spec) {
	if (!whoPlays(spec)) learned.set(spec, await get("/api/players", { game: spec }));
	return whoPlays(spec);
}

/** What people call a game: "Connect Four 7 × 6", "Gomoku 15 × 15, renju". */
export function gameTitle(spec) {
	const name = entryName(spec);
	const { name: general, options } = parseSpec(spec);
	const { rows, cols, k } = options;
	const title = findGame(name)?.title || name;
	if (name !== general) return title;
	const size = rows && cols && `${cols} × ${rows}`;
	if (games.some((game) => game.name !== name && parseSpec(game.spec).name === name)) return `${S.inARow(k)} ${size}`;
	const chosen = (findGame(name)?.options || []).filter((option) => ["rule", "opening"].includes(option.name));
	const special = chosen.map((option) => options[option.name]).filter((value, at) => value !== chosen[at].default);
	return joined([joined([title, size], " "), k && k !== "4" && S.inARow(k), ...special]);
}
