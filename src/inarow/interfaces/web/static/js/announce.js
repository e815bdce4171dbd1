/** Saying things: quietly to screen readers, visibly as a note that goes away. */
import { Refused } from "./api.js";
import { button, el, fill, write } from "./dom.js";
import { S } from "./strings.js";

/** Long enough to read, short enough not to be in the way. */
const NOTE_MILLISECONDS = 7000;

/** Speaks without showing. The same sentence twice is said twice. */
export function announce(words) {
	const place = document.getElementById("polite");
	if (place.textContent === words) words += "\u00a0";
	write(place, words);
}

/** Shows and speaks a note in the dialog that is open, or else in the header, where it covers nothing. */
export function note(words, action) {
	const close = () => box.remove();
	const doIt = action && button(action.label, () => (close(), action.run()));
	const box = el("div.toast", el("span", words), doIt);
	const place = document.getElementById("toasts");
	const title = document.querySelector("dialog[open] > .card-head");
	if (title) title.after(place);
	else document.getElementById("header").lastChild.before(place);
	fill(place, box);
	if (title) box.scrollIntoView({ block: "nearest" });
	setTimeout(close, NOTE_MILLISECONDS);
}

export async function copy(text, name) {
	await navigator.clipboard.writeText(text);
	note(S.copied(name));
}

/**
 * Shows what the server refused; anything else is a mistake of ours and stays an error. What was
 * replaced by a later command (`stopped`) needs no words.
 */
export function complain(error) {
	if (!(error instanceof Refused || error instanceof DOMException)) throw error;
	if (error.code !== "stopped") note(error.message);
}
