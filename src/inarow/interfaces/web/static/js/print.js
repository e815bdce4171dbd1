/**
 * A sheet of paper: names, result and moves, with the position or pictures of the whole game.
 * It is made beside the page, shown to the printer alone, and gone afterwards.
 */
import { el } from "./dom.js";
import { picture } from "./picture.js";
import { gameTitle } from "./spec.js";
import { S } from "./strings.js";

/** Pictures on the sheet of a game, at most. */
const PICTURES = 12;

/** Nodes of a line at even distances, always with the last one. */
function spread(line) {
	const step = Math.ceil((line.length - 1) / PICTURES) || 1;
	return line.filter((_, index) => (line.length - 1 - index) % step === 0 && index > 0);
}

/** Large boards carry the numbers of the moves. */
function numbered(session, position, node) {
	const drawing = picture(position);
	if (!drawing.geometry.goban) return drawing.root;
	const [start, ...path] = session.path(node).map((id) => session.nodes.get(id));
	const placed = path.filter(({ cell }) => cell);
	drawing.number(placed.map(({ cell }, index) => ({ cell, number: start.ply + index + 1 })));
	return drawing.root;
}

/** The moves as text: `1. 4 4 2. 3 5`. */
function moveText(session, line) {
	const moves = line.slice(1).map((id) => session.nodes.get(id));
	return moves.map(({ ply, player, text }) => (player === 0 ? `${Math.ceil(ply / 2)}. ${text}` : text)).join(" ");
}

async function figure(session, node) {
	const known = session.positions.get(node) || (await session.ask("look", { node })).position;
	session.positions.set(node, known);
	const { ply, text } = session.nodes.get(node);
	const words = text ? `${S.moveNumber(ply)}: ${text}` : S.startPosition;
	return el("figure", numbered(session, known, node), el("figcaption", words));
}

/** Prints the position on the screen, or the line that it belongs to. */
export async function printSheet(session, whole) {
	const { game, shown, position } = session;
	const line = whole ? session.line() : session.path(shown);
	const nodes = whole ? spread(line) : [shown];
	const figures = await Promise.all(nodes.map((node) => figure(session, node)));
	const players = position.sides.map((side, seat) => `${game.names[seat]} (${side})`).join(" – ");
	const sheet = el(
		whole ? "section.sheet.many" : "section.sheet",
		el("h1", gameTitle(game.game)),
		el("p", players),
		el("p", whole ? game.status.words : position.words),
		el("div.figures", ...figures),
		el("p.sheet-moves", moveText(session, line)),
	);
	document.body.append(sheet);
	addEventListener("afterprint", () => sheet.remove(), { once: true });
	print();
}
