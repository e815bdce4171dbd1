/** What people read or hear in the view of their games: apart from `strings.js`, since few visits need it. */
import { joined } from "./strings.js";

export const L = {
	find: "Find games",
	player: "Player or event",
	anyGame: "any game",
	result: "Result",
	results: [["", "any result"], ["won", "I won"], ["drawn", "drawn"], ["lost", "I lost"], ["unfinished", "not over"]],
	source: "Source",
	sources: [
		["", "anywhere"], ["page", "this page"], ["terminal", "the terminal"], ["event", "events"], ["file", "files"],
	],
	since: "From",
	until: "To",
	here: "With the position on the board, however it was reached",
	me: "My name, in games between two people",
	found: (total) => (total === 1 ? "1 game" : `${total} games`),
	none: "No such games.",
	more: "Show more",
	about: (parts, plies, words) => ` ${joined([...parts, `${plies} moves`, words || "not over"], " · ")}`,
	review: "Review",
	saveAs: "Save as",
	forms: [["", "Save as …"], ["record", "text"], ["json", "JSON"], ["sgf", "SGF"]],
	remove: "Delete",
	removed: (name) => `Deleted: ${name}.`,
	undo: "Bring it back",
	bring: "Bring games here",
	bringHelp: "Files with records as text, JSON, SGF or PSQ. A game that is there already is not copied again.",
	bringEvent: "Copy the games of an event",
	brought: (added, all) => `${added} new of ${all}.`,
};
