/** What people read or hear of their games and seats, which few visits need. */
import { count, learnPart } from "./locale.js";
import { joined } from "./strings.js";

export const L = {
	// games on several screens
	seats: "Seats",
	seatLink: "Link for the other player",
	watchLink: "link to watch",
	copySeat: "Copy the link",
	copyWatch: "Copy a link to watch",
	youPlay: (side, ready) =>
		ready ? `You play ${side}.` : `You play ${side}. Send this link to one person: it gives the other seat away, once.`,
	onlyHere:
		"This address is known on this machine only: for others start the server with inarow serve --host ADDRESS.",
	youWatch: "You are watching: only the players move.",

	// my games
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
	found: (total) => count(total, "game", "games"),
	none: "No such games.",
	more: "Show more",
	about: (parts, plies, words) => ` ${joined([...parts, count(plies, "move", "moves"), words || "not over"], " · ")}`,
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

	// collections
	collection: "Collection",
	collectionHelp: "Games and positions with your notes, as one file to send to somebody; or one that you were sent.",
	openCollection: "Read or write a collection",
	collect: "Collect",
	collected: (chapters) => `In the collection, now with ${count(chapters, "chapter", "chapters")}.`,
	look: "Open it",
	chapter: "Chapter",
	chapterNumber: (number) => `Chapter ${number}`,
	chapterTitle: (number) => `Title of chapter ${number}`,
	write: "Write",
	note: "Note on this position",
	titleField: "Title",
	textAbout: "What it is about",
	saveFile: "Save as a file",
	addPosition: "Add the position on the board",
	startNew: "Begin a new one",
	swapped: "Another collection is here now.",
	openFile: "Open a file",
	show: "Show",
	up: "Up",

	// what was played here
	exploreSource: "Among",
	exploreHeads: ["Move", "Games", "Won–drawn–lost", "Proven", "By"],
	cameHere: (total, side) => `Games that came here: ${total}. Results are those of ${side}, who moves.`,

	// statistics
	statistics: "How my games went",
	noStatistics: "No finished games of mine here: those count in which I am the only person, or have my name.",
	overall: ({ games, won, drawn, lost, score, accuracy }, percent) =>
		joined([
			`${games} finished: ${won} won, ${drawn} drawn, ${lost} lost, ${percent(score)} of the points`,
			accuracy !== null && `accuracy ${percent(accuracy)}`,
		]),
	byGame: "Game",
	byOpponent: "Opponent",
	bySeat: "Seat",
	byPeriod: "Period",
	seat: { first: "first", second: "second" },
	tallyHeads: ["Games", "Won", "Drawn", "Lost", "Points", "Accuracy"],
	chart: (periods, name, score) => `Points over ${count(periods, "period", "periods")}; the last one, ${name}: ${score}`,
	legend: "Accuracy, in reviewed games: 100 % less what a move gave away on average.",
};

await learnPart(L, "library");
