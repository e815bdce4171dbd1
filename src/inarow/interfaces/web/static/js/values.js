/** Values in words and numbers; the kind (proven, bound, estimate) is always said. */
import { joined, S } from "./strings.js";

/** The expected result of a seat from 0 to 1. */
export const chanceOf = (value, seat) => (seat === 0 ? value.chance : 1 - value.chance);

export const percent = (share) => `${Math.round(100 * share)} %`;

/** Bounds of a solver on both sides of a draw: nothing can be said of the result yet. */
const open = ({ unit, result }) => unit === "stones" && !result;

/** Short enough for a cell, from the mover's side. */
export function brief(value, seat) {
	const chance = chanceOf(value, seat);
	const tone = chance > 0.55 ? "good" : chance < 0.45 ? "bad" : "even";
	const sign = { proven: "", bound: value.at_most ? "≤" : "≥", estimate: "~" }[value.kind];
	if (open(value)) return { big: "?", small: "", tone: "even" };
	const known = value.kind !== "estimate" && value.result;
	const big = sign + (known ? S.result[known] : `${Math.round(100 * chance)}%`);
	return { big, small: known ? distance(value, "≤") : "", tone };
}

/** How far away the end is, where it is known; `most` says that it may be nearer. */
function distance({ kind, plies, result, at_most: atMost }, most) {
	const known = plies && result !== "draw";
	return known ? S.inPlies((kind === "proven" && atMost ? most : "") + plies) : "";
}

/** For the table: "win in 5", "at least a draw", "63 %". */
export function inWords(value, seat) {
	if (open(value)) return S.openValue;
	const bound = value.kind === "bound" ? S.bound(value.at_most) : "";
	const result = value.result && [S.result[value.result], distance(value, S.bound(true))];
	const words = result || [percent(chanceOf(value, seat))];
	return bound + joined(words, " ");
}

/** For readers: "win in 5, proven". */
export const spoken = (value, seat) => `${inWords(value, seat)}, ${S.kind[value.kind]}`;

/** The number that belongs to the words, as the engine counts. */
export const number = (value) =>
	`${value.score > 0 ? "+" : ""}${Number(value.score.toPrecision(3))}`.replace("-", "−");

export const isLost = ({ value }) => value?.kind === "proven" && value.result === "loss";

/** Whether a move is the best or proven to be as good. */
export function isBest(move, all) {
	const best = all.find((other) => other.best)?.value;
	const same = (name) => move.value?.[name] === best?.[name];
	return move.best || (best?.kind === "proven" && ["kind", "result", "score", "plies"].every(same));
}
