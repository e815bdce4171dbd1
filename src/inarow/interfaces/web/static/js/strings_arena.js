/** What people read or hear of events: apart from `strings.js`, since few visits need it. */
import { count, digits, learnPart } from "./locale.js";

export const A = {
	events: "Events",
	event: "Event",
	newEvent: "New event",
	noEvent: "Open an event on this page, or start a new one.",
	noFiles: "No event files yet.",
	eventProgress: ({ games, running }) => (running ? " running" : ` ${count(games, "game", "games")}`),
	rounds: "Pairs of games",
	roundsHelp: "for each two players: the same opening with both sides",
	perMove: "Work per move",
	eventLimits: [
		["", "as they like"], ["200sims", "200 simulations"], ["1000sims", "1,000 simulations"],
		["100ms", "0.1 seconds"],
	],
	openings: "Games start",
	eventOpenings: [
		["all", "after every first two moves"], ["start", "with the empty board"],
		["random(plies=4,count=50)", "after four random moves"],
	],
	addPlayer: "Add a player",
	remove: "Remove",
	playerNumber: (number) => `Player ${number}`,
	removePlayer: (number) => `Remove player ${number}`,
	compareTwo: "Compare these two",
	compareHelp: "They play from many starts, with both sides, until it is clear who is stronger, 1,000 games at most.",
	compareElsewhere: "Programs of your own are compared in a terminal: inarow arena compare.",
	goOn: "Go on",
	answer: ({ finding, first, second, share, error, games, elo }) => {
		if (share === null) return "Not decided yet: no game is finished.";
		const points = (part) => `${digits(100 * part)} % ± ${digits(Math.max(1, 100 * error))}`;
		const over = `over ${count(games, "game", "games")}`;
		if (finding === "first") return `${first} is stronger: ${points(share)} of the points ${over}.`;
		if (finding === "second") return `${second} is stronger: ${points(1 - share)} of the points ${over}.`;
		const has = `${first} has ${points(share)} ${over}`;
		if (finding === "same") return `No difference larger than ${digits(elo)} Elo was found: ${has}.`;
		return finding === "failed" ? "No answer: a player failed too often." : `Not decided yet: ${has}.`;
	},
	startEvent: "Start the event",
	eventOver: (name) => `The event ${name} is over.`,
	progress: "Games played",
	resultHeads: ["#", "Player", "Games", "Won", "Drawn", "Lost", "Points", "Elo"],
	failure: { time: "on time", crash: "crashed", illegal: "illegal", memory: "memory" },
	tableCaption: "Results",
	crossCaption: "Cross table: won–drawn–lost; press a cell for its games, and to compare the two",
	crossCell: ({ player, opponent, wins, draws, losses }) =>
		`${player} against ${opponent}: ${wins} won, ${draws} drawn, ${losses} lost. Show the games`,
	ratingsName: (words) => `Ratings in Elo with 95 % error bars: ${words}`,
	gamesOf: "Games of two players",
	gamesBetween: (player, opponent) => `${player} – ${opponent}`,
	eventGame: ({ first, second, result }) => `${first} – ${second}: ${result}`,
	eventGameEnd: ({ reason, plies }) => ` ${reason}, ${count(plies, "stone", "stones")}`,
};

await learnPart(A, "arena");
