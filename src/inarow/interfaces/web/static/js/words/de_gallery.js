/** The gallery of games in German. */
export const words = {
	gallery: "Wähle ein Spiel",
	galleryIntro: "Jedes erklärt sich mit drei Bildern und einem Versuch.",
	allGames: "Alle Spiele",
	rulesOf: (game) => `${game}, Regeln an Beispielen`,
	rulesByExample: "Regeln an Beispielen",
	yourTurn: "Du bist dran",
	tryRight: "Richtig! Jetzt weißt du, wie es geht.",
	tryWrong: "Der nicht. Schau noch einmal hin.",
	opponents: "Gegen wen",
	eloHelp: "Elo wie gemessen: 0 spielt zufällig, 400 mehr heißen zehn zu eins, ± ist der 95-%-Fehler.",
	playAgainst: (name) => `Gegen ${name} spielen`,
	twoPeople: "Zwei Menschen an diesem Bildschirm",
	twoScreens: "Zwei Leute, jeder am eigenen Bildschirm",
	morePlayers: "Mehr: Größe, Uhren, andere Spieler",
	rules: {
		connect_four: {
			three: [
				"Ein Stein fällt auf den untersten freien Platz seiner Spalte.",
				"Vier eigene in einer Reihe gewinnen: waagerecht, senkrecht …", "… oder schräg.",
			],
			try: "Du bist X und hast drei in einer Reihe. Mach vier daraus.",
		},
		random_drop: {
			three: [
				"Es beginnt wie Vier gewinnt: Steine fallen, vier in einer Reihe gewinnen.",
				"Statt zu ziehen, darfst du würfeln: Ein Stein von dir fällt zufällig, dann einer deines Gegners.",
				"Vier in einer Reihe gewinnen, gewollt oder mit Glück.",
			],
			try: "Du bist X und hast drei in einer Reihe. Hier brauchst du kein Glück.",
		},
		mnk: {
			three: [
				"Du wählst das Brett und wie viele gewinnen; hier sind es vier auf 5 × 5. Ein Stein darf überallhin.",
				"Vier in einer Reihe gewinnen: senkrecht, waagerecht …", "… oder schräg.",
			],
			try: "Du bist X. O hat gleich vier: Verhindere es.",
		},
		tic_tac_toe: {
			three: [
				"Setze einen Stein auf ein leeres Feld.", "Drei in einer Reihe gewinnen: waagerecht, senkrecht oder schräg.",
				"Sind alle Felder besetzt und niemand hat drei, ist es remis.",
			],
			try: "Du bist X. O gewinnt gleich: Verhindere es.",
		},
		gomoku: {
			three: [
				"Schwarz und Weiß setzen abwechselnd auf die Kreuzungen.",
				"Drei mit zwei offenen Enden drohen: Als Nächstes kämen vier mit zwei Wegen zur Fünf.",
				"Fünf in einer Reihe gewinnen.",
			],
			try: "Du bist Schwarz und hast vier in einer Reihe. Mach fünf daraus.",
		},
		nine_board: {
			three: [
				"Die Würfel setzen den ersten Stein, hier auf das mittlere Feld: Also muss O auf dem mittleren Brett spielen.",
				"Dein Feld schickt den anderen dorthin: O nahm das Feld rechts oben, also spielt X auf dem Brett rechts oben.",
				"Drei in einer Reihe auf irgendeinem Brett gewinnen das ganze Spiel.",
			],
			try: "Du bist X und wurdest auf das umrahmte Brett geschickt. Gewinne dort.",
		},
		ultimate_tic_tac_toe: {
			three: [
				"Dein Feld bestimmt, auf welchem Brett der Gegner spielt: vom Feld rechts oben auf das Brett rechts oben.",
				"Drei in einer Reihe gewinnen ein kleines Brett.", "Drei kleine Bretter in einer Reihe gewinnen das Spiel.",
			],
			try: "Du bist X. Gewinne das umrahmte Brett.",
		},
		pop_out: {
			three: [
				"Steine fallen wie bei Vier gewinnt.",
				"Oder nimm unten einen eigenen Stein heraus: Alle darüber rutschen um einen Platz.",
				"Vier in einer Reihe gewinnen.",
			],
			try: "Du bist X. Nimm unten einen Stein heraus, damit vier zusammenkommen.",
		},
	},
};
