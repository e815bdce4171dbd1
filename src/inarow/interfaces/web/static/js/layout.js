/**
 * Places for the nodes of a tree: one row per depth, no two nodes overlap, a parent stands over the
 * middle of its children. Each subtree knows the edges of its rows and is pushed to the right until
 * every row that it shares with its neighbours has a gap (Reingold and Tilford, 1981).
 */

export function layout(root, childrenOf, gap) {
	const [top] = arrange(root, 0, childrenOf, gap);
	const all = walk(top);
	const left = Math.min(...all.map((node) => node.x));
	for (const node of all) node.x -= left;
	return all;
}

const walk = (node) => [node, ...node.children.flatMap(walk)];

const shift = (node, right) => walk(node).forEach((below) => (below.x += right));

function arrange(id, row, childrenOf, gap) {
	const edges = [];
	const children = childrenOf(id).map((child) => {
		const [placed, own] = arrange(child, row + 1, childrenOf, gap);
		const push = Math.max(
			0,
			...own.slice(0, edges.length).map(([left], index) => edges[index][1] + gap - left),
		);
		const by = edges.length ? push : 0;
		shift(placed, by);
		own.forEach(
			([left, right], index) =>
				(edges[index] = edges[index] ? [edges[index][0], right + by] : [left + by, right + by]),
		);
		return placed;
	});
	if (children.length) {
		const middle = (children[0].x + children[children.length - 1].x) / 2;
		children.forEach((child) => shift(child, -middle));
		edges.forEach((edge, index) => (edges[index] = [edge[0] - middle, edge[1] - middle]));
	}
	return [{ id, children, x: 0, row }, [[0, 0], ...edges]];
}
