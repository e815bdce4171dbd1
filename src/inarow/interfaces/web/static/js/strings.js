/**
 * Everything that people read or hear on the page, in English. Other languages are in `words/`, with the same keys and
 * the same arguments: whoever adds a sentence here adds it there, or a test names what is missing.
 */
import { count, digits } from "./locale.js";

/** The parts that are there, in one text. */
export const joined = (parts, between = ", ") => parts.filter(Boolean).join(between);

/** What a view is called. */
export const viewName = (wanted) => S.views.find(([view]) => view === wanted)[1];

export const S = {
	// the page
	views: [
		["gallery", "All games"], ["play", "Play"], ["library", "My games"], ["puzzles", "Puzzles"],
		["viewer", "Search viewer"], ["arena", "Arena"],
	],
	viewsName: "Views",
	documents: "Documentation",
	skip: "Skip to the board",
	theme: "Light or dark",
	themeNow: { system: "Colours follow your system.", light: "Light colours.", dark: "Dark colours." },
	help: "Keys and help",
	language: "Language",
	close: "Close",
	connecting: "connecting …",
	connectionLost: "The connection was lost. Trying again.",
	connectedAgain: "Connected again. Nothing was lost.",
	pageTitle: (game) => `${game} · inarow`,
	yesOrNo: [["true", "yes"], ["false", "no"]],
	unknown: "–",

	// games and players
	inARow: (k) => `${k} in a row`,
	human: "a person",
	levels: "Levels",
	originals: "The original programs",
	option: {
		rows: "rows", cols: "columns", k: "in a row to win", overline: "longer lines", rule: "rules", opening: "opening",
		first_move: "first stone", full_board: "sent to a full board",
	},
	newGame: "New game",
	game: "Game",
	players: "Players",
	seat: (seat, side) => `${["First", "Second"][seat]} (${side})`,
	settingsOf: (name) => `Settings of ${name}`,
	swap: "⇄ Swap sides",
	drawLots: "⚄ Draw lots",
	screens: "Screens",
	screenChoices: [["", "all on this one"], ["0", "one each, I am first"], ["1", "one each, I am second"]],
	clocksAndRules: "Clocks, takeback, teaching",
	machineTime: "Machines think",
	moveLimits: [
		["", "as they like"], ["200ms", "0.2 seconds a move"], ["1s", "1 second a move"], ["3s", "3 seconds a move"],
		["10s", "10 seconds a move"],
	],
	clockMinutes: "Clock, minutes each",
	clockHelp: "0: no clock",
	clockExtra: "Seconds added per move",
	allowTakeback: "Moves can be taken back",
	cannotPlay: (player) => `${player} cannot play on this board: choose another player.`,
	judgeMoves: "Judge my moves at once and let me try again",
	startGame: "Start the game",
	tooLarge: (most) => `The board has at most ${digits(most)} cells.`,
	started: (game, sides, names, words) =>
		`${game}. ${sides.map((side, seat) => `${side} is ${names[seat]}`).join(", ")}. ${words}.`,

	// the way to the gallery of games
	welcome: "New here? See all games, their rules by example, and whom you can play.",
	rulesLink: "Rules",
	strength: (number, rating) =>
		`level ${number}, ${rating ? `${digits(rating.elo)} Elo ± ${digits(rating.error)}` : "not measured in this game"}`,
	showAll: "Offer players for experts, too",

	// the board
	board: "Board",
	empty: "empty",
	columnRow: (column, row) => `column ${column}, row ${row}`,
	boardCell: (board, cell) => `board ${board}, cell ${cell}`,
	lastStone: "last stone",
	winningStone: "in the winning line",
	takesOut: "take it out",
	wonBy: (who) => `board won by ${who}`,
	choosesBoard: (board) => `chooses board ${board}`,
	sendsTo: (who, boards) => (boards.length > 1 ? `lets ${who} choose a board` : `sends ${who} to board ${boards[0]}`),
	played: (who, move, dice) =>
		(dice ? `The dice play ${move} for ${who}` : move === "?" ? `${who} calls for the dice` : `${who} plays ${move}`),
	startPosition: "Start",
	numbers: "Move numbers",
	threats: "Threats",
	noThreats: "No threats that must be answered.",
	moveNumber: (number) => `move ${number}`,
	forbidden: (why) => `forbidden: ${why}`,
	tapAgain: (move) => `${move}: tap again to play`,
	lookingBack: (words) => `Looking back: ${words}`,
	clockOf: (side) => `Clock of ${side}`,

	// controls
	leaf: "Leaf through the game",
	first: "To the start",
	back: "One move back",
	forward: "One move forward",
	last: "To the end",
	takeBack: "Take back",
	resign: "Resign",
	reallyResign: "Really resign?",
	rematch: "Rematch",
	myMistakes: "My mistakes",
	goOnHere: "Go on from here",
	choices: "What to do",
	choice: { black: "Play black", white: "Play white", more: "Place two more stones" },
	rollDice: "⚄ Roll the dice",
	typeMove: "Type a move",
	pause: "Pause",
	step: "One move",
	speed: "Speed",
	exploreCopy: "Explore on a copy",

	// moves and graph
	moves: "Moves", playedHere: "What was played here",
	noMoves: "No moves yet. Press a column or a cell to begin.",
	moveName: (who, text, dice, verdict) => joined([who, text, dice && "by dice", verdict], " "),
	verdictSigns: { "?!": "inaccuracy", "?": "mistake", "??": "blunder" },
	graphName: (known, who, share) => `Evaluation after ${known} positions; the last one: ${who} expects ${share}`,
	reviewGame: "Review game",
	reviewStarts: "Judging the moves …",
	reviewing: (done, total) => `Judged ${done} of ${total} moves`,
	promote: "Make main line",
	comment: "Comment on this move",

	// analysis
	analysis: "Analysis",
	analyse: "Analyse",
	hideAnalysis: "Hide",
	analysisHidden: "Values, the best line and reasons stay hidden until you ask.",
	stop: "Stop",
	goOn: "Go on",
	thinkTime: "Thinking time",
	limits: [["1s", "quick: 1 s"], ["5s", "normal: 5 s"], ["30s", "thorough: 30 s"]],
	compare: "side by side",
	engine: (number) => `Engine ${number}`,
	valuesCaption: "Values of the moves",
	move: "Move",
	work: "Work",
	workDone: (running, found) =>
		joined([
			running ? "thinking …" : found && "done",
			found?.depth && `depth ${found.depth}`,
			found?.nodes && count(found.nodes, "node", "nodes"),
			found && `${digits(found.seconds, 1)} s`,
		]),
	noValue: "not judged",
	overHere: "The game is over here. Leaf back to see what earlier moves were worth.",
	openValue: "not known yet",
	best: "best",
	playMove: (text) => `Play ${text}`,
	bestLine: "Best line",
	enterLine: "Press to go there",
	sequence: "Sequence",
	lineBack: "One move back in the line",
	lineNext: "Next move of the line",
	lineAt: (at, all, move) => `${at} of ${all}: ${move}`,
	result: { win: "win", draw: "draw", loss: "loss" },
	inPlies: (plies) => `in ${plies}`,
	kind: { proven: "proven", bound: "bound", estimate: "estimate" },
	bound: (atMost) => (atMost ? "at most " : "at least "),
	barWords: (who, words) => `${who} to move: ${words}`,
	why: "Why",
	whyMove: (move) => `Why ${move}?`,
	whyPosition: "In this position",
	noReason: "No line is made or stopped by it.",
	walk: "Walk through the proof", proof: "Proof", proving: "Proving …", provenClaim: (words) => `Proven: ${words}`,
	legendTitle: "What the values mean",
	legend: [
		["proven", "solid frame: follows from the rules. “win in 5”: the last stone falls in 5 plies (moves of both)."],
		["bound", "thick edge, ≥ or ≤: at least or at most that good."],
		["estimate", "dashed frame, ~: what a heuristic or random games suggest, as the share of points to expect."],
		["★", "the best move so far"],
		["number", "of a proven value: 1 for a win with the last stone, 1 more for each stone sooner; negative if lost."],
	],

	// learning
	tryAgain: "Try again",
	keepMove: "Keep the move",
	betterLine: "Better line",
	quizCount: (at, all) => `${at} of ${all}`,
	quizTask: (move, verdict) => `You played ${move} here: ${verdict}. Find a better move.`,
	quizEmpty: "No mistakes found. Well played!",
	quizDone: "That was the last one. Well done!",
	quizRight: (move, words) => `${move} is right: ${words}.`,
	quizSame: "That is the move you played. There is a better one.",
	quizWrong: (move) => `${move} is not good enough. Try another move.`,
	quizHint1: (words) => `The best move leads to: ${words}.`,
	quizHint2: (words) => `The best move: ${words}.`,
	quizHint3: (move) => `Play ${move}.`,
	hint: "Hint",
	skipOne: "Skip",
	nextMistake: "Next",
	leaveQuiz: "Back to the game",
	puzzles: "Puzzles",
	level: "Level",
	puzzleLevels: [["", "near my rating"], ["1", "1: easy"], ["2", "2"], ["3", "3"], ["4", "4"], ["5", "5: hard"]],
	puzzleComes: "Looking for a puzzle …",
	nextPuzzle: "Next puzzle",
	puzzleTask: ({ words, level, rating }) => joined([words, level && `Level ${level}, rating ${rating}.`], " "),
	puzzleNew: "Your rating begins with the first answer. Only the first one to a puzzle counts; a hint is a miss.",
	puzzleScore: ({ rating, deviation, tried, solved, streak, longest }, change) =>
		`My rating: ${Math.round(rating)} ±${Math.round(2 * deviation)}` +
		`${change ? ` (${change > 0 ? "+" : "−"}${Math.abs(Math.round(change))})` : ""}. ` +
		`Solved at once: ${solved} of ${tried}. In a row: ${streak}, at most ${longest}.`,

	// search viewer
	watchHere: "Watch a search here",

	// arena
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
	crossCaption: "Cross table: won–drawn–lost; press a cell for its games",
	crossCell: ({ player, opponent, wins, draws, losses }) =>
		`${player} against ${opponent}: ${wins} won, ${draws} drawn, ${losses} lost. Show the games`,
	ratingsName: (words) => `Ratings in Elo with 95 % error bars: ${words}`,
	gamesOf: "Games of two players",
	gamesBetween: (player, opponent) => `${player} – ${opponent}`,
	eventGame: ({ first, second, result }) => `${first} – ${second}: ${result}`,
	eventGameEnd: ({ reason, plies }) => ` ${reason}, ${count(plies, "stone", "stones")}`,

	// sharing
	share: "Share",
	open: "Open",
	shareLink: "Link to this position",
	linkName: "Link",
	shareText: "As text",
	movesName: "Moves up to this position",
	copy: "Copy",
	copies: [
		["moves", "Copy moves"], ["position", "Copy position"], ["record", "Copy record"], ["json", "Copy JSON"],
		["sgf", "Copy SGF"],
	],
	copied: (name) => `Copied: ${name.replace(/^Copy /, "")}.`,
	sharePicture: "As a picture",
	saveSvg: "Save SVG",
	savePng: "Save PNG",
	onPaper: "On paper",
	printPosition: "Print position",
	printGame: "Print game",
	pasteName: "Moves, position or record",
	openHelp: "Paste a move string such as 4453, a position on one line, or a record as text, JSON, SGF or PSQ.",
	openGame: "A bare move string belongs to",

	// keys
	keyTitle: "Keys",
	keyIntro: "Everything works without a mouse. Tab goes from part to part.",
	singleKeys: "Keys of one letter are on",
	keyHelp: [
		["← ↑ ↓ →", "on the board: move over the cells; elsewhere ← → leaf through the game"],
		["Enter", "play the cell"],
		["1 … 9", "play a column or a cell by its number"],
		["m", "type a move as text, such as h8"],
		["b", "go to the board"],
		["j k", "one move back, one forward"],
		["Home End", "to the start, to the end (on the board: ends of the row)"],
		["a", "show or hide the analysis"],
		["u", "take back"],
		["d", "roll the dice"],
		["p", "pause the machines or let them go on"],
		["n r", "new game, rematch"],
		["s o", "share, open"],
		["t", "light or dark"],
		["?", "this help"],
	],
};
