/** Das Suchlabor, auf Deutsch. */
import { count, digits } from "../locale.js";

export const words = {
	title: "Einer Suche beim Denken zusehen",
	start: "Eine aufgezeichnete Suche. Lass sie laufen oder geh Schritt für Schritt: Blasse Kästen kommen noch.",
	algorithm: "Verfahren",
	position: "Stellung",
	searches: {
		mcts: "Monte-Carlo-Baumsuche", alphabeta: "Alpha-Beta", minimax: "Minimax", expectiminimax: "Expectiminimax",
		gomoku: "Drohungen (Gomoku-Programm)", prover: "Beweiszahlen", learned: "Gelerntes Netz",
	},
	positions: [
		["tic_tac_toe:a1b2c3a3c1", "Tic-Tac-Toe, eine Gabel"],
		["tic_tac_toe:b2a1", "Tic-Tac-Toe, früh"],
		["connect_four(rows=4,cols=4,k=3):2233", "Drei in einer Reihe, fallend, 4 × 4"],
		["mnk(rows=9,cols=9,k=5):c3c4e6f7c6f5d4e3", "Fünf in einer Reihe, Gewinn durch Drohungen"],
	],
	amounts: { sims: "Simulationen", plies: "Tiefe in Halbzügen", nodes: "Stellungen" },
	options: "Optionen",
	beside: "Vergleichen mit",
	none: "nichts",
	recording: "Die Suche wird aufgezeichnet …",
	fewer: (one, few, other, many) =>
		`${one} sah ${digits(few)} Stellungen an, ${other} ${digits(many)}: ${digits(100 - (100 * few) / many)} % weniger.`,
	treeHelp: "Suchbaum: + und − ändern die Größe, 0 zeigt alles",
	zoomIn: "Größer",
	zoomOut: "Kleiner",
	fit: "Alles zeigen",
	root: "Anfang",
	visits: (times) => count(times ?? 0, "Besuch", "Besuche"),
	score: (number) => `Wert ${digits(number, 2)}`,
	mean: (number) => `Mittel ${digits(number, 2)}`,
	window: (alpha, beta) => `${alpha ?? "−∞"} … ${beta ?? "∞"}`,
	cutMoves: (moves) => `✂ ${moves}`,
	value: (number) => `Wert ${number}`,
	proof: (number) => `Beweis ${number}`,
	disproof: (number) => `Widerlegung ${number}`,
	chance: (number) => `${digits(100 * number)} %`,
	lead: (number) => `Vorsprung ${digits(number, 2)}`,
	phase: {
		selection: "1 Auswahl", expansion: "2 Erweiterung", rollout: "3 Zufallsspiel", backup: "4 Zurückmelden",
		dice: "Würfel", enter: "Betreten", leaf: "Blatt", return: "Rückkehr", cut: "Schnitt", look: "Blick",
		update: "Neue Zahlen", attack: "Angriff", defence: "Abwehr", verdict: "Urteil", voice: "Stimme", answer: "Antwort",
	},
	legend: {
		mcts:
			"Ein Kasten ist eine Stellung mit Besuchen und mittlerem Ergebnis. Der dicke Weg ist die laufende Simulation, " +
			"nummerierte blasse Steine sind ihr Zufallsspiel.",
		alphabeta:
			"Ein Kasten ist eine Stellung mit ihrem Fenster von α bis β und ihrem Wert. " +
			"✂ nennt Züge, die abgeschnitten wurden: Die andere Seite ließe es nie dazu kommen.",
		minimax: "Der Wert einer Stellung: max nimmt den größten darunter, min den kleinsten, Würfel das Mittel.",
		prover: "Wie viele Stellungen noch als gewonnen oder nicht gewonnen zu zeigen sind: Beweis 0 ist bewiesen.",
		learned: "Ein Kasten ist ein Zug mit der Chance, die das Netz sieht. Markierte Felder sprechen dafür oder dagegen.",
	},
	sweep: "Welcher Wert ist der beste?",
	startSweep: "Los",
	swept: (measure, done, all) => `${measure}: ${done} von ${all} Teilen`,
	treeName: (nodes, words) => `Suchbaum mit ${count(nodes, "Knoten", "Knoten")}. ${words}`,
	stepSlider: "Schritt",
	stepOf: (at, all) => `Schritt ${at} von ${all}`,
	backStep: "Ein Schritt zurück",
	nextStep: "Ein Schritt vor",
	playSteps: "Schritte abspielen",
};
