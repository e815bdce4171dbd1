/**
 * The tree of a recorded search after any number of steps; wheel, keys and buttons zoom into it.
 * Each node has its place in the finished tree from the first step on: nothing moves.
 */
import { button, el, fill, set, svg } from "./dom.js";
import { joined } from "./strings.js";
import { V } from "./strings_viewer.js";

/** The size of a box, and how far apart boxes stand. */
const [WIDE, HIGH] = [86, 46];
const [COLUMN, ROW] = [96, 84];
const [ZOOM, MOST] = [1.4, 40];

/** The nodes that there are after the first steps. */
export function nodesAfter(steps) {
	const nodes = new Map([[0, { id: 0, parent: null, text: "", numbers: {} }]]);
	for (const { changed } of steps) for (const node of changed) nodes.set(node.id, node);
	return nodes;
}

export class SearchTree {
	scale = 1;

	constructor() {
		this.picture = svg("svg.search-tree", { role: "img" });
		const tool = (sign, name, factor) =>
			button(sign, () => this.zoom(factor), { class: "icon", "aria-label": name, title: name });
		this.view = el(
			"div.tree-view",
			{
				tabindex: 0,
				role: "region",
				"aria-label": V.treeHelp,
				onkeydown: ({ key }) => this.zoom({ "+": ZOOM, "-": 1 / ZOOM, 0: 0 }[key] ?? 1),
				onwheel: (event) => (event.preventDefault(), this.zoom(event.deltaY > 0 ? 1 / ZOOM : ZOOM, event)),
			},
			this.picture,
		);
		const tools = [tool("+", V.zoomIn, ZOOM), tool("−", V.zoomOut, 1 / ZOOM), tool("⤢", V.fit, 0)];
		this.root = el("div.tree-frame", this.view, el("div.row.zoom", ...tools));
	}

	/** Makes it larger, around the pointer or the middle; never smaller than the frame. */
	zoom(factor, { clientX, clientY } = {}) {
		const { view, picture, scale } = this;
		const { left, top, width, height } = view.getBoundingClientRect();
		const [x, y] = [clientX ? clientX - left : width / 2, clientY ? clientY - top : height / 2];
		this.scale = Math.min(Math.max(scale * factor, 1), MOST);
		picture.style.width = picture.style.height = `${100 * this.scale}%`;
		const share = this.scale / scale;
		view.scrollTo((view.scrollLeft + x) * share - x, (view.scrollTop + y) * share - y);
	}

	/** @param places where each node stands: columns from the left, and its row */
	draw(places, nodes, step) {
		const path = new Set(step?.path || []);
		const middle = (id) => [places[id][0] * COLUMN, places[id][1] * ROW];
		const [across, down] = [0, 1].map((axis) => Math.max(...places.map((place) => place[axis])));
		const viewBox = `${-WIDE / 2 - 8} -8 ${across * COLUMN + WIDE + 16} ${down * ROW + HIGH + 16}`;
		set(this.picture, { viewBox, "aria-label": V.treeName(nodes.size, step?.words || "") });
		const all = [...nodes.values()];
		const edges = all.slice(1).map(({ id, parent }) => {
			const [x, y] = middle(id);
			const [px, py] = middle(parent);
			const d = `M${px} ${py + HIGH}C${px} ${py + HIGH + 20} ${x} ${y - 20} ${x} ${y}`;
			return svg("path", { class: path.has(id) ? "edge on" : "edge", d });
		});
		const later = places.map((_, id) => !nodes.has(id) && frame("later", ...middle(id)));
		fill(this.picture, ...later, ...edges, ...all.map((node) => this.drawn(node, middle(node.id), path, step)));
		this.follow();
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

	/** Keeps the end of the path in sight. */
	follow() {
		const end = [...this.picture.querySelectorAll(".on")].pop()?.getBoundingClientRect();
		const { left, right, top, bottom, width, height } = this.view.getBoundingClientRect();
		if (!end || (end.left > left && end.right < right && end.top > top && end.bottom < bottom)) return;
		this.view.scrollBy(end.left - left - width / 2, end.top - top - height / 2);
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
