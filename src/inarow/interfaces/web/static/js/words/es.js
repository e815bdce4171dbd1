/** The page in Spanish. Keys and arguments are those of `strings.js`. */
import { count, digits } from "../locale.js";
import { joined } from "../strings.js";

export const words = {
	// the page
	views: [
		["gallery", "Todos los juegos"], ["play", "Jugar"], ["puzzles", "Problemas"], ["viewer", "Ver la búsqueda"],
		["arena", "Torneos"],
	],
	viewsName: "Vistas",
	skip: "Ir al tablero",
	theme: "Claro u oscuro",
	themeNow: { system: "Colores según tu sistema.", light: "Colores claros.", dark: "Colores oscuros." },
	help: "Teclas y ayuda",
	language: "Idioma",
	close: "Cerrar",
	connecting: "conectando …",
	connectionLost: "Se ha perdido la conexión. Se intenta de nuevo.",
	connectedAgain: "Conexión recuperada. No se ha perdido nada.",
	pageTitle: (game) => `${game} · inarow`,
	yesOrNo: [["true", "sí"], ["false", "no"]],
	unknown: "–",

	// games and players
	inARow: (k) => `${k} en raya`,
	human: "una persona",
	levels: "Niveles",
	originals: "Los programas originales",
	option: {
		rows: "filas", cols: "columnas", k: "en raya para ganar", overline: "líneas más largas", rule: "reglas",
		opening: "apertura", first_move: "primera ficha", full_board: "enviado a un tablero lleno",
	},
	newGame: "Nueva partida",
	game: "Juego",
	players: "Jugadores",
	seat: (seat, side) => `${["Primero", "Segundo"][seat]} (${side})`,
	settingsOf: (name) => `Ajustes de ${name}`,
	swap: "⇄ Cambiar de lado",
	drawLots: "⚄ Sortear",
	clocksAndRules: "Relojes, deshacer, aprender",
	machineTime: "Las máquinas piensan",
	moveLimits: [
		["", "lo que quieran"], ["200ms", "0,2 segundos por jugada"], ["1s", "1 segundo por jugada"],
		["3s", "3 segundos por jugada"], ["10s", "10 segundos por jugada"],
	],
	clockMinutes: "Reloj, minutos para cada uno",
	clockHelp: "0: sin reloj",
	clockExtra: "Segundos añadidos por jugada",
	allowTakeback: "Se pueden deshacer jugadas",
	cannotPlay: (player) => `${player} no puede jugar en este tablero: elige otro jugador.`,
	judgeMoves: "Juzgar mis jugadas al momento y dejarme probar otra vez",
	startGame: "Empezar la partida",
	tooLarge: (most) => `El tablero tiene como mucho ${digits(most)} casillas.`,
	started: (game, sides, names, words) =>
		`${game}. ${sides.map((side, seat) => `${side} es ${names[seat]}`).join(", ")}. ${words}.`,

	// the gallery of games
	gallery: "Elige un juego",
	galleryIntro: "Cada uno se explica con tres imágenes y un intento.",
	allGames: "Todos los juegos",
	welcome: "¿Primera vez? Mira todos los juegos, sus reglas con ejemplos y contra quién puedes jugar.",
	rulesOf: (game) => `${game}, reglas con ejemplos`,
	rulesLink: "Reglas",
	rulesByExample: "Reglas con ejemplos",
	yourTurn: "Te toca",
	tryRight: "¡Correcto! Ya sabes cómo va.",
	tryWrong: "Esa no. Mira otra vez.",
	opponents: "Contra quién",
	eloHelp: "Elo medido: 0 juega al azar, 400 más son diez a uno, ± es el error del 95 %.",
	strength: (number, rating) =>
		`nivel ${number}, ${rating ? `${digits(rating.elo)} Elo ± ${digits(rating.error)}` : "sin medir en este juego"}`,
	playAgainst: (name) => `Jugar contra ${name}`,
	twoPeople: "Dos personas en esta pantalla",
	morePlayers: "Más: tamaño, relojes, otros jugadores",
	showAll: "Ofrecer también jugadores para expertos",
	rules: {
		connect_four: {
			three: [
				"La ficha cae al hueco libre más bajo de su columna.",
				"Cuatro propias en raya ganan: en horizontal, en vertical …", "… o en diagonal.",
			],
			try: "Eres X y tienes tres en raya. Haz la cuarta.",
		},
		random_drop: {
			three: [
				"Empieza como el cuatro en raya: las fichas caen y ganan cuatro en línea.",
				"En vez de jugar puedes pedir los dados: cae al azar una ficha tuya y después una del rival.",
				"Cuatro en raya ganan, a propósito o por suerte.",
			],
			try: "Eres X y tienes tres en raya. Aquí no te hace falta suerte.",
		},
		mnk: {
			three: [
				"Tú eliges el tablero y cuántas en raya ganan; aquí son cuatro en 5 × 5. La ficha va a cualquier casilla.",
				"Cuatro en raya ganan: en vertical, en horizontal …", "… o en diagonal.",
			],
			try: "Eres X. O está a punto de hacer cuatro: impídelo.",
		},
		tic_tac_toe: {
			three: [
				"Pon una ficha en cualquier casilla vacía.", "Tres en raya ganan: en horizontal, vertical o diagonal.",
				"Si se llenan las casillas y nadie tiene tres, son tablas.",
			],
			try: "Eres X. O está a punto de ganar: impídelo.",
		},
		gomoku: {
			three: [
				"Negro y Blanco juegan por turnos en los cruces.",
				"Tres con los dos extremos abiertos amenazan: luego serían cuatro con dos caminos al cinco.",
				"Cinco en raya ganan.",
			],
			try: "Eres Negro y tienes cuatro en raya. Haz la quinta.",
		},
		nine_board: {
			three: [
				"Los dados ponen la primera ficha, aquí en la casilla central: así que O juega en el tablero central.",
				"Tu casilla los envía allí: O tomó la de arriba a la derecha, así que X juega en ese tablero.",
				"Tres en raya en un solo tablero ganan toda la partida.",
			],
			try: "Eres X y te han enviado al tablero marcado. Gana allí.",
		},
		ultimate_tic_tac_toe: {
			three: [
				"La casilla que tomas es el tablero en que juega el rival: de la casilla de arriba a la derecha a ese tablero.",
				"Tres en raya ganan un tablero pequeño.", "Tres tableros pequeños en línea ganan la partida.",
			],
			try: "Eres X. Gana el tablero marcado.",
		},
		pop_out: {
			three: [
				"Las fichas caen como en el cuatro en raya.",
				"O saca una ficha propia de abajo: todas las de encima bajan un puesto.", "Cuatro en raya ganan.",
			],
			try: "Eres X. Saca una de tus fichas de abajo para que se junten cuatro.",
		},
	},

	// the board
	board: "Tablero",
	empty: "vacía",
	columnRow: (column, row) => `columna ${column}, fila ${row}`,
	boardCell: (board, cell) => `tablero ${board}, casilla ${cell}`,
	lastStone: "última ficha",
	winningStone: "en la línea ganadora",
	takesOut: "sacarla",
	wonBy: (who) => `tablero ganado por ${who}`,
	choosesBoard: (board) => `elige el tablero ${board}`,
	sendsTo: (who, boards) =>
		(boards.length > 1 ? `deja que ${who} elija un tablero` : `envía a ${who} al tablero ${boards[0]}`),
	played: (who, move, dice) =>
		(dice ? `Los dados juegan ${move} por ${who}` : move === "?" ? `${who} pide los dados` : `${who} juega ${move}`),
	startPosition: "Inicio",
	numbers: "Números de jugada",
	threats: "Amenazas",
	noThreats: "No hay amenazas que responder.",
	moveNumber: (number) => `jugada ${number}`,
	forbidden: (why) => `prohibida: ${why}`,
	tapAgain: (move) => `${move}: toca otra vez para jugar`,
	lookingBack: (words) => `Mirando atrás: ${words}`,
	clockOf: (side) => `Reloj de ${side}`,

	// controls
	leaf: "Recorrer la partida",
	first: "Al inicio",
	back: "Una jugada atrás",
	forward: "Una jugada adelante",
	last: "Al final",
	takeBack: "Deshacer",
	resign: "Abandonar",
	reallyResign: "¿Abandonar de verdad?",
	rematch: "Revancha",
	myMistakes: "Mis errores",
	goOnHere: "Seguir desde aquí",
	choices: "Qué hacer",
	choice: { black: "Jugar con negras", white: "Jugar con blancas", more: "Poner dos fichas más" },
	rollDice: "⚄ Tirar los dados",
	typeMove: "Escribir una jugada",
	pause: "Pausa",
	step: "Una jugada",
	speed: "Velocidad",
	exploreCopy: "Probar en una copia",

	// moves and graph
	moves: "Jugadas",
	noMoves: "Aún no hay jugadas. Pulsa una columna o una casilla para empezar.",
	moveName: (who, text, dice, verdict) => joined([who, text, dice && "por dados", verdict], " "),
	verdictSigns: { "?!": "imprecisión", "?": "error", "??": "error grave" },
	graphName: (known, who, share) => `Valoración tras ${known} posiciones; la última: ${who} espera ${share}`,
	reviewGame: "Revisar la partida",
	reviewStarts: "Juzgando las jugadas …",
	reviewing: (done, total) => `Juzgadas ${done} de ${total} jugadas`,
	promote: "Hacer línea principal",
	comment: "Comentario a esta jugada",

	// analysis
	analysis: "Análisis",
	analyse: "Analizar",
	hideAnalysis: "Ocultar",
	analysisHidden: "Los valores, la mejor línea y las razones quedan ocultos hasta que los pidas.",
	stop: "Parar",
	goOn: "Seguir",
	thinkTime: "Tiempo para pensar",
	limits: [["1s", "rápido: 1 s"], ["5s", "normal: 5 s"], ["30s", "a fondo: 30 s"]],
	compare: "uno junto a otro",
	engine: (number) => `Motor ${number}`,
	valuesCaption: "Valores de las jugadas",
	move: "Jugada",
	work: "Trabajo",
	workDone: (running, found) =>
		joined([
			running ? "pensando …" : found && "listo",
			found?.depth && `profundidad ${found.depth}`,
			found?.nodes && count(found.nodes, "nodo", "nodos"),
			found && `${digits(found.seconds, 1)} s`,
		]),
	noValue: "sin juzgar",
	overHere: "Aquí la partida ha terminado. Retrocede para ver cuánto valían las jugadas anteriores.",
	openValue: "aún no se sabe",
	best: "la mejor",
	playMove: (text) => `Jugar ${text}`,
	bestLine: "Mejor línea",
	enterLine: "Pulsa para ir allí",
	sequence: "Secuencia",
	lineBack: "Una jugada atrás en la línea",
	lineNext: "Siguiente jugada de la línea",
	lineAt: (at, all, move) => `${at} de ${all}: ${move}`,
	result: { win: "gana", draw: "tablas", loss: "pierde" },
	inPlies: (plies) => `en ${plies}`,
	kind: { proven: "demostrado", bound: "cota", estimate: "estimado" },
	bound: (atMost) => (atMost ? "como mucho " : "al menos "),
	barWords: (who, words) => `Juega ${who}: ${words}`,
	why: "Por qué",
	whyMove: (move) => `¿Por qué ${move}?`,
	whyPosition: "En esta posición",
	noReason: "Aquí no hay nada forzado.",
	walk: "Recorrer la demostración", proof: "Demostración", proving: "Demostrando …",
	provenClaim: (words) => `Demostrado: ${words}`,
	legendTitle: "Qué significan los valores",
	legend: [
		["demostrado", "marco continuo: se sigue de las reglas. «gana en 5»: la última ficha cae en 5 jugadas de ambos."],
		["cota", "borde grueso, ≥ o ≤: al menos o como mucho así de bueno."],
		["estimado", "marco discontinuo, ~: lo que sugiere una heurística o partidas al azar, como parte de los puntos."],
		["★", "la mejor jugada hasta ahora"],
		["número", "de un valor demostrado: 1 por ganar con la última ficha, 1 más por ficha antes; negativo si pierde."],
	],

	// learning
	tryAgain: "Probar otra vez",
	keepMove: "Mantener la jugada",
	betterLine: "Mejor línea",
	quizCount: (at, all) => `${at} de ${all}`,
	quizTask: (move, verdict) => `Aquí jugaste ${move}: ${verdict}. Encuentra una jugada mejor.`,
	quizEmpty: "No se han encontrado errores. ¡Bien jugado!",
	quizDone: "Era el último. ¡Bien hecho!",
	quizRight: (move, words) => `${move} es correcta: ${words}.`,
	quizSame: "Esa es la jugada que hiciste. Hay una mejor.",
	quizWrong: (move) => `${move} no basta. Prueba otra jugada.`,
	quizHint1: (words) => `La mejor jugada lleva a: ${words}.`,
	quizHint2: (words) => `La mejor jugada: ${words}.`,
	quizHint3: (move) => `Juega ${move}.`,
	hint: "Pista",
	skipOne: "Saltar",
	nextMistake: "Siguiente",
	leaveQuiz: "Volver a la partida",
	puzzles: "Problemas",
	level: "Nivel",
	puzzleLevels: [
		["", "cerca de mi puntuación"], ["1", "1: fácil"], ["2", "2"], ["3", "3"], ["4", "4"], ["5", "5: difícil"],
	],
	puzzleComes: "Buscando un problema …",
	nextPuzzle: "Siguiente problema",
	puzzleTask: ({ words, level, rating }) => joined([words, level && `Nivel ${level}, puntuación ${rating}.`], " "),
	puzzleNew:
		"Tu puntuación empieza con la primera respuesta. Solo cuenta la primera a cada problema; una pista es un fallo.",
	puzzleScore: ({ rating, deviation, tried, solved, streak, longest }, change) =>
		`Mi puntuación: ${Math.round(rating)} ±${Math.round(2 * deviation)}` +
		`${change ? ` (${change > 0 ? "+" : "−"}${Math.abs(Math.round(change))})` : ""}. ` +
		`Resueltos a la primera: ${solved} de ${tried}. Seguidos: ${streak}, como máximo ${longest}.`,

	// search viewer
	viewer: "Mira cómo piensa una búsqueda",
	viewerStart: "Una búsqueda grabada. Reprodúcela o ve paso a paso: las cajas pálidas aún están por llegar.",
	algorithm: "Algoritmo",
	position: "Posición",
	searches: [["mcts", "Búsqueda de Monte Carlo en árbol"], ["alphabeta", "Alfa-beta"]],
	viewerPositions: [
		["tic_tac_toe:a1b2c3a3c1", "Tres en raya, una horquilla"],
		["tic_tac_toe:b2a1", "Tres en raya, al principio"],
		["connect_four(rows=4,cols=4,k=3):2233", "Tres en raya con caída, 4 × 4"],
		["connect_four(rows=4,cols=5,k=4):332214", "Cuatro en raya, 5 × 4"],
	],
	simulations: "Simulaciones",
	depth: "Profundidad en jugadas",
	searchTree: "Árbol de búsqueda",
	root: "inicio",
	visits: (times) => count(times ?? 0, "visita", "visitas"),
	score: (number) => `puntos ${digits(number, 2)}`,
	mean: (number) => `media ${digits(number, 2)}`,
	window: (alpha, beta) => `${alpha ?? "−∞"} … ${beta ?? "∞"}`,
	cutMoves: (moves) => `✂ ${moves}`,
	value: (number) => `valor ${number}`,
	phase: {
		selection: "1 Selección", expansion: "2 Expansión", rollout: "3 Partida al azar", backup: "4 Retropropagación",
		enter: "Entrada", leaf: "Hoja", return: "Vuelta", cut: "Poda",
	},
	treeLegend: {
		mcts:
			"Una caja es una posición con sus visitas y su resultado medio. El camino grueso es la simulación en curso, " +
			"las fichas pálidas numeradas son su partida al azar.",
		alphabeta:
			"Una caja es una posición con su ventana de α a β y su valor. " +
			"✂ nombra jugadas podadas: el otro jugador nunca dejaría llegar a eso.",
	},
	treeName: (nodes, words) => `Árbol de búsqueda con ${count(nodes, "nodo", "nodos")}. ${words}`,
	stepSlider: "Paso",
	stepOf: (at, all) => `paso ${at} de ${all}`,
	backStep: "Un paso atrás",
	nextStep: "Un paso adelante",
	playSteps: "Reproducir los pasos",

	// arena
	events: "Torneos",
	event: "Torneo",
	newEvent: "Nuevo torneo",
	noEvent: "Abre aquí un torneo o empieza uno nuevo.",
	noFiles: "Aún no hay archivos de torneos.",
	eventProgress: ({ games, running }) => (running ? " en curso" : ` ${count(games, "partida", "partidas")}`),
	rounds: "Pares de partidas",
	roundsHelp: "por cada dos jugadores: la misma apertura con ambos lados",
	perMove: "Trabajo por jugada",
	eventLimits: [
		["", "lo que quieran"], ["200sims", "200 simulaciones"], ["1000sims", "1000 simulaciones"],
		["100ms", "0,1 segundos"],
	],
	openings: "Las partidas empiezan",
	eventOpenings: [
		["all", "tras todas las dos primeras jugadas"], ["start", "con el tablero vacío"],
		["random(plies=4,count=50)", "tras cuatro jugadas al azar"],
	],
	addPlayer: "Añadir un jugador",
	remove: "Quitar",
	playerNumber: (number) => `Jugador ${number}`,
	removePlayer: (number) => `Quitar al jugador ${number}`,
	compareTwo: "Comparar estos dos",
	compareHelp:
		"Juegan desde muchos comienzos, con ambos bandos, hasta que esté claro quién es más fuerte; máximo 1.000 partidas.",
	goOn: "Seguir",
	answer: ({ finding, first, second, share, error, games, elo }) => {
		if (share === null) return "Aún sin decidir: no ha terminado ninguna partida.";
		const points = (part) => `${digits(100 * part)} % ± ${digits(Math.max(1, 100 * error))}`;
		const over = `en ${count(games, "partida", "partidas")}`;
		if (finding === "first") return `${first} es más fuerte: ${points(share)} de los puntos ${over}.`;
		if (finding === "second") return `${second} es más fuerte: ${points(1 - share)} de los puntos ${over}.`;
		const has = `${first} tiene ${points(share)} ${over}`;
		if (finding === "same") return `No se encontró ninguna diferencia mayor que ${digits(elo)} Elo: ${has}.`;
		return finding === "failed" ? "Sin respuesta: un jugador falló demasiadas veces." : `Aún sin decidir: ${has}.`;
	},
	startEvent: "Empezar el torneo",
	eventOver: (name) => `El torneo ${name} ha terminado.`,
	progress: "Partidas jugadas",
	resultHeads: ["#", "Jugador", "Partidas", "Ganadas", "Tablas", "Perdidas", "Puntos", "Elo"],
	failure: { time: "tiempo", crash: "fallo", illegal: "ilegal", memory: "memoria" },
	tableCaption: "Resultados",
	crossCaption: "Tabla cruzada: ganadas–tablas–perdidas; pulsa una celda para ver sus partidas",
	crossCell: ({ player, opponent, wins, draws, losses }) =>
		`${player} contra ${opponent}: ${wins} ganadas, ${draws} tablas, ${losses} perdidas. Ver las partidas`,
	ratingsName: (words) => `Puntuaciones en Elo con barras de error del 95 %: ${words}`,
	gamesOf: "Partidas de dos jugadores",
	gamesBetween: (player, opponent) => `${player} – ${opponent}`,
	eventGame: ({ first, second, result }) => `${first} – ${second}: ${result}`,
	eventGameEnd: ({ reason, plies }) => ` ${reason}, ${count(plies, "ficha", "fichas")}`,

	// sharing
	share: "Compartir",
	open: "Abrir",
	shareLink: "Enlace a esta posición",
	linkName: "Enlace",
	shareText: "Como texto",
	movesName: "Jugadas hasta esta posición",
	copy: "Copiar",
	copies: [
		["moves", "Copiar jugadas"], ["position", "Copiar posición"], ["record", "Copiar registro"], ["json", "Copiar JSON"],
		["sgf", "Copiar SGF"],
	],
	copied: (name) => `Copiado: ${name.replace(/^Copiar /, "")}.`,
	sharePicture: "Como imagen",
	saveSvg: "Guardar SVG",
	savePng: "Guardar PNG",
	onPaper: "En papel",
	printPosition: "Imprimir posición",
	printGame: "Imprimir partida",
	pasteName: "Jugadas, posición o registro",
	openHelp: "Pega jugadas como 4453, una posición en una línea o un registro como texto, JSON, SGF o PSQ.",
	openGame: "Unas jugadas sin más pertenecen a",

	// keys
	keyTitle: "Teclas",
	keyIntro: "Todo funciona sin ratón. Con el tabulador vas de una parte a otra.",
	singleKeys: "Las teclas de una letra están activas",
	keyHelp: [
		["← ↑ ↓ →", "en el tablero: recorrer las casillas; fuera, ← → recorren la partida"],
		["Enter", "jugar en la casilla"],
		["1 … 9", "jugar en una columna o casilla por su número"],
		["m", "escribir una jugada, por ejemplo h8"],
		["b", "ir al tablero"],
		["j k", "una jugada atrás, una adelante"],
		["Home End", "al inicio, al final (en el tablero: extremos de la fila)"],
		["a", "mostrar u ocultar el análisis"],
		["u", "deshacer"],
		["d", "tirar los dados"],
		["p", "parar las máquinas o dejarlas seguir"],
		["n r", "nueva partida, revancha"],
		["s o", "compartir, abrir"],
		["t", "claro u oscuro"],
		["?", "esta ayuda"],
	],
};
