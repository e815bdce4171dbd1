/**
 * Keys for everything, listed by `?`. A key of one letter can be switched off (some people speak to
 * their machine, and a spoken word is a row of letters).
 */
import { checkbox, dialog, el } from "./dom.js";
import { keep, recall } from "./store.js";
import { S } from "./strings.js";

export class Keys {
	constructor() {
		this.actions = new Map();
		/** Called with keys that nobody else wants. */
		this.rest = () => false;
		this.on = recall("keys", true);
		document.addEventListener("keydown", (event) => this.press(event));
	}

	press(event) {
		if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
		const target = event.target;
		if (target.closest("input:not([type=checkbox],[type=range]), select, textarea, dialog[open]")) return;
		if (target.closest("input[type=range], [role=tablist]") && event.key.startsWith("Arrow")) return;
		if (event.key !== "?" && event.key.length === 1 && !this.on) return;
		const action = this.actions.get(event.key);
		if (action) {
			event.preventDefault();
			action();
		} else if (this.rest(event.key)) event.preventDefault();
	}

	help() {
		if (!this.box) {
			const rows = S.keyHelp.map(([keys, words]) =>
				el("div", el("dt", ...keys.split(" ").flatMap((key) => [el("kbd", key), " "])), el("dd", words)),
			);
			const choice = checkbox(S.singleKeys, this.on, (on) => {
				this.on = on;
				keep("keys", on);
			});
			this.box = dialog(S.keyTitle, S.close, el("p", S.keyIntro), el("dl.keys", ...rows), choice);
		}
		this.box.showModal();
	}
}
