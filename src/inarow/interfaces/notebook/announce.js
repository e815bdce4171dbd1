/** Saying things to screen readers from a notebook, which has no place for notes of ours. */
import { el, write } from "./dom.js";

const HIDDEN = "position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)";
const ID = "inarow-polite";

/** Speaks without showing. The same sentence twice is said twice. */
export function announce(words) {
	let place = document.getElementById(ID);
	if (!place) {
		place = el("div", { id: ID, role: "status", style: HIDDEN });
		document.body.append(place);
	}
	write(place, place.textContent === words ? `${words}\u00a0` : words);
}

export const note = announce;
