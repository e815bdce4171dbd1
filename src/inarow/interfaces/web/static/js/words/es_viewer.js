/** El laboratorio de búsquedas, en español. */
import { count, digits } from "../locale.js";

export const words = {
	title: "Mira cómo piensa una búsqueda",
	start: "Una búsqueda grabada. Reprodúcela o ve paso a paso: las cajas pálidas aún están por llegar.",
	algorithm: "Algoritmo",
	position: "Posición",
	searches: {
		mcts: "Búsqueda de Monte Carlo en árbol", alphabeta: "Alfa-beta", minimax: "Minimax",
		expectiminimax: "Expectiminimax", gomoku: "Amenazas (motor de Gomoku)", prover: "Números de prueba",
		learned: "Red aprendida",
	},
	positions: [
		["tic_tac_toe:a1b2c3a3c1", "Tres en raya, una horquilla"],
		["tic_tac_toe:b2a1", "Tres en raya, al principio"],
		["connect_four(rows=4,cols=4,k=3):2233", "Tres en raya con caída, 4 × 4"],
		["mnk(rows=9,cols=9,k=5):c3c4e6f7c6f5d4e3", "Cinco en raya, victoria por amenazas"],
	],
	amounts: { sims: "Simulaciones", plies: "Profundidad en jugadas", nodes: "Posiciones" },
	options: "Opciones",
	beside: "Comparar con",
	none: "nada",
	recording: "Grabando la búsqueda …",
	fewer: (one, few, other, many) =>
		`${one} miró ${digits(few)} posiciones, ${other} ${digits(many)}: un ${digits(100 - (100 * few) / many)} % menos.`,
	treeHelp: "Árbol de búsqueda: + y − cambian el tamaño, 0 lo muestra entero",
	zoomIn: "Más grande",
	zoomOut: "Más pequeño",
	fit: "Mostrar todo",
	root: "inicio",
	visits: (times) => count(times ?? 0, "visita", "visitas"),
	score: (number) => `puntos ${digits(number, 2)}`,
	mean: (number) => `media ${digits(number, 2)}`,
	window: (alpha, beta) => `${alpha ?? "−∞"} … ${beta ?? "∞"}`,
	cutMoves: (moves) => `✂ ${moves}`,
	value: (number) => `valor ${number}`,
	proof: (number) => `prueba ${number}`,
	disproof: (number) => `refutación ${number}`,
	chance: (number) => `${digits(100 * number)} %`,
	lead: (number) => `ventaja ${digits(number, 2)}`,
	phase: {
		selection: "1 Selección", expansion: "2 Expansión", rollout: "3 Partida al azar", backup: "4 Retropropagación",
		dice: "Dados", enter: "Entrada", leaf: "Hoja", return: "Vuelta", cut: "Poda", look: "Mirada",
		update: "Números nuevos", attack: "Ataque", defence: "Defensa", verdict: "Juicio", voice: "Voz", answer: "Respuesta",
	},
	legend: {
		mcts:
			"Una caja es una posición con sus visitas y su resultado medio. El camino grueso es la simulación en curso, " +
			"las fichas pálidas numeradas son su partida al azar.",
		alphabeta:
			"Una caja es una posición con su ventana de α a β y su valor. " +
			"✂ nombra jugadas podadas: el otro jugador nunca dejaría llegar a eso.",
		minimax: "Una caja es una posición con su valor: max toma el mayor de debajo, min el menor, los dados la media.",
		prover: "Cuántas posiciones faltan por mostrar ganadas y no ganadas: prueba 0 es una demostración.",
		learned: "Una caja es una jugada con la probabilidad que ve la red. Las casillas marcadas hablan a favor o no.",
	},
	sweep: "¿Qué valor es el mejor?",
	startSweep: "Empezar",
	swept: (measure, done, all) => `${measure}: ${done} de ${all} partes`,
	treeName: (nodes, words) => `Árbol de búsqueda con ${count(nodes, "nodo", "nodos")}. ${words}`,
	stepSlider: "Paso",
	stepOf: (at, all) => `paso ${at} de ${all}`,
	backStep: "Un paso atrás",
	nextStep: "Un paso adelante",
	playSteps: "Reproducir los pasos",
};
