/**
 * The tree of a recorded search as a picture, after any number of its steps.
 *
 * Each node has its place in the finished tree from the first step on, so that nothing moves while it
 * grows. The tree after step n is the nodes that the first n steps changed.
 */
import { fill, scrolling, set, svg } from "./dom.js";
import { joined, S } from "./strings.js";

/** The size of a box, and how far apart boxes stand. */
const [WIDE, HIGH] = [78, 46];
const [COLUMN, ROW] = [90, 84];

/** The nodes that there are after the first steps. */
export function nodesAfter(steps) {
	const nodes = new Map([[0, { id: 0, parent: null, text: "", numbers: {} }]]);
	for (const { changed } of steps) for (const node of changed) nodes.set(node.id, node);
	return nodes;
}

export class SearchTree {
	picture = svg("svg.search-tree", { role: "img", "aria-label": S.viewer });

	constructor() {
		this.root = scrolling(S.searchTree, this.picture);
		this.root.classList.add("tree-scroll");
	}

	/** @param places where each node stands: columns from the left, and its row */
	draw(places, nodes, step) {
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
		const scroll = this.root;
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
