/** Mis partidas y asientos, en español. */
import { count } from "../locale.js";
import { joined } from "../strings.js";

export const words = {
	// games on several screens
	seats: "Asientos",
	seatLink: "Enlace para el otro jugador",
	watchLink: "enlace para mirar",
	copySeat: "Copiar el enlace",
	copyWatch: "Copiar un enlace para mirar",
	youPlay: (side, ready) =>
		ready ? `Juegas con ${side}.` : `Juegas con ${side}. Envía este enlace a una persona: da el otro asiento, una vez.`,
	onlyHere:
		"Esta dirección solo vale en este equipo: para otros, inicia el servidor con inarow serve --host DIRECCIÓN.",
	youWatch: "Estás mirando: solo mueven los jugadores.",

	// my games
	find: "Buscar partidas",
	player: "Jugador o torneo",
	anyGame: "cualquier juego",
	result: "Resultado",
	results: [
		["", "cualquiera"], ["won", "ganadas"], ["drawn", "tablas"], ["lost", "perdidas"], ["unfinished", "sin terminar"],
	],
	source: "Origen",
	sources: [
		["", "cualquiera"], ["page", "esta página"], ["terminal", "la terminal"], ["event", "torneos"], ["file", "archivos"],
	],
	since: "Desde",
	until: "Hasta",
	here: "Con la posición del tablero, como sea que se alcanzara",
	me: "Mi nombre, en partidas entre dos personas",
	found: (total) => count(total, "partida", "partidas"),
	none: "No hay tales partidas.",
	more: "Mostrar más",
	about: (parts, plies, words) =>
		` ${joined([...parts, count(plies, "jugada", "jugadas"), words || "sin terminar"], " · ")}`,
	review: "Revisar",
	saveAs: "Guardar como",
	forms: [["", "Guardar como …"], ["record", "texto"], ["json", "JSON"], ["sgf", "SGF"]],
	remove: "Borrar",
	removed: (name) => `Borrada: ${name}.`,
	undo: "Recuperarla",
	bring: "Traer partidas",
	bringHelp: "Archivos con partidas como texto, JSON, SGF o PSQ. Lo que ya está no se copia otra vez.",
	bringEvent: "Copiar las partidas de un torneo",
	brought: (added, all) => `${added} nuevas de ${all}.`,

	// collections
	collection: "Colección",
	collectionHelp: "Partidas y posiciones con tus notas, en un archivo para enviar; o uno que te enviaron.",
	openCollection: "Leer o escribir una colección",
	collect: "Coleccionar",
	collected: (chapters) => `En la colección, ahora con ${count(chapters, "capítulo", "capítulos")}.`,
	look: "Abrirla",
	chapter: "Capítulo",
	chapterNumber: (number) => `Capítulo ${number}`,
	chapterTitle: (number) => `Título del capítulo ${number}`,
	write: "Escribir",
	note: "Nota sobre esta posición",
	titleField: "Título",
	textAbout: "De qué trata",
	saveFile: "Guardar como archivo",
	addPosition: "Añadir la posición del tablero",
	startNew: "Empezar una nueva",
	swapped: "Ahora hay otra colección aquí.",
	openFile: "Abrir un archivo",
	show: "Mostrar",
	up: "Subir",

	// what was played here
	exploreSource: "Entre",
	exploreHeads: ["Jugada", "Partidas", "Ganadas–tablas–perdidas", "Demostrado", "Por"],
	cameHere: (total, side) => `Partidas que llegaron aquí: ${total}. Los resultados son de ${side}, a quien le toca.`,

	// statistics
	statistics: "Cómo fueron mis partidas",
	noStatistics: "No hay partidas mías terminadas: cuentan aquellas en que soy la única persona o tengo mi nombre.",
	overall: ({ games, won, drawn, lost, score, accuracy }, percent) =>
		joined([
			`${games} terminadas: ${won} ganadas, ${drawn} tablas, ${lost} perdidas, ${percent(score)} de los puntos`,
			accuracy !== null && `precisión ${percent(accuracy)}`,
		]),
	byGame: "Juego",
	byOpponent: "Rival",
	bySeat: "Asiento",
	byPeriod: "Período",
	seat: { first: "primero", second: "segundo" },
	tallyHeads: ["Partidas", "Ganadas", "Tablas", "Perdidas", "Puntos", "Precisión"],
	chart: (periods, name, score) => `Puntos en ${count(periods, "período", "períodos")}; el último, ${name}: ${score}`,
	legend: "Precisión, en partidas revisadas: 100 % menos lo que una jugada regaló de media.",
};
