/**
 * How the game went: the first player's expected result after each move, as far as it is known.
 * Up is good for the first player. A large point is proven, a small one an estimate. A press jumps to the move.
 */
import { el, fill, set, svg, write } from "./dom.js";
import { S } from "./strings.js";
import { percent } from "./values.js";

const WIDE = 400;
const HIGH = 96;
const PAD = 8;

export class Graph {
	constructor(session) {
		this.session = session;
		const onclick = (event) => this.jump(event);
		const viewBox = `0 0 ${WIDE} ${HIGH}`;
		this.root = svg("svg.graph", { viewBox, role: "img", preserveAspectRatio: "none", onclick });
	}

	jump(event) {
		const line = this.session.line();
		const box = this.root.getBoundingClientRect();
		const share = (((event.clientX - box.left) / box.width) * WIDE - PAD) / (WIDE - 2 * PAD);
		this.session.show(line[Math.round(Math.min(1, Math.max(0, share)) * (line.length - 1))]);
	}

	draw() {
		const { session } = this;
		const line = session.line();
		const here = line.indexOf(session.shown);
		const known = line.map((id, index) => ({ index, ...session.chances.get(id) })).filter(({ kind }) => kind);
		const x = (index) => PAD + ((WIDE - 2 * PAD) * index) / Math.max(1, line.length - 1);
		const y = (chance) => PAD + (HIGH - 2 * PAD) * (1 - chance);
		const place = (index, chance) => `${x(index)} ${y(chance)}`;
		const last = known.at(-1);
		const curve = known.map(({ index, chance }) => place(index, chance)).join("L");
		fill(
			this.root,
			svg("path.zero", { d: `M0 ${HIGH / 2}H${WIDE}` }),
			svg("path.here", { d: `M${x(here)} 0V${HIGH}` }),
			svg("path.curve", { d: curve && `M${curve}` }),
			// a line of no length with round ends stays round when the picture is stretched
			...known.map(({ index, chance, kind }) =>
				svg("path", { class: `point ${kind}`, d: `M${place(index, chance)}h0.01` }),
			),
		);
		const name = last && S.graphName(known.length, session.position.sides[0], percent(last.chance));
		set(this.root, { "aria-label": name, hidden: !last });
	}
}

/** The share of both sides as a bar: the first player from the left. */
export class Bar {
	share = el("span.bar-x");
	words = el("span.bar-words");
	root = el("div.bar", { hidden: true }, el("div.bar-track", this.share), this.words);

	set(value, words) {
		this.root.hidden = !value;
		if (!value) return;
		this.share.style.width = `${100 * value.chance}%`;
		this.root.classList.toggle("estimated", value.kind !== "proven");
		write(this.words, words);
	}
}
