// @ts-check
/** Values in words and numbers; the kind (proven, bound, estimate) is always said. */
import { S } from "./strings.js";

/** @typedef {import("./types.js").Value} Value @typedef {import("./types.js").Seat} Seat */

/** The expected result of a seat from 0 to 1. @param {Value} value @param {Seat} seat */
export const chanceOf = (value, seat) => (seat === 0 ? value.chance : 1 - value.chance);

/** @param {number} share */
export const percent = (share) => `${Math.round(100 * share)} %`;

/** Short enough for a cell, from the mover's side. @param {Value} value @param {Seat} seat */
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

/** For the table and for readers: "win in 5 plies, proven". @param {Value} value @param {Seat} seat */
export function spoken(value, seat) {
  if (value.kind === "estimate") return S.estimate(percent(chanceOf(value, seat)), value.words);
  return `${value.words}, ${S.kind[value.kind]}`;
}

/** The number that belongs to the words. @param {Value} value @param {Seat} seat */
export function number(value, seat) {
  if (value.kind === "estimate") return percent(chanceOf(value, seat));
  return `${value.score > 0 ? "+" : ""}${Math.round(100 * value.score) / 100}`.replace("-", "−");
}
