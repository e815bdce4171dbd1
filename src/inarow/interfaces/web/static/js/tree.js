/**
 * The moves of a game as a tree: the main line runs on, every branch is a block of its own below
 * the move that it replaces. A press on a move shows its position.
 */
import { button, el, fill } from "./dom.js";
import { S } from "./strings.js";

export class MoveTree {
	constructor(session, verdict) {
		this.session = session;
		this.verdict = verdict;
		this.root = el("div.tree", { role: "group", "aria-label": S.moves, tabindex: "0" });
	}

	draw() {
		const { session, root } = this;
		const held = root.contains(document.activeElement) && document.activeElement !== root;
		fill(root, ...(session.children.has(0) ? this.line(0) : [el("p.quiet-text", S.noMoves)]));
		const current = root.querySelector('[aria-current="true"]');
		if (!current) return;
		if (held) current.focus({ preventScroll: true });
		const { offsetTop: top, offsetHeight: height } = current;
		if (top < root.scrollTop || top + height > root.scrollTop + root.clientHeight)
			root.scrollTop = top - root.clientHeight / 2;
	}

	/** Everything after a node: its first child goes on, the others are branches. */
	line(from) {
		const { session } = this;
		const parts = [];
		let fresh = true; // a line begins with the number of its first move
		for (let at = from; ;) {
			const [main, ...others] = session.children.get(at) || [];
			if (main === undefined) return parts;
			parts.push(...this.move(main, fresh));
			fresh = others.length > 0;
			for (const other of others) parts.push(el("div.branch", ...this.move(other, true), ...this.line(other)));
			at = main;
		}
	}

	move(id, fresh) {
		const { session } = this;
		const { ply, player, text, dice, comment } = session.nodes.get(id);
		const numbered = ply > 0 && (fresh || player === 0);
		const sign = this.verdict(id);
		const shown = button(`${dice ? "⚂" : ""}${text}${sign}`, () => session.show(id), {
			class: `move ${"xo"[player]}`,
			"aria-current": id === session.shown && "true",
			"aria-label": S.moveName(session.position.sides[player], text, dice, S.verdictSigns[sign]),
			title: comment || null,
		});
		return [
			numbered && el("span.count", `${Math.ceil(ply / 2)}${player === 0 ? "." : "…"}`),
			shown,
			comment && el("span.comment", comment),
		];
	}
}
