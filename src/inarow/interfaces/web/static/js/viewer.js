/** The search laboratory: recorded searches of any position, one or two of them, step by step on one clock. */
import { announce } from "./announce.js";
import { Board } from "./board.js";
import { card, choices, el, field, fill, select, set, smallButton, write } from "./dom.js";
import { icon, iconButton } from "./icons.js";
import { keepLink } from "./link.js";
import { nodesAfter, SearchTree } from "./search_tree.js";
import { gameTitle, parseSpec } from "./spec.js";
import { joined, S } from "./strings.js";
import { V } from "./strings_viewer.js";

const STEP_MILLISECONDS = 700;
/** What each search counts, and how much of it is usual. */
const AMOUNTS = {
	mcts: ["sims", 20], alphabeta: ["plies", 3], minimax: ["plies", 3], expectiminimax: ["plies", 2],
	gomoku: ["nodes", 200], prover: ["nodes", 100],
};

/** Searches that are read alike. */
const LEGENDS = { expectiminimax: "minimax", gomoku: "prover" };

/** One search: which, how much of it, its tree and what it says. */
class Lane {
	trace = null;
	amountName = el("span");
	phase = el("span.phase");
	words = el("p");
	tree = new SearchTree();
	legend = el("p.quiet-text");

	constructor(label, search, changed) {
		const onchange = () => (this.choose(), changed());
		this.search = select([...(search ? [] : [["", V.none]]), ...Object.entries(V.searches)], search, { onchange });
		const plain = { autocomplete: "off", spellcheck: "false", placeholder: "exploration=0.5", onchange: changed };
		this.options = el("input", { type: "text", ...plain });
		this.amount = el("input", { type: "number", min: 1, required: true, onchange: changed });
		this.more = field(V.options, this.options);
		this.size = el("label.field", this.amountName, this.amount);
		this.form = el("div.options", field(label, this.search), this.size, this.more);
		this.step = el("div.step", this.phase, this.words);
		this.root = el("div.stack", this.tree.root, this.legend);
		this.choose();
	}

	/** Another algorithm counts something else: begin with a usual number of it. */
	choose(options = "", wanted = null) {
		const [unit, usual] = AMOUNTS[this.name] || [];
		this.unit = unit;
		this.options.value = options;
		this.size.hidden = !unit;
		this.more.hidden = this.root.hidden = this.step.hidden = !this.name;
		write(this.amountName, V.amounts[unit] || "");
		set(this.amount, { max: 1000, value: wanted || usual });
		write(this.legend, V.legend[LEGENDS[this.name] || this.name] || "");
	}

	get name() {
		return this.search.value;
	}

	read(spec, limit) {
		const name = parseSpec(spec || "").name;
		this.search.value = name in V.searches ? name : this.search.options[0].value;
		this.choose(/\((.*)\)\s*$/.exec(spec || "")?.[1] || "", parseInt(limit || "", 10));
	}

	get spec() {
		const options = this.options.value.trim();
		return this.name && options ? `${this.name}(${options})` : this.name;
	}

	get limit() {
		return this.unit ? `${Math.max(1, Number(this.amount.value))}${this.unit}` : "";
	}

	async load(socket, engine, where) {
		this.trace = null;
		if (!this.name) return;
		write(this.words, V.recording);
		this.tree.zoom(0);
		try {
			this.trace = await socket.ask({ type: "trace", engine, search: this.spec, where, limit: this.limit });
		} catch (error) {
			if (error.code !== "stopped") write(this.words, error.message);
		}
	}

	go(at) {
		if (!this.trace) return;
		const { steps, places, words } = this.trace;
		const done = Math.min(at, steps.length);
		const step = steps[done - 1];
		this.nodes = nodesAfter(steps.slice(0, done));
		this.last = step;
		write(this.phase, step ? V.phase[step.phase] : "");
		set(this.phase, { class: `phase ${step?.phase}` });
		write(this.words, step?.words || joined([V.start, words], " "));
		this.tree.draw(places, this.nodes, step);
	}
}

export class View {
	at = 0;
	board = new Board(() => {});
	count = el("span.quiet-text");
	compared = el("p", { role: "status" });

	constructor({ socket }) {
		this.socket = socket;
		const changed = () => this.load();
		this.lanes = [new Lane(V.algorithm, "mcts", changed), new Lane(V.beside, "", changed)];
		this.position = select(V.positions, "", { onchange: () => ((this.place = null), this.load()) });
		const oninput = () => this.go(Number(this.slider.value));
		this.slider = el("input", { type: "range", min: 0, step: 1, "aria-label": V.stepSlider, oninput });
		this.playing = iconButton("play", V.playSteps, () => this.toggle());
		this.root = this.build();
	}

	build() {
		const tool = (sign, name, to) => iconButton(sign, name, () => this.go(to()));
		const [first, second] = this.lanes;
		const side = card(
			V.title,
			el("h1", V.title),
			field(V.position, this.position),
			first.form,
			second.form,
			el(
				"div.row",
				tool("first", S.first, () => 0),
				tool("stepBack", V.backStep, () => this.at - 1),
				this.playing,
				tool("step", V.nextStep, () => this.at + 1),
				tool("last", S.last, () => Infinity),
				this.count,
			),
			this.slider,
			first.step,
			second.step,
			this.compared,
			el("div.stage.small-stage", this.board.root),
			el("div.row", smallButton(V.sweep, () => this.sweep())),
		);
		return el("div.split", el("div.card.lanes", first.root, second.root), side);
	}

	leave() {
		this.stop();
	}

	/** Several values of an option of the first search, compared by what they score. */
	async sweep() {
		const { Sweep } = await import("./sweep.js");
		this.sweeping ||= new Sweep(this.socket);
		this.root.append(this.sweeping.root);
		await this.sweeping.open(this.lanes[0].spec, this.where.rules);
	}

	/** An address has the searches, and the position if it is not one of the examples. */
	async open(values) {
		const { search, limit, beside, besideLimit, game: rules, moves = "", position } = Object.fromEntries(values);
		if (this.asked && !search && !rules) return this.keep();
		const [first, second] = this.lanes;
		first.read(search || first.spec, limit || first.limit);
		second.read(beside, besideLimit);
		if (rules) this.place = { rules, moves, position };
		await this.load();
	}

	/** Where the search begins; an own position is the first of the choices. */
	get where() {
		const [rules, moves] = this.position.value.split(":");
		return this.place || { rules, moves };
	}

	offer() {
		const { place, position } = this;
		const own = place ? [["own", joined([gameTitle(place.rules), place.moves])]] : [];
		fill(position, ...choices([...own, ...V.positions], place ? "own" : position.value));
	}

	async load() {
		this.stop();
		this.offer();
		const { where, lanes } = this;
		this.keep();
		const asked = (this.asked = {});
		await Promise.all(lanes.map((lane, number) => lane.load(this.socket, `viewer${number}`, where)));
		if (this.asked !== asked) return; // something else was chosen meanwhile
		const position = lanes.find((lane) => lane.trace)?.trace.position;
		set(this.slider, { max: this.length });
		this.positions = new Map([["", position]]);
		if (position) this.go(0);
	}

	keep() {
		const [first, second] = this.lanes;
		const { rules, moves, position } = this.place || {};
		const beside = second.name && { beside: second.spec, besideLimit: second.limit };
		const link = { search: first.spec, limit: first.limit, ...beside, game: rules, moves, position };
		keepLink(this, "viewer", link);
	}

	get length() {
		return Math.max(...this.lanes.map(({ trace }) => trace?.steps.length || 0));
	}

	toggle() {
		if (this.timer) return this.stop();
		if (this.at >= this.length) this.at = 0;
		this.showButton("pause", S.pause);
		const next = () => (this.at < this.length ? this.go(this.at + 1, true) : this.stop());
		this.timer = setInterval(next, STEP_MILLISECONDS);
	}

	stop() {
		clearInterval(this.timer);
		this.timer = undefined;
		this.showButton("play", V.playSteps);
	}

	showButton(sign, name) {
		set(this.playing, { "aria-label": name, title: name });
		fill(this.playing, icon(sign));
	}

	go(at, running = false) {
		const { length, lanes } = this;
		if (!length) return;
		if (!running) this.stop();
		this.at = Math.min(Math.max(at, 0), length);
		for (const lane of lanes) lane.go(this.at);
		const place = V.stepOf(this.at, length);
		set(this.slider, { value: this.at, "aria-valuetext": place });
		write(this.count, place);
		const shown = lanes.filter((lane) => lane.trace);
		if (!running) announce(joined(shown.map(({ words }) => words.textContent), " "));
		write(this.compared, this.at === length && shown.length > 1 ? this.comparison() : "");
		this.look(shown[0]);
	}

	comparison() {
		const sizes = this.lanes.map(({ spec, trace }) => [spec, trace.places.length]);
		const [[one, few], [other, many]] = sizes.sort(([, a], [, b]) => a - b);
		return few < many ? V.fewer(one, few, other, many) : "";
	}

	/** The board at the end of the path. */
	async look({ nodes, last, trace }) {
		const key = joined((last?.path || []).map((id) => nodes.get(id)?.text), " ");
		this.wanted = key;
		const { game, moves, text } = trace.position;
		const where = this.where.position ? { game, position: text, moves: key } : { game, moves: `${moves} ${key}` };
		if (!this.positions.has(key)) {
			const { position } = await this.socket.ask({ type: "setup", ...where });
			this.positions.set(key, position);
		}
		if (this.wanted !== key) return;
		const reason = last?.cells.length ? { player: null, lines: [], cells: last.cells } : null;
		this.board.show(this.positions.get(key), { live: false, line: last?.rollout, reason });
	}
}
