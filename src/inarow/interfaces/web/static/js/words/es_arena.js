/** Torneos, en español. */
import { count, digits } from "../locale.js";

export const words = {
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
	compareElsewhere: "Los programas propios se comparan en una terminal: inarow arena compare.",
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
	crossCaption: "Tabla cruzada: ganadas–tablas–perdidas; pulsa una celda para ver sus partidas y comparar a los dos",
	crossCell: ({ player, opponent, wins, draws, losses }) =>
		`${player} contra ${opponent}: ${wins} ganadas, ${draws} tablas, ${losses} perdidas. Ver las partidas`,
	ratingsName: (words) => `Puntuaciones en Elo con barras de error del 95 %: ${words}`,
	gamesOf: "Partidas de dos jugadores",
	gamesBetween: (player, opponent) => `${player} – ${opponent}`,
	eventGame: ({ first, second, result }) => `${first} – ${second}: ${result}`,
	eventGameEnd: ({ reason, plies }) => ` ${reason}, ${count(plies, "ficha", "fichas")}`,
};
