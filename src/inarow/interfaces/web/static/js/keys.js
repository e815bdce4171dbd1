/**
 * Keys for everything, listed by `?`. A key of one letter can be switched off (some people speak to
 * their machine, and a spoken word is a row of letters).
 */
import { checkbox, definitions, dialog, el } from "./dom.js";
import { keep, recall } from "./store.js";
import { S } from "./strings.js";

export class Keys {
	on = recall("keys", true);

	/** `actions` by key; `rest` is asked about keys that are not among them. */
	constructor(actions, rest) {
		Object.assign(this, { actions, rest });
		document.addEventListener("keydown", (event) => this.press(event));
	}

	press(event) {
		const { key, target } = event;
		if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
		const field = target.closest("input:not([type=checkbox],[type=range]), select, textarea, dialog[open]");
		if (field?.checkVisibility()) return; // one in a dialog that was just closed may still have the focus
		if (target.closest("input[type=range]") && key.startsWith("Arrow")) return;
		if (key !== "?" && key.length === 1 && !this.on) return;
		const action = this.actions[key];
		if (action) action();
		if (action || this.rest(key)) event.preventDefault();
	}

	help() {
		this.box ||= this.build();
		this.box.showModal();
	}

	build() {
		const row = (keys) => el("span.row", ...keys.split(" ").map((key) => el("kbd", key)));
		const rows = S.keyHelp.map(([keys, words]) => [row(keys), words]);
		const choice = checkbox(S.singleKeys, this.on, (on) => keep("keys", (this.on = on)));
		return dialog(S.keyTitle, el("p", S.keyIntro), definitions(rows), choice);
	}
}
