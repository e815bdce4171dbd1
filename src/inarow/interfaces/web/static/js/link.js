/**
 * The address as memory: `#play?game=...&first=...&second=...&moves=...` holds game, players and
 * position, so that a copied link shows the same on any machine. `id` finds the very game again on
 * this server after a reload.
 */

export function readLink(hash = location.hash) {
	const [view, query = ""] = hash.replace(/^#/, "").split("?");
	return { view, values: new URLSearchParams(query) };
}

export function makeLink(view, values) {
	const parts = Object.entries(values)
		.filter(([, value]) => value !== null && value !== undefined && value !== "")
		.map(
			([key, value]) =>
				`${key}=${encodeURIComponent(String(value)).replace(/%2C/g, ",").replace(/%3D/g, "=").replace(/%3A/g, ":")}`,
		);
	return `#${view}${parts.length ? `?${parts.join("&")}` : ""}`;
}

/** Changes the address without a step in the history. */
export function replaceLink(link) {
	if (location.hash !== link) history.replaceState(null, "", link);
}

/** What a link says of the game that is being looked at. */
export function describe({ game, position }) {
	if (!game || !position) return {};
	const [first, second] = game.seats;
	return {
		game: game.game,
		first,
		second,
		moves: position.moves,
		position: position.moves || !position.ply ? null : position.text,
	};
}
