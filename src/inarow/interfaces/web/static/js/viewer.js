/**
 * Watching a search think: the tree of a recorded search, step by step, forwards and backwards.
 *
 * The server sends the steps; the tree after step n is the nodes that the first n steps changed.
 * The board beside it shows the position at the end of the current path.
 */
import { announce } from "./announce.js";
import { Board } from "./board.js";
import { card, el, field, fill, iconButton, scrolling, select, set, svg, write } from "./dom.js";
import { icon } from "./icons.js";
import { layout } from "./layout.js";
import { makeLink, replaceLink } from "./link.js";
import { S } from "./strings.js";

const WIDE = 78;
const HIGH = 46;
const ROW = 84;
const GAP = 90;

export class Viewer {
	constructor(socket) {
		this.socket = socket;
		this.trace = null;
		this.at = 0;
		this.board = new Board(S.board, () => {});
		const onchange = () => this.load();
		this.search = select(S.searches, "mcts", { onchange });
		this.position = select(S.viewerPositions, "", { onchange });
		this.amount = el("input", { type: "number", min: 1, max: 200, value: 20, required: true, onchange });
		this.amountName = el("span", S.simulations);
		this.slider = el("input", {
			type: "range",
			min: 0,
			step: 1,
			"aria-label": S.stepSlider,
			oninput: () => this.go(Number(this.slider.value)),
		});
		this.playing = iconButton(icon("play"), S.playSteps, () => this.toggle());
		this.phase = el("span.phase");
		this.words = el("p.step-words");
		this.count = el("span.quiet-text");
		this.picture = svg("svg.search-tree", { role: "img", "aria-label": S.viewer });
		this.legend = el("p.quiet-text");
		this.root = this.build();
	}

	build() {
		const tool = (sign, name, to) => iconButton(icon(sign), name, () => this.go(to()));
		const side = card(
			S.viewer,
			el("h1", S.viewer),
			el("p.quiet-text", S.viewerIntro),
			el(
				"div.options",
				field(S.algorithm, this.search),
				field(S.position, this.position),
				el("label.field", this.amountName, this.amount),
			),
			el(
				"div.row",
				tool("first", S.firstStep, () => 0),
				tool("stepBack", S.backStep, () => this.at - 1),
				this.playing,
				tool("step", S.nextStep, () => this.at + 1),
				tool("last", S.lastStep, () => Infinity),
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

	/** Another view is shown: nobody sees the steps run on. */
	leave() {
		this.stop();
	}

	async open(values) {
		if (this.trace) return;
		this.search.value = values.get("search") === "alphabeta" ? "alphabeta" : "mcts";
		await this.load();
	}

	async load() {
		this.stop();
		const search = this.search.value;
		const deep = search === "alphabeta";
		write(this.amountName, deep ? S.depth : S.simulations);
		set(this.amount, { max: deep ? 6 : 200 });
		if (deep && Number(this.amount.value) > 6) this.amount.value = "3";
		if (!deep && Number(this.amount.value) < 7) this.amount.value = "20";
		const [rules, moves] = this.position.value.split(":");
		const amount = Math.max(1, Number(this.amount.value) || 1);
		this.trace = await this.socket.ask({
			type: "trace",
			engine: "viewer",
			search,
			where: { rules, moves },
			steps: deep ? 50 : amount,
			depth: deep ? amount : 3,
			seed: 1,
		});
		if (this.root.isConnected) replaceLink(makeLink("viewer", { search }));
		write(this.legend, S.treeLegend[search]);
		set(this.slider, { max: this.trace.steps.length });
		this.positions = new Map([["", this.trace.position]]);
		this.go(0);
	}

	toggle() {
		if (this.timer) return this.stop();
		if (this.at >= this.trace.steps.length) this.at = 0;
		set(this.playing, { "aria-label": S.pauseSteps, title: S.pauseSteps });
		fill(this.playing, icon("pause"));
		this.timer = setInterval(
			() => (this.at < this.trace.steps.length ? this.go(this.at + 1, true) : this.stop()),
			700,
		);
	}

	stop() {
		clearInterval(this.timer);
		this.timer = undefined;
		set(this.playing, { "aria-label": S.playSteps, title: S.playSteps });
		fill(this.playing, icon("play"));
	}

	go(at, running = false) {
		if (!this.trace) return;
		if (!running) this.stop();
		this.at = Math.min(Math.max(at, 0), this.trace.steps.length);
		const nodes = new Map([[0, { id: 0, parent: null, text: "", numbers: {} }]]);
		for (const step of this.trace.steps.slice(0, this.at))
			for (const node of step.changed) nodes.set(node.id, node);
		const step = this.trace.steps[this.at - 1];
		const place = S.stepOf(this.at, this.trace.steps.length);
		set(this.slider, { value: this.at, "aria-valuetext": place });
		write(this.count, place);
		write(this.phase, step ? S.phase[step.phase] : "");
		set(this.phase, { class: `phase ${step?.phase}` });
		write(this.words, (step || this.trace).words);
		if (!running) announce(this.words.textContent);
		this.draw(nodes, step);
		this.look(nodes, step);
	}

	/** The board at the end of the path. */
	async look(nodes, step) {
		const key = (step?.path || [])
			.map((id) => nodes.get(id)?.text)
			.filter(Boolean)
			.join(" ");
		this.wanted = key;
		const root = this.trace.position;
		let position = this.positions.get(key);
		if (!position) {
			position = (await this.socket.ask({ type: "setup", game: root.game, moves: `${root.moves} ${key}` }))
				.position;
			this.positions.set(key, position);
		}
		if (this.wanted === key) this.board.show(position, { live: false, line: step?.rollout || [] });
	}

	draw(nodes, step) {
		const path = new Set(step?.path || []);
		const children = (id) => [...nodes.values()].filter((node) => node.parent === id).map((node) => node.id);
		const placed = layout(0, children, GAP);
		const where = new Map(placed.map((node) => [node.id, node]));
		const width = Math.max(...placed.map((node) => node.x)) + WIDE + 16;
		const height = (Math.max(...placed.map((node) => node.row)) + 1) * ROW;
		set(this.picture, {
			viewBox: `${-WIDE / 2 - 8} -6 ${width} ${height}`,
			width,
			height,
			"aria-label": S.treeName(nodes.size, step?.words || ""),
		});
		const middle = (id) => [where.get(id).x, where.get(id).row * ROW];
		const edges = placed.slice(1).map((node) => {
			const [x, y] = middle(node.id);
			const [px, py] = middle(nodes.get(node.id).parent);
			return svg("path", {
				class: path.has(node.id) ? "edge on" : "edge",
				d: `M${px} ${py + HIGH}C${px} ${py + HIGH + 20} ${x} ${y - 20} ${x} ${y}`,
			});
		});
		this.picture.replaceChildren(
			...edges,
			...placed.map((place) => this.box(nodes.get(place.id), middle(place.id), path, step)),
		);
		this.follow(middle([...path].pop() ?? 0), width);
	}

	box(node, [x, y], path, step) {
		const fresh = step?.changed.some((changed) => changed.id === node.id);
		const { cut } = node.numbers;
		const kind = ["node", path.has(node.id) && "on", fresh && "fresh", cut && "cut"].filter(Boolean).join(" ");
		const lines = (node.numbers.role ? S.windowLines : S.visitLines)(node.numbers);
		return svg(
			"g",
			{ class: kind, transform: `translate(${x} ${y})` },
			svg("rect", { x: -WIDE / 2, width: WIDE, height: HIGH, rx: 8 }),
			svg("text.name", { y: 14 }, node.text || S.root),
			...lines.map((text, index) => svg("text", { y: 27 + 12 * index }, text)),
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
