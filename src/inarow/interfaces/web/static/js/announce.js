// @ts-check
/** Saying things: quietly to screen readers, visibly as a note that goes away. */
import { button, el, write } from "./dom.js";

/** Long enough to read, short enough not to be in the way. */
const NOTE_MILLISECONDS = 7000;

/** Speaks without showing. The same sentence twice is said twice. @param {string} words */
export function announce(words) {
  const place = /** @type {HTMLElement} */ (document.getElementById("polite"));
  if (place.textContent === words) words += "\u00a0";
  write(place, words);
}

/** Shows and speaks a note; an action may go with it. @param {string} words @param {{label: string, run: () => void}} [action] */
export function note(words, action) {
  const place = /** @type {HTMLElement} */ (document.getElementById("toasts"));
  const close = () => box.remove();
  const doIt = action && button(action.label, () => (close(), action.run()));
  const box = el("div", { class: "toast" }, el("span", {}, words), doIt);
  place.replaceChildren(box);
  setTimeout(close, NOTE_MILLISECONDS);
}

/** Runs something and shows why it failed. @template T @param {Promise<T>} work @returns {Promise<T|undefined>} */
export async function told(work) {
  try {
    return await work;
  } catch (error) {
    note(error instanceof Error ? error.message : String(error));
    return undefined;
  }
}
