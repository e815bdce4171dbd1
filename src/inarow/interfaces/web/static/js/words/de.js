/** The page in German. Keys and arguments are those of `strings.js`. */
import { count, digits } from "../locale.js";
import { joined } from "../strings.js";

export const words = {
	// the page
	views: [
		["gallery", "Alle Spiele"], ["play", "Spielen"], ["puzzles", "Aufgaben"], ["viewer", "Suche zusehen"],
		["arena", "Arena"],
	],
	viewsName: "Ansichten",
	skip: "Zum Brett springen",
	theme: "Hell oder dunkel",
	themeNow: { system: "Farben wie im System.", light: "Helle Farben.", dark: "Dunkle Farben." },
	help: "Tasten und Hilfe",
	language: "Sprache",
	close: "Schließen",
	connecting: "verbindet …",
	connectionLost: "Die Verbindung ist abgerissen. Neuer Versuch läuft.",
	connectedAgain: "Wieder verbunden. Nichts ist verloren gegangen.",
	pageTitle: (game) => `${game} · inarow`,
	yesOrNo: [["true", "ja"], ["false", "nein"]],
	unknown: "–",

	// games and players
	inARow: (k) => `${k} in einer Reihe`,
	human: "ein Mensch",
	levels: "Stufen",
	originals: "Die ursprünglichen Programme",
	option: {
		rows: "Zeilen", cols: "Spalten", k: "in einer Reihe gewinnen", overline: "längere Reihen", rule: "Regeln",
		opening: "Eröffnung", first_move: "erster Stein", full_board: "auf ein volles Brett geschickt",
	},
	newGame: "Neues Spiel",
	game: "Spiel",
	players: "Spieler",
	seat: (seat, side) => `${["Anfang", "Nachzug"][seat]} (${side})`,
	settingsOf: (name) => `Einstellungen von ${name}`,
	swap: "⇄ Seiten tauschen",
	drawLots: "⚄ Losen",
	clocksAndRules: "Uhren, Zurücknehmen, Lernen",
	machineTime: "Maschinen denken",
	moveLimits: [
		["", "wie sie wollen"], ["200ms", "0,2 Sekunden je Zug"], ["1s", "1 Sekunde je Zug"], ["3s", "3 Sekunden je Zug"],
		["10s", "10 Sekunden je Zug"],
	],
	clockMinutes: "Uhr, Minuten für jeden",
	clockHelp: "0: keine Uhr",
	clockExtra: "Sekunden Zugabe je Zug",
	allowTakeback: "Züge dürfen zurückgenommen werden",
	cannotPlay: (player) => `${player} kann auf diesem Brett nicht spielen: Wähle einen anderen Spieler.`,
	judgeMoves: "Meine Züge sofort beurteilen und mich noch einmal versuchen lassen",
	startGame: "Spiel beginnen",
	tooLarge: (most) => `Das Brett hat höchstens ${digits(most)} Felder.`,
	started: (game, sides, names, words) =>
		`${game}. ${sides.map((side, seat) => `${side} ist ${names[seat]}`).join(", ")}. ${words}.`,

	// the gallery of games
	gallery: "Wähle ein Spiel",
	galleryIntro: "Jedes erklärt sich mit drei Bildern und einem Versuch.",
	allGames: "Alle Spiele",
	welcome: "Neu hier? Sieh dir alle Spiele an, ihre Regeln an Beispielen und gegen wen du spielen kannst.",
	rulesOf: (game) => `${game}, Regeln an Beispielen`,
	rulesLink: "Regeln",
	rulesByExample: "Regeln an Beispielen",
	yourTurn: "Du bist dran",
	tryRight: "Richtig! Jetzt weißt du, wie es geht.",
	tryWrong: "Der nicht. Schau noch einmal hin.",
	opponents: "Gegen wen",
	eloHelp: "Elo wie gemessen: 0 spielt zufällig, 400 mehr heißen zehn zu eins, ± ist der 95-%-Fehler.",
	strength: (number, rating) =>
		`Stufe ${number}, ${rating ? `${digits(rating.elo)} Elo ± ${digits(rating.error)}` : "hier nicht gemessen"}`,
	playAgainst: (name) => `Gegen ${name} spielen`,
	twoPeople: "Zwei Menschen an diesem Bildschirm",
	morePlayers: "Mehr: Größe, Uhren, andere Spieler",
	showAll: "Auch Spieler für Fachleute anbieten",
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

	// the board
	board: "Brett",
	empty: "leer",
	columnRow: (column, row) => `Spalte ${column}, Zeile ${row}`,
	boardCell: (board, cell) => `Brett ${board}, Feld ${cell}`,
	lastStone: "letzter Stein",
	winningStone: "in der Gewinnreihe",
	takesOut: "herausnehmen",
	wonBy: (who) => `Brett gewonnen von ${who}`,
	choosesBoard: (board) => `wählt Brett ${board}`,
	sendsTo: (who, boards) =>
		(boards.length > 1 ? `lässt ${who} ein Brett wählen` : `schickt ${who} auf Brett ${boards[0]}`),
	played: (who, move, dice) =>
		(dice ? `Die Würfel spielen ${move} für ${who}` : move === "?" ? `${who} ruft die Würfel` : `${who} spielt ${move}`),
	startPosition: "Anfang",
	numbers: "Zugnummern",
	threats: "Drohungen",
	noThreats: "Keine Drohung, die beantwortet werden muss.",
	moveNumber: (number) => `Zug ${number}`,
	forbidden: (why) => `verboten: ${why}`,
	tapAgain: (move) => `${move}: noch einmal tippen, um zu spielen`,
	lookingBack: (words) => `Rückblick: ${words}`,
	clockOf: (side) => `Uhr von ${side}`,

	// controls
	leaf: "Durch das Spiel blättern",
	first: "Zum Anfang",
	back: "Ein Zug zurück",
	forward: "Ein Zug vor",
	last: "Zum Ende",
	takeBack: "Zurücknehmen",
	resign: "Aufgeben",
	reallyResign: "Wirklich aufgeben?",
	rematch: "Revanche",
	myMistakes: "Meine Fehler",
	goOnHere: "Von hier weiterspielen",
	choices: "Was zu tun ist",
	choice: { black: "Schwarz spielen", white: "Weiß spielen", more: "Zwei weitere Steine setzen" },
	rollDice: "⚄ Würfeln",
	typeMove: "Zug eintippen",
	pause: "Pause",
	step: "Ein Zug",
	speed: "Tempo",
	exploreCopy: "Auf einer Kopie ausprobieren",

	// moves and graph
	moves: "Züge",
	noMoves: "Noch keine Züge. Drücke auf eine Spalte oder ein Feld.",
	moveName: (who, text, dice, verdict) => joined([who, text, dice && "gewürfelt", verdict], " "),
	verdictSigns: { "?!": "Ungenauigkeit", "?": "Fehler", "??": "grober Fehler" },
	graphName: (known, who, share) => `Bewertung nach ${known} Stellungen; zuletzt: ${who} erwartet ${share}`,
	reviewGame: "Spiel beurteilen",
	reviewStarts: "Die Züge werden beurteilt …",
	reviewing: (done, total) => `${done} von ${total} Zügen beurteilt`,
	promote: "Zur Hauptvariante machen",
	comment: "Kommentar zu diesem Zug",

	// analysis
	analysis: "Analyse",
	analyse: "Analysieren",
	hideAnalysis: "Ausblenden",
	analysisHidden: "Werte, beste Zugfolge und Gründe bleiben verborgen, bis du danach fragst.",
	stop: "Anhalten",
	goOn: "Weiter",
	thinkTime: "Bedenkzeit",
	limits: [["1s", "schnell: 1 s"], ["5s", "normal: 5 s"], ["30s", "gründlich: 30 s"]],
	compare: "nebeneinander",
	engine: (number) => `Rechner ${number}`,
	valuesCaption: "Werte der Züge",
	move: "Zug",
	work: "Aufwand",
	workDone: (running, found) =>
		joined([
			running ? "denkt …" : found && "fertig",
			found?.depth && `Tiefe ${found.depth}`,
			found?.nodes && count(found.nodes, "Knoten", "Knoten"),
			found && `${digits(found.seconds, 1)} s`,
		]),
	noValue: "nicht beurteilt",
	overHere: "Hier ist das Spiel zu Ende. Blättere zurück, um zu sehen, was frühere Züge wert waren.",
	openValue: "noch nicht bekannt",
	best: "am besten",
	playMove: (text) => `${text} spielen`,
	bestLine: "Beste Zugfolge",
	enterLine: "Drücken, um dorthin zu gehen",
	sequence: "Zugfolge",
	lineBack: "In der Zugfolge einen Zug zurück",
	lineNext: "Nächster Zug der Folge",
	lineAt: (at, all, move) => `${at} von ${all}: ${move}`,
	result: { win: "Sieg", draw: "Remis", loss: "Verlust" },
	inPlies: (plies) => `in ${plies}`,
	kind: { proven: "bewiesen", bound: "Schranke", estimate: "geschätzt" },
	bound: (atMost) => (atMost ? "höchstens " : "mindestens "),
	barWords: (who, words) => `${who} am Zug: ${words}`,
	why: "Warum",
	whyMove: (move) => `Warum ${move}?`,
	whyPosition: "In dieser Stellung",
	noReason: "Hier ist nichts erzwungen.",
	walk: "Durch den Beweis gehen", proof: "Beweis", proving: "Wird bewiesen …",
	provenClaim: (words) => `Bewiesen: ${words}`,
	legendTitle: "Was die Werte bedeuten",
	legend: [
		["bewiesen", "fester Rahmen: folgt aus den Regeln. „Sieg in 5“: Der letzte Stein fällt nach 5 Zügen beider Seiten."],
		["Schranke", "dicker Rand, ≥ oder ≤: mindestens oder höchstens so gut."],
		["geschätzt", "gestrichelter Rahmen, ~: was eine Faustregel oder Zufallsspiele nahelegen, als Anteil der Punkte."],
		["★", "der bisher beste Zug"],
		["Zahl", "eines bewiesenen Werts: 1 für einen Sieg mit dem letzten Stein, 1 mehr je Stein früher; Verlust negativ."],
	],

	// learning
	tryAgain: "Noch einmal",
	keepMove: "Zug behalten",
	betterLine: "Bessere Folge",
	quizCount: (at, all) => `${at} von ${all}`,
	quizTask: (move, verdict) => `Hier hast du ${move} gespielt: ${verdict}. Finde einen besseren Zug.`,
	quizEmpty: "Keine Fehler gefunden. Gut gespielt!",
	quizDone: "Das war der letzte. Gut gemacht!",
	quizRight: (move, words) => `${move} ist richtig: ${words}.`,
	quizSame: "Das ist der Zug, den du gespielt hast. Es gibt einen besseren.",
	quizWrong: (move) => `${move} ist nicht gut genug. Versuche einen anderen Zug.`,
	quizHint1: (words) => `Der beste Zug führt zu: ${words}.`,
	quizHint2: (words) => `Der beste Zug: ${words}.`,
	quizHint3: (move) => `Spiele ${move}.`,
	hint: "Tipp",
	skipOne: "Überspringen",
	nextMistake: "Weiter",
	leaveQuiz: "Zurück zum Spiel",
	puzzles: "Aufgaben",
	level: "Stufe",
	puzzleLevels: [
		["", "nahe meiner Wertung"], ["1", "1: leicht"], ["2", "2"], ["3", "3"], ["4", "4"], ["5", "5: schwer"],
	],
	puzzleComes: "Eine Aufgabe wird gesucht …",
	nextPuzzle: "Nächste Aufgabe",
	puzzleTask: ({ words, level, rating }) => joined([words, level && `Stufe ${level}, Wertung ${rating}.`], " "),
	puzzleNew:
		"Deine Wertung beginnt mit der ersten Antwort. Bei jeder Aufgabe zählt nur sie; ein Tipp gilt als Fehler.",
	puzzleScore: ({ rating, deviation, tried, solved, streak, longest }, change) =>
		`Meine Wertung: ${Math.round(rating)} ±${Math.round(2 * deviation)}` +
		`${change ? ` (${change > 0 ? "+" : "−"}${Math.abs(Math.round(change))})` : ""}. ` +
		`Sofort gelöst: ${solved} von ${tried}. In Folge: ${streak}, höchstens ${longest}.`,

	// search viewer
	viewer: "Einer Suche beim Denken zusehen",
	viewerStart: "Eine aufgezeichnete Suche. Lass sie laufen oder geh Schritt für Schritt: Blasse Kästen kommen noch.",
	algorithm: "Verfahren",
	position: "Stellung",
	searches: [["mcts", "Monte-Carlo-Baumsuche"], ["alphabeta", "Alpha-Beta"]],
	viewerPositions: [
		["tic_tac_toe:a1b2c3a3c1", "Tic-Tac-Toe, eine Gabel"],
		["tic_tac_toe:b2a1", "Tic-Tac-Toe, früh"],
		["connect_four(rows=4,cols=4,k=3):2233", "Drei in einer Reihe, fallend, 4 × 4"],
		["connect_four(rows=4,cols=5,k=4):332214", "Vier in einer Reihe, 5 × 4"],
	],
	simulations: "Simulationen",
	depth: "Tiefe in Halbzügen",
	searchTree: "Suchbaum",
	root: "Anfang",
	visits: (times) => count(times ?? 0, "Besuch", "Besuche"),
	score: (number) => `Wert ${digits(number, 2)}`,
	mean: (number) => `Mittel ${digits(number, 2)}`,
	window: (alpha, beta) => `${alpha ?? "−∞"} … ${beta ?? "∞"}`,
	cutMoves: (moves) => `✂ ${moves}`,
	value: (number) => `Wert ${number}`,
	phase: {
		selection: "1 Auswahl", expansion: "2 Erweiterung", rollout: "3 Zufallsspiel", backup: "4 Zurückmelden",
		enter: "Betreten", leaf: "Blatt", return: "Rückkehr", cut: "Schnitt",
	},
	treeLegend: {
		mcts:
			"Ein Kasten ist eine Stellung mit Besuchen und mittlerem Ergebnis. Der dicke Weg ist die laufende Simulation, " +
			"nummerierte blasse Steine sind ihr Zufallsspiel.",
		alphabeta:
			"Ein Kasten ist eine Stellung mit ihrem Fenster von α bis β und ihrem Wert. " +
			"✂ nennt Züge, die abgeschnitten wurden: Die andere Seite ließe es nie dazu kommen.",
	},
	treeName: (nodes, words) => `Suchbaum mit ${count(nodes, "Knoten", "Knoten")}. ${words}`,
	stepSlider: "Schritt",
	stepOf: (at, all) => `Schritt ${at} von ${all}`,
	backStep: "Ein Schritt zurück",
	nextStep: "Ein Schritt vor",
	playSteps: "Schritte abspielen",

	// arena
	events: "Turniere",
	event: "Turnier",
	newEvent: "Neues Turnier",
	noEvent: "Öffne hier ein Turnier oder beginne ein neues.",
	noFiles: "Noch keine Turnierdateien.",
	eventProgress: ({ games, running }) => (running ? " läuft" : ` ${count(games, "Spiel", "Spiele")}`),
	rounds: "Spielpaare",
	roundsHelp: "für je zwei Spieler: dieselbe Eröffnung mit beiden Seiten",
	perMove: "Aufwand je Zug",
	eventLimits: [
		["", "wie sie wollen"], ["200sims", "200 Simulationen"], ["1000sims", "1.000 Simulationen"],
		["100ms", "0,1 Sekunden"],
	],
	openings: "Spiele beginnen",
	eventOpenings: [
		["all", "nach allen ersten beiden Zügen"], ["start", "mit dem leeren Brett"],
		["random(plies=4,count=50)", "nach vier zufälligen Zügen"],
	],
	addPlayer: "Spieler hinzufügen",
	remove: "Entfernen",
	playerNumber: (number) => `Spieler ${number}`,
	removePlayer: (number) => `Spieler ${number} entfernen`,
	compareTwo: "Diese zwei vergleichen",
	compareHelp:
		"Sie spielen aus vielen Anfängen mit beiden Seiten, bis klar ist, wer stärker ist, höchstens 1.000 Spiele.",
	goOn: "Weiterspielen",
	answer: ({ finding, first, second, share, error, games, elo }) => {
		if (share === null) return "Noch nicht entschieden: kein Spiel ist zu Ende.";
		const points = (part) => `${digits(100 * part)} % ± ${digits(Math.max(1, 100 * error))}`;
		const over = `in ${count(games, "Spiel", "Spielen")}`;
		if (finding === "first") return `${first} ist stärker: ${points(share)} der Punkte ${over}.`;
		if (finding === "second") return `${second} ist stärker: ${points(1 - share)} der Punkte ${over}.`;
		const has = `${first} hat ${points(share)} ${over}`;
		if (finding === "same") return `Kein Unterschied größer als ${digits(elo)} Elo gefunden: ${has}.`;
		return finding === "failed" ? "Keine Antwort: ein Spieler ist gescheitert." : `Noch nicht entschieden: ${has}.`;
	},
	startEvent: "Turnier beginnen",
	eventOver: (name) => `Das Turnier ${name} ist zu Ende.`,
	progress: "Gespielte Spiele",
	resultHeads: ["#", "Spieler", "Spiele", "Siege", "Remis", "Niederlagen", "Punkte", "Elo"],
	failure: { time: "Zeit", crash: "Absturz", illegal: "regelwidrig", memory: "Speicher" },
	tableCaption: "Ergebnisse",
	crossCaption: "Kreuztabelle: gewonnen–remis–verloren; ein Druck auf ein Feld zeigt die Spiele",
	crossCell: ({ player, opponent, wins, draws, losses }) =>
		`${player} gegen ${opponent}: ${wins} gewonnen, ${draws} remis, ${losses} verloren. Spiele zeigen`,
	ratingsName: (words) => `Wertungen in Elo mit 95-%-Fehlerbalken: ${words}`,
	gamesOf: "Spiele zweier Spieler",
	gamesBetween: (player, opponent) => `${player} – ${opponent}`,
	eventGame: ({ first, second, result }) => `${first} – ${second}: ${result}`,
	eventGameEnd: ({ reason, plies }) => ` ${reason}, ${count(plies, "Stein", "Steine")}`,

	// sharing
	share: "Teilen",
	open: "Öffnen",
	shareLink: "Link zu dieser Stellung",
	linkName: "Link",
	shareText: "Als Text",
	movesName: "Züge bis zu dieser Stellung",
	copy: "Kopieren",
	copies: [
		["moves", "Züge kopieren"], ["position", "Stellung kopieren"], ["record", "Aufzeichnung kopieren"],
		["json", "JSON kopieren"], ["sgf", "SGF kopieren"],
	],
	copied: (name) => `Kopiert: ${name.replace(/ kopieren$/, "")}.`,
	sharePicture: "Als Bild",
	saveSvg: "SVG speichern",
	savePng: "PNG speichern",
	onPaper: "Auf Papier",
	printPosition: "Stellung drucken",
	printGame: "Spiel drucken",
	pasteName: "Züge, Stellung oder Aufzeichnung",
	openHelp: "Füge Züge wie 4453, eine Stellung in einer Zeile oder eine Aufzeichnung als Text, JSON, SGF oder PSQ ein.",
	openGame: "Züge ohne Angabe gehören zu",

	// keys
	keyTitle: "Tasten",
	keyIntro: "Alles geht ohne Maus. Mit Tab kommst du von Teil zu Teil.",
	singleKeys: "Tasten mit einem Buchstaben sind an",
	keyHelp: [
		["← ↑ ↓ →", "auf dem Brett: über die Felder; sonst blättern ← → durch das Spiel"],
		["Enter", "auf dem Feld spielen"],
		["1 … 9", "in eine Spalte oder auf ein Feld mit dieser Nummer spielen"],
		["m", "einen Zug als Text eintippen, etwa h8"],
		["b", "zum Brett"],
		["j k", "ein Zug zurück, ein Zug vor"],
		["Home End", "zum Anfang, zum Ende (auf dem Brett: Enden der Zeile)"],
		["a", "Analyse zeigen oder ausblenden"],
		["u", "zurücknehmen"],
		["d", "würfeln"],
		["p", "Maschinen anhalten oder weiterspielen lassen"],
		["n r", "neues Spiel, Revanche"],
		["s o", "teilen, öffnen"],
		["t", "hell oder dunkel"],
		["?", "diese Hilfe"],
	],
};
