/**
 * The address as memory: `#play?game=...&first=...&second=...&moves=...` holds game, players and
 * position, so that a copied link shows the same on any machine. `id` finds the very game again on
 * this server after a reload. `notation` is the version of the names of cells: in links without it
 * row 1 of an m,n,k game is on top.
 */

const NOTATION = 2;

export function readLink() {
	const [view, query = ""] = location.hash.slice(1).split("?");
	return { view, values: new URLSearchParams(query) };
}

/** Commas, equals signs and colons stay as they are: people read these links. */
const written = (value) =>
	encodeURIComponent(value).replace(/%(2C|3D|3A)/g, (code) => decodeURIComponent(code));

export function makeLink(view, values) {
	const given = Object.entries(values).filter(([, value]) => value || value === 0);
	const parts = given.map(([key, value]) => `${key}=${written(value)}`);
	return `#${view}${parts.length ? `?${parts.join("&")}` : ""}`;
}

/** Lets the address say what a view shows, without a step in the history; not for a view that was left. */
export function keepLink({ root }, view, values) {
	const link = makeLink(view, values);
	if (root.isConnected && location.hash !== link) history.replaceState(null, "", link);
}

/** The way to the search laboratory, with a position. */
export const watchLink = ({ game, moves, text, ply }) =>
	makeLink("viewer", { game, moves, position: moves || !ply ? null : text });

/** What a link says of the game that is being looked at. */
export function describe({ game, position }) {
	const [first, second] = game.seats;
	const { moves, text, ply } = position;
	const notation = /[a-z]/.test(moves) && NOTATION;
	return { game: game.game, first, second, moves, notation, position: moves || !ply ? null : text };
}
