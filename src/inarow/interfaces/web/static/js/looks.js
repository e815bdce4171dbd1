/** What a large board shows on request, remembered in this browser: numbers of the moves, and threats. */
import { checkbox, el, write } from "./dom.js";
import { keep, recall } from "./store.js";
import { S } from "./strings.js";

/** What a position is about in general, which is no threat. */
const QUIET = ["shapes", "lines"];

export class Looks {
	on = recall("looks", { numbers: false, threats: false });
	threats = [];
	words = el("p.quiet-text", { role: "status" });

	constructor(session, why, changed) {
		Object.assign(this, { session, why, changed });
		const box = (name) =>
			checkbox(S[name], this.on[name], (on) => {
				this.on[name] = on;
				keep("looks", this.on);
				changed();
			});
		this.root = el("div.looks", el("div.row", box("numbers"), box("threats")), this.words);
	}

	/** What the board is to show; threats are asked for, and come later. */
	extras() {
		const { session } = this;
		this.root.hidden = !session.position.shape.stars.length;
		if (this.root.hidden) return {};
		this.look();
		return { numbers: this.on.numbers ? this.numbers() : [], threats: this.threats };
	}

	/** The stones up to here, numbered as they were placed; those of the start come before. */
	numbers() {
		const [start, ...path] = this.session.path(this.session.shown).map((id) => this.session.nodes.get(id));
		const placed = path.filter(({ cell }) => cell);
		return placed.map(({ cell }, index) => ({ cell, number: start.ply + index + 1 }));
	}

	async look() {
		const { game, shown, position } = this.session;
		const wanted = this.on.threats && !position.outcome ? `${game.id} ${shown}` : "";
		if (this.wanted === wanted) return;
		this.wanted = wanted;
		const found = (wanted ? await this.why.about(null) : []).filter(({ kind }) => !QUIET.includes(kind));
		if (this.wanted !== wanted) return; // another position by now
		this.threats = found.filter(({ moves }) => !moves.length); // a sequence is for the analysis
		write(this.words, wanted ? found.map(({ words }) => words).join("; ") || S.noThreats : "");
		this.changed();
	}
}
