/** Saying things: quietly to screen readers, visibly as a note that goes away. */
import { button, el, fill, write } from "./dom.js";
import { Refused } from "./refused.js";

/** Long enough to read, short enough not to be in the way. */
const NOTE_MILLISECONDS = 7000;

/** Speaks without showing. The same sentence twice is said twice. */
export function announce(words) {
	const place = document.getElementById("polite");
	if (place.textContent === words) words += "\u00a0";
	write(place, words);
}

/** Shows and speaks a note; an action may go with it. */
export function note(words, action) {
	const close = () => box.remove();
	const doIt = action && button(action.label, () => (close(), action.run()));
	const box = el("div.toast", el("span", words), doIt);
	fill(document.getElementById("toasts"), box);
	setTimeout(close, NOTE_MILLISECONDS);
}

/**
 * Shows what the server refused; anything else is a mistake of ours and stays an error. Whoever asked
 * for something else meanwhile (`stopped`) need not be told.
 */
export function complain(error) {
	if (!(error instanceof Refused || error instanceof DOMException)) throw error;
	if (error.code !== "stopped") note(error.message);
}
