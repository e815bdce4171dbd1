/**
 * Watching a search think: the tree of a recorded search, step by step, forwards and backwards.
 *
 * The server sends the steps and where each node stands in the finished tree, so that nothing moves
 * while it grows. The tree after step n is the nodes that the first n steps changed. The board beside
 * it shows the position at the end of the current path.
 */
import { announce } from "./announce.js";
import { Board } from "./board.js";
import { card, el, field, fill, scrolling, select, set, svg, write } from "./dom.js";
import { icon, iconButton } from "./icons.js";
import { keepLink } from "./link.js";
import { joined, S } from "./strings.js";

/** The size of a box, and how far apart boxes stand. */
const [WIDE, HIGH] = [78, 46];
const [COLUMN, ROW] = [90, 84];
const STEP_MILLISECONDS = 700;

export class View {
	trace = null;
	at = 0;
	board = new Board(() => {});
	amountName = el("span");
	phase = el("span.phase");
	words = el("p");
	count = el("span.quiet-text");
	picture = svg("svg.search-tree", { role: "img", "aria-label": S.viewer });
	legend = el("p.quiet-text");

	constructor({ socket }) {
		this.socket = socket;
		const onchange = () => this.load();
		this.search = select(S.searches, "mcts", { onchange: () => this.choose() });
		this.position = select(S.viewerPositions, "", { onchange });
		this.amount = el("input", { type: "number", min: 1, required: true, onchange });
		const oninput = () => this.go(Number(this.slider.value));
		this.slider = el("input", { type: "range", min: 0, step: 1, "aria-label": S.stepSlider, oninput });
		this.playing = iconButton("play", S.playSteps, () => this.toggle());
		this.root = this.build();
	}

	build() {
		const tool = (sign, name, to) => iconButton(sign, name, () => this.go(to()));
		const side = card(
			S.viewer,
			el("h1", S.viewer),
			el(
				"div.options",
				field(S.algorithm, this.search),
				field(S.position, this.position),
				el("label.field", this.amountName, this.amount),
			),
			el(
				"div.row",
				tool("first", S.first, () => 0),
				tool("stepBack", S.backStep, () => this.at - 1),
				this.playing,
				tool("step", S.nextStep, () => this.at + 1),
				tool("last", S.last, () => Infinity),
				this.count,
			),
			this.slider,
			el("div.step", this.phase, this.words),
			el("div.stage.small-stage", this.board.root),
		);
		const tree = scrolling(S.searchTree, this.picture);
		tree.classList.add("tree-scroll");
		return el("div.split", el("div.card", tree, this.legend), side);
	}

	/** Another view is shown: the steps need not run on. */
	leave() {
		this.stop();
	}

	async open(values) {
		if (this.trace) return;
		this.search.value = values.get("search") === "alphabeta" ? "alphabeta" : "mcts";
		await this.choose();
	}

	/** Another algorithm counts something else: begin with a usual number of it. */
	choose() {
		const deep = this.search.value === "alphabeta";
		write(this.amountName, deep ? S.depth : S.simulations);
		set(this.amount, deep ? { max: 6, value: 3 } : { max: 200, value: 20 });
		return this.load();
	}

	async load() {
		this.stop();
		const search = this.search.value;
		const amount = Math.max(1, Number(this.amount.value));
		const [rules, moves] = this.position.value.split(":");
		const size = search === "alphabeta" ? { depth: amount } : { steps: amount };
		const command = { type: "trace", engine: "viewer", search, where: { rules, moves }, seed: 1, ...size };
		this.trace = await this.socket.ask(command);
		keepLink(this, "viewer", { search });
		write(this.legend, S.treeLegend[search]);
		set(this.slider, { max: this.trace.steps.length });
		this.positions = new Map([["", this.trace.position]]);
		this.go(0);
	}

	toggle() {
		if (this.timer) return this.stop();
		const last = this.trace.steps.length;
		if (this.at >= last) this.at = 0;
		this.showButton("pause", S.pause);
		const next = () => (this.at < last ? this.go(this.at + 1, true) : this.stop());
		this.timer = setInterval(next, STEP_MILLISECONDS);
	}

	stop() {
		clearInterval(this.timer);
		this.timer = undefined;
		this.showButton("play", S.playSteps);
	}

	showButton(sign, name) {
		set(this.playing, { "aria-label": name, title: name });
		fill(this.playing, icon(sign));
	}

	go(at, running = false) {
		if (!this.trace) return;
		if (!running) this.stop();
		const { steps } = this.trace;
		this.at = Math.min(Math.max(at, 0), steps.length);
		const nodes = new Map([[0, { id: 0, parent: null, text: "", numbers: {} }]]);
		for (const { changed } of steps.slice(0, this.at)) for (const node of changed) nodes.set(node.id, node);
		const step = steps[this.at - 1];
		const place = S.stepOf(this.at, steps.length);
		set(this.slider, { value: this.at, "aria-valuetext": place });
		write(this.count, place);
		write(this.phase, step ? S.phase[step.phase] : "");
		set(this.phase, { class: `phase ${step?.phase}` });
		write(this.words, step?.words || S.viewerStart);
		if (!running) announce(this.words.textContent);
		this.draw(nodes, step);
		this.look(nodes, step);
	}

	/** The board at the end of the path. */
	async look(nodes, step) {
		const key = joined((step?.path || []).map((id) => nodes.get(id)?.text), " ");
		this.wanted = key;
		const { game, moves } = this.trace.position;
		if (!this.positions.has(key)) {
			const { position } = await this.socket.ask({ type: "setup", game, moves: `${moves} ${key}` });
			this.positions.set(key, position);
		}
		if (this.wanted === key) this.board.show(this.positions.get(key), { live: false, line: step?.rollout });
	}

	draw(nodes, step) {
		const { places } = this.trace;
		const path = new Set(step?.path || []);
		const middle = (id) => [places[id][0] * COLUMN, places[id][1] * ROW];
		const [across, down] = [0, 1].map((axis) => Math.max(...places.map((place) => place[axis])));
		const [width, height] = [across * COLUMN + WIDE + 16, (down + 1) * ROW];
		const viewBox = `${-WIDE / 2 - 8} -6 ${width} ${height}`;
		set(this.picture, { viewBox, width, height, "aria-label": S.treeName(nodes.size, step?.words || "") });
		const all = [...nodes.values()];
		const edges = all.slice(1).map(({ id, parent }) => {
			const [x, y] = middle(id);
			const [px, py] = middle(parent);
			const d = `M${px} ${py + HIGH}C${px} ${py + HIGH + 20} ${x} ${y - 20} ${x} ${y}`;
			return svg("path", { class: path.has(id) ? "edge on" : "edge", d });
		});
		const later = places.map((_, id) => !nodes.has(id) && frame("later", ...middle(id)));
		fill(this.picture, ...later, ...edges, ...all.map((node) => this.box(node, middle(node.id), path, step)));
		this.follow(middle([...path].pop() ?? 0), width);
	}

	box({ id, text, numbers }, [x, y], path, step) {
		const fresh = step?.changed.some((changed) => changed.id === id);
		return svg(
			"g",
			{
				class: joined(["node", path.has(id) && "on", fresh && "fresh", numbers.cut && "cut"], " "),
				transform: `translate(${x} ${y})`,
			},
			frame("", 0, 0),
			svg("text.name", { y: 14 }, text || S.root),
			...numberLines(numbers).map((line, index) => svg("text", { y: 27 + 12 * index }, line)),
		);
	}

	/** Keeps the end of the path in sight. */
	follow([x, y], width) {
		const scroll = this.picture.parentElement;
		const shown = Math.max(width, scroll.clientWidth);
		scroll.scrollLeft = x + WIDE / 2 + (shown - width) / 2 - scroll.clientWidth / 2;
		scroll.scrollTop = y - scroll.clientHeight / 2;
	}
}

const frame = (name, x, y) => svg("rect", { class: name, x: x - WIDE / 2, y, width: WIDE, height: HIGH, rx: 8 });

/** Two lines for a box: the window and value of alpha-beta, or the visits and result of random games. */
function numberLines({ role, alpha, beta, value, cut, visits, mean, uct }) {
	const known = (words, number) => (number == null ? "" : words(number));
	if (role) return [S.window(alpha, beta), cut ? S.cutMoves(cut) : known(S.value, value)];
	return [S.visits(visits), known(S.score, uct) || known(S.mean, mean)];
}
