/**
 * The tree of a recorded search as a picture, after any number of its steps, fitted and to zoom into.
 *
 * Each node has its place in the finished tree from the first step on, so that nothing moves while it
 * grows. The tree after step n is the nodes that the first n steps changed. What is seen of it is the
 * viewBox of the picture: a wheel, keys, buttons and a finger that drags change nothing else.
 */
import { button, el, fill, set, svg } from "./dom.js";
import { joined } from "./strings.js";
import { V } from "./strings_viewer.js";

/** The size of a box, and how far apart boxes stand. */
const [WIDE, HIGH] = [86, 46];
const [COLUMN, ROW] = [96, 84];
const ZOOM = 1.4;
/** What an arrow key moves, of what is seen. */
const SHARE = 0.15;
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const SIZES = { "+": 1 / ZOOM, "=": 1 / ZOOM, "-": ZOOM };

/** The nodes that there are after the first steps. */
export function nodesAfter(steps) {
	const nodes = new Map([[0, { id: 0, parent: null, text: "", numbers: {} }]]);
	for (const { changed } of steps) for (const node of changed) nodes.set(node.id, node);
	return nodes;
}

export class SearchTree {
	/** what is seen: its middle and its width, in units of the drawing; none: all of it */
	seen = null;

	constructor() {
		const onkeydown = (event) => this.key(event);
		const onwheel = (event) => (event.preventDefault(), this.zoom(event.deltaY > 0 ? ZOOM : 1 / ZOOM, this.at(event)));
		const drag = { onpointerdown: (event) => this.hold(event), onpointermove: (event) => this.drag(event) };
		this.picture = svg("svg.search-tree", { role: "img", onwheel, ...drag, onpointerup: () => (this.held = null) });
		const tool = (sign, name, act) => button(sign, act, { class: "icon", "aria-label": name, title: name });
		const tools = el(
			"div.row.zoom",
			tool("+", V.zoomIn, () => this.zoom(1 / ZOOM)),
			tool("−", V.zoomOut, () => this.zoom(ZOOM)),
			tool("⤢", V.fit, () => this.fit()),
		);
		const region = { tabindex: 0, role: "region", "aria-label": V.treeHelp, onkeydown };
		this.root = el("div.tree-frame", el("div.tree-view", region, this.picture), tools);
	}

	fit() {
		this.seen = null;
		this.look();
	}

	key(event) {
		const { key } = event;
		const [way, size] = [ARROWS[key], SIZES[key]];
		if (key === "0") this.fit();
		else if (size) this.zoom(size);
		else if (way) this.move(...way.map((part) => part * SHARE * this.box[2]));
		else return;
		event.preventDefault();
	}

	/** All of the drawing: left, top, width, height. */
	get whole() {
		return [-WIDE / 2 - 8, -6, this.across * COLUMN + WIDE + 16, this.down * ROW + HIGH + 16];
	}

	/** What is seen of it, in the shape of the frame. */
	get box() {
		const [left, top, width, height] = this.whole;
		const { clientWidth, clientHeight } = this.picture.parentNode;
		const shape = clientHeight / clientWidth || 0.6;
		const widest = Math.max(width, height / shape, 3 * COLUMN);
		const { x, y, wide } = this.seen || { x: left + width / 2, y: top + height / 2, wide: widest };
		return [x - wide / 2, y - (wide * shape) / 2, wide, wide * shape];
	}

	/** The point of the drawing below the pointer. */
	at({ clientX, clientY }) {
		const place = this.picture.getBoundingClientRect();
		const [left, top, wide] = this.box;
		const scale = wide / place.width;
		return [left + (clientX - place.left) * scale, top + (clientY - place.top) * scale];
	}

	/** Shows more or less; the point (or the middle) stays where it is. */
	zoom(factor, point) {
		const [left, top, before, high] = this.box;
		const [px, py] = point || [left + before / 2, top + high / 2];
		const wide = Math.min(Math.max(before * factor, 2 * COLUMN), 1.2 * Math.max(this.whole[2], before));
		const share = wide / before;
		this.seen = { x: px + (left + before / 2 - px) * share, y: py + (top + high / 2 - py) * share, wide };
		this.look();
	}

	move(right, down) {
		const [left, top, wide, high] = this.box;
		this.seen = { x: left + wide / 2 + right, y: top + high / 2 + down, wide };
		this.look();
	}

	hold(event) {
		this.held = this.at(event);
		this.picture.setPointerCapture(event.pointerId);
	}

	drag(event) {
		if (!this.held) return;
		const [x, y] = this.at(event);
		this.move(this.held[0] - x, this.held[1] - y);
	}

	look() {
		set(this.picture, { viewBox: this.box.map((number) => Math.round(10 * number) / 10).join(" ") });
	}

	/** @param places where each node stands: columns from the left, and its row */
	draw(places, nodes, step) {
		const path = new Set(step?.path || []);
		const middle = (id) => [places[id][0] * COLUMN, places[id][1] * ROW];
		[this.across, this.down] = [0, 1].map((axis) => Math.max(...places.map((place) => place[axis])));
		set(this.picture, { "aria-label": V.treeName(nodes.size, step?.words || "") });
		const all = [...nodes.values()];
		const edges = all.slice(1).map(({ id, parent }) => {
			const [x, y] = middle(id);
			const [px, py] = middle(parent);
			const d = `M${px} ${py + HIGH}C${px} ${py + HIGH + 20} ${x} ${y - 20} ${x} ${y}`;
			return svg("path", { class: path.has(id) ? "edge on" : "edge", d });
		});
		const later = places.map((_, id) => !nodes.has(id) && frame("later", ...middle(id)));
		fill(this.picture, ...later, ...edges, ...all.map((node) => this.drawn(node, middle(node.id), path, step)));
		this.follow(middle([...path].pop() ?? 0));
	}

	drawn({ id, text, numbers }, [x, y], path, step) {
		const fresh = step?.changed.some((changed) => changed.id === id);
		return svg(
			"g",
			{
				class: joined(["node", path.has(id) && "on", fresh && "fresh", numbers.cut && "cut"], " "),
				transform: `translate(${x} ${y})`,
			},
			frame("", 0, 0),
			svg("text.name", { y: 14 }, text || V.root),
			...numberLines(numbers).map((line, index) => svg("text", { y: 27 + 12 * index }, line)),
		);
	}

	/** Keeps the end of the path in sight, where not all is seen. */
	follow([x, y]) {
		if (this.seen) {
			const [left, top, wide, high] = this.box;
			if (x < left || x > left + wide || y < top || y + HIGH > top + high) Object.assign(this.seen, { x, y });
		}
		this.look();
	}
}

const frame = (name, x, y) => svg("rect", { class: name, x: x - WIDE / 2, y, width: WIDE, height: HIGH, rx: 8 });

/** Two lines for a box: what the search knows of the position. */
function numberLines({ role, alpha, beta, value, cut, visits, mean, uct, proof, disproof, chance, lead }) {
	const known = (words, number) => (number == null ? "" : words(number));
	if (proof != null) return [V.proof(proof), V.disproof(disproof)];
	if (lead != null) return [V.chance(chance), V.lead(lead)];
	if (role)
		return [alpha === undefined ? joined([role, known(V.chance, chance)]) : V.window(alpha, beta),
			cut ? V.cutMoves(cut) : known(V.value, value)];
	return [V.visits(visits), known(V.score, uct) || known(V.mean, mean)];
}
