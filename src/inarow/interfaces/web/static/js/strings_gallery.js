/** What people read in the gallery of games: apart from `strings.js`, since few visits need it. */
export const G = {
	gallery: "Choose a game",
	galleryIntro: "Each one explains itself in three pictures and one try.",
	allGames: "All games",
	rulesOf: (game) => `${game}, rules by example`,
	rulesByExample: "Rules by example",
	yourTurn: "Your turn",
	tryRight: "Right! Now you know how it goes.",
	tryWrong: "Not that one. Look again.",
	opponents: "Whom to play",
	eloHelp: "Elo as measured: 0 plays at random, 400 more are odds of ten to one, ± is the 95 % error.",
	playAgainst: (name) => `Play ${name}`,
	twoPeople: "Two people at this screen",
	twoScreens: "Two people, a screen each",
	morePlayers: "More: size, clocks, other players",
	rules: {
		connect_four: {
			three: [
				"A stone falls to the lowest free place of its column.", "Four of your own in a row win: across, upright …",
				"… or slanting.",
			],
			try: "You are X with three in a row. Make it four.",
		},
		random_drop: {
			three: [
				"It begins like Connect Four: stones fall, four in a row win.",
				"Instead of a move you may call the dice: a stone of yours falls at random, then one of your opponent’s.",
				"Four in a row win, by choice or by luck.",
			],
			try: "You are X with three in a row. Here you need no luck.",
		},
		mnk: {
			three: [
				"You choose the board and how many in a row win; here it is four on 5 × 5. A stone goes anywhere.",
				"Four in a row win: upright, across …", "… or slanting.",
			],
			try: "You are X. O is about to have four: stop it.",
		},
		tic_tac_toe: {
			three: [
				"Place a stone on any empty cell.", "Three in a row win: across, upright or slanting.",
				"If all cells are taken and nobody has three, it is a draw.",
			],
			try: "You are X. O is about to win: stop it.",
		},
		gomoku: {
			three: [
				"Black and white take turns on the crossings.",
				"Three with both ends open is a threat: next would be four with two ways to five.", "Five in a row win.",
			],
			try: "You are black with four in a row. Make it five.",
		},
		nine_board: {
			three: [
				"The dice place the first stone, here on the middle cell: so O must play in the middle board, the framed one.",
				"Your cell sends them there: O took the cell at the top right, so X plays in the board at the top right.",
				"Three in a row in any one board win the whole game.",
			],
			try: "You are X and were sent to the framed board. Win there.",
		},
		ultimate_tic_tac_toe: {
			three: [
				"The cell you take is the board your opponent plays in: from the top right cell to the top right board.",
				"Three in a row win a small board.", "Three small boards in a row win the game.",
			],
			try: "You are X. Win the framed board.",
		},
		pop_out: {
			three: [
				"Stones fall as in Connect Four.", "Or take out a stone of your own at the bottom: all above it fall by one.",
				"Four in a row win.",
			],
			try: "You are X. Take out one of your stones at the bottom so that four come together.",
		},
	},
};
