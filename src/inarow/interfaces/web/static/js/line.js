/**
 * A line of moves to step through: ghost stones appear one by one on the board. Pointing at a move
 * shows the line up to it, a press goes there.
 */
import { button, el, fill, set, whilePointed, write } from "./dom.js";
import { iconButton } from "./icons.js";
import { S } from "./strings.js";

export class LineSteps {
	moves = el("div.moves");
	count = el("span.quiet-text", { role: "status" });
	/** how many moves are on the board while none is pointed at */
	at = 0;
	line = [];

	/** `actions`: `show` a part of the line on the board (null: nothing), `enter` it. */
	constructor(title, actions) {
		this.actions = actions;
		this.back = iconButton("stepBack", S.lineBack, () => this.go(this.at - 1));
		this.next = iconButton("step", S.lineNext, () => this.go(this.at + 1));
		this.root = el("div.line-steps", el("div.row", el("h3", title), this.back, this.next, this.count), this.moves);
	}

	draw(line) {
		const same = line.length === this.line.length && line.every(({ text }, index) => text === this.line[index].text);
		if (same) return;
		this.line = line;
		this.at = 0;
		this.root.hidden = !line.length;
		const moves = line.map((move, index) => {
			const part = line.slice(0, index + 1);
			const pointing = whilePointed(() => this.actions.show(part), () => this.show());
			const attrs = { class: `move ${"xo"[move.player]}`, title: S.enterLine, ...pointing };
			return button(move.text, () => this.actions.enter(part), attrs);
		});
		fill(this.moves, ...moves);
		this.mark();
	}

	go(at) {
		this.at = Math.min(Math.max(at, 0), this.line.length);
		this.mark();
		this.show();
	}

	show() {
		this.actions.show(this.at ? this.line.slice(0, this.at) : null);
	}

	mark() {
		const { at, line } = this;
		this.back.disabled = !at;
		this.next.disabled = at >= line.length;
		write(this.count, at ? S.lineAt(at, line.length, line[at - 1].text) : "");
		[...this.moves.children].forEach((move, index) => set(move, { "aria-current": index + 1 === at && "step" }));
	}
}
