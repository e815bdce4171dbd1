/** Values in words and numbers; the kind (proven, bound, estimate) is always said. */
import { S } from "./strings.js";

/** The expected result of a seat from 0 to 1. */
export const chanceOf = (value, seat) => (seat === 0 ? value.chance : 1 - value.chance);

export const percent = (share) => `${Math.round(100 * share)} %`;

/** Short enough for a cell, from the mover's side. */
export function brief(value, seat) {
	const chance = chanceOf(value, seat);
	const tone = chance > 0.55 ? "good" : chance < 0.45 ? "bad" : "even";
	if (value.kind === "estimate" || !value.result) {
		const sign = value.kind === "estimate" ? "~" : value.at_most ? "≤" : "≥";
		return { big: `${sign}${Math.round(100 * chance)}%`, small: "", tone };
	}
	const sign = value.kind === "bound" ? (value.at_most ? "≤" : "≥") : "";
	const small = value.plies && value.result !== "draw" ? S.inPlies(value.plies) : "";
	return { big: sign + S.result[value.result], small, tone };
}

/** For the table: "win in 5", "at least a draw", "63 %". */
export function inWords(value, seat) {
	const share = percent(chanceOf(value, seat));
	const bound = value.kind === "bound" ? S.bound(value.at_most) : "";
	if (!value.result) return bound + share;
	return (
		bound +
		S.result[value.result] +
		(value.plies && value.result !== "draw" ? ` ${S.inPlies(value.plies)}` : "")
	);
}

/** For readers: "win in 5, proven". */
export const spoken = (value, seat) => `${inWords(value, seat)}, ${S.kind[value.kind]}`;

/** The number that belongs to the words, as the engine counts. */
export const number = (value) =>
	`${value.score > 0 ? "+" : ""}${Number(value.score.toPrecision(3))}`.replace("-", "−");

/** Whether a move is the best or proven to be as good. */
export function isBest(move, all) {
	const best = all.find((other) => other.best)?.value;
	const { value } = move;
	return (
		move.best ||
		(!!best &&
			value?.kind === "proven" &&
			best.kind === "proven" &&
			value.result === best.result &&
			value.score === best.score &&
			value.plies === best.plies)
	);
}
