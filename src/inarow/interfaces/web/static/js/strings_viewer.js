/** What people read or hear in the search laboratory, which few visits need. */
import { count, digits, learnPart } from "./locale.js";

export const V = {
	title: "Watch a search think",
	start: "A recorded search. Press play, or go step by step: pale boxes are yet to come.",
	algorithm: "Algorithm",
	position: "Position",
	searches: {
		mcts: "Monte Carlo tree search", alphabeta: "Alpha-beta", minimax: "Minimax", expectiminimax: "Expectiminimax",
		gomoku: "Threats (Gomoku engine)", prover: "Proof numbers", learned: "Learned network",
	},
	positions: [
		["tic_tac_toe:a1b2c3a3c1", "Tic-tac-toe, a fork"],
		["tic_tac_toe:b2a1", "Tic-tac-toe, early"],
		["connect_four(rows=4,cols=4,k=3):2233", "Three in a row, falling, 4 × 4"],
		["mnk(rows=9,cols=9,k=5):c3c4e6f7c6f5d4e3", "Five in a row, a win by threats"],
	],
	amounts: { sims: "Simulations", plies: "Depth in plies", nodes: "Positions" },
	options: "Options",
	beside: "Compare with",
	none: "nothing",
	recording: "Recording the search …",
	fewer: (one, few, other, many) =>
		`${one} looked at ${digits(few)} positions, ${other} at ${digits(many)}: ${digits(100 - (100 * few) / many)} % fewer`,
	treeHelp: "Search tree: + and − zoom, 0 shows all of it",
	zoomIn: "Larger",
	zoomOut: "Smaller",
	fit: "Show all",
	root: "start",
	visits: (times) => count(times ?? 0, "visit", "visits"),
	score: (number) => `score ${digits(number, 2)}`,
	mean: (number) => `mean ${digits(number, 2)}`,
	window: (alpha, beta) => `${alpha ?? "−∞"} … ${beta ?? "∞"}`,
	cutMoves: (moves) => `✂ ${moves}`,
	value: (number) => `value ${number}`,
	proof: (number) => `to prove ${number}`,
	disproof: (number) => `to disprove ${number}`,
	chance: (number) => `${digits(100 * number)} %`,
	lead: (number) => `lead ${digits(number, 2)}`,
	phase: {
		selection: "1 Selection", expansion: "2 Expansion", rollout: "3 Rollout", backup: "4 Back-propagation", dice: "Dice",
		enter: "Enter", leaf: "Leaf", return: "Return", cut: "Cut-off", look: "Look", update: "New numbers",
		attack: "Attack", defence: "Defence", verdict: "Verdict", voice: "Voice", answer: "Answer",
	},
	legend: {
		mcts:
			"A box is a position with its visits and mean result. The thick path is the current simulation, " +
			"numbered ghost stones are its random game.",
		alphabeta:
			"A box is a position with its window from α to β and its value. " +
			"✂ names moves that were cut off: the other player would never let it come to that.",
		minimax: "A box is a position with its value: max takes the largest one below, min the smallest, dice the mean.",
		prover: "How many positions must still be shown to be won, and not to be won: 0 to prove is a proof.",
		learned: "A box is a move with the chance that the network sees. The marked cells speak for it or against it.",
	},
	sweep: "Which value is best?",
	startSweep: "Start",
	swept: (measure, done, all) => `${measure}: ${done} of ${all} parts`,
	treeName: (nodes, words) => `Search tree with ${count(nodes, "node", "nodes")}. ${words}`,
	stepSlider: "Step",
	stepOf: (at, all) => `step ${at} of ${all}`,
	backStep: "One step back",
	nextStep: "One step forward",
	playSteps: "Play the steps",
};

await learnPart(V, "viewer");
