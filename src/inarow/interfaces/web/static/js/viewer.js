/**
 * Watching a search think: the tree of a recorded search, step by step, forwards and backwards.
 *
 * The server sends the steps. The board beside the tree shows the position at the end of the current
 * path.
 */
import { announce } from "./announce.js";
import { Board } from "./board.js";
import { card, el, field, fill, select, set, write } from "./dom.js";
import { icon, iconButton } from "./icons.js";
import { keepLink } from "./link.js";
import { nodesAfter, SearchTree } from "./search_tree.js";
import { joined, S } from "./strings.js";

const STEP_MILLISECONDS = 700;

export class View {
	trace = null;
	at = 0;
	board = new Board(() => {});
	amountName = el("span");
	phase = el("span.phase");
	words = el("p");
	count = el("span.quiet-text");
	tree = new SearchTree();
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
		return el("div.split", el("div.card", this.tree.root, this.legend), side);
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
		const limit = amount + (search === "alphabeta" ? "plies" : "sims");
		const command = { type: "trace", engine: "viewer", search, where: { rules, moves }, limit };
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
		const nodes = nodesAfter(steps.slice(0, this.at));
		const step = steps[this.at - 1];
		const place = S.stepOf(this.at, steps.length);
		set(this.slider, { value: this.at, "aria-valuetext": place });
		write(this.count, place);
		write(this.phase, step ? S.phase[step.phase] : "");
		set(this.phase, { class: `phase ${step?.phase}` });
		write(this.words, step?.words || S.viewerStart);
		if (!running) announce(this.words.textContent);
		this.tree.draw(this.trace.places, nodes, step);
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
}
