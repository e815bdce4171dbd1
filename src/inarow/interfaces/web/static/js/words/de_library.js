/** Meine Partien und Plätze, auf Deutsch. */
import { count } from "../locale.js";
import { joined } from "../strings.js";

export const words = {
	// games on several screens
	seats: "Plätze",
	seatLink: "Link für den anderen Spieler",
	watchLink: "Link zum Zuschauen",
	copySeat: "Link kopieren",
	copyWatch: "Link zum Zuschauen kopieren",
	youPlay: (side, ready) =>
		ready ? `Du spielst ${side}.` : `Du spielst ${side}. Schick diesen Link einer Person: Er vergibt den anderen Platz.`,
	onlyHere: "Diese Adresse gilt nur auf diesem Rechner: für andere starte den Server mit inarow serve --host ADRESSE.",
	youWatch: "Du schaust zu: Nur die Spieler ziehen.",

	// my games
	find: "Partien suchen",
	player: "Spieler oder Turnier",
	anyGame: "jedes Spiel",
	result: "Ergebnis",
	results: [
		["", "jedes"], ["won", "gewonnen"], ["drawn", "remis"], ["lost", "verloren"], ["unfinished", "nicht zu Ende"],
	],
	source: "Herkunft",
	sources: [
		["", "von überall"], ["page", "diese Seite"], ["terminal", "Terminal"], ["event", "Turniere"], ["file", "Dateien"],
	],
	since: "Von",
	until: "Bis",
	here: "Mit der Stellung auf dem Brett, wie auch immer sie entstand",
	me: "Mein Name, in Partien zwischen zwei Menschen",
	found: (total) => count(total, "Partie", "Partien"),
	none: "Keine solchen Partien.",
	more: "Mehr zeigen",
	about: (parts, plies, words) => ` ${joined([...parts, count(plies, "Zug", "Züge"), words || "nicht zu Ende"], " · ")}`,
	review: "Analysieren",
	saveAs: "Speichern als",
	forms: [["", "Speichern als …"], ["record", "Text"], ["json", "JSON"], ["sgf", "SGF"]],
	remove: "Löschen",
	removed: (name) => `Gelöscht: ${name}.`,
	undo: "Zurückholen",
	bring: "Partien hierher holen",
	bringHelp: "Dateien mit Partien als Text, JSON, SGF oder PSQ. Was schon da ist, wird nicht noch einmal kopiert.",
	bringEvent: "Partien eines Turniers kopieren",
	brought: (added, all) => `${added} neue von ${all}.`,

	// collections
	collection: "Sammlung",
	collectionHelp: "Spiele und Stellungen mit deinen Notizen als eine Datei für andere; oder eine, die du bekommen hast.",
	openCollection: "Eine Sammlung lesen oder schreiben",
	collect: "Sammeln",
	collected: (chapters) => `In der Sammlung, jetzt mit ${count(chapters, "Kapitel", "Kapiteln")}.`,
	look: "Öffnen",
	chapter: "Kapitel",
	chapterNumber: (number) => `Kapitel ${number}`,
	chapterTitle: (number) => `Titel von Kapitel ${number}`,
	write: "Schreiben",
	note: "Notiz zu dieser Stellung",
	titleField: "Titel",
	textAbout: "Worum es geht",
	saveFile: "Als Datei speichern",
	addPosition: "Die Stellung auf dem Brett aufnehmen",
	startNew: "Eine neue beginnen",
	swapped: "Jetzt ist hier eine andere Sammlung.",
	openFile: "Eine Datei öffnen",
	show: "Zeigen",
	up: "Nach oben",

	// what was played here
	exploreSource: "Unter",
	exploreHeads: ["Zug", "Partien", "Siege–Remis–Niederlagen", "Bewiesen", "Von"],
	cameHere: (total, side) => `Partien, die hierher kamen: ${total}. Die Ergebnisse sind die von ${side} am Zug.`,

	// statistics
	statistics: "Wie meine Partien liefen",
	noStatistics: "Keine beendeten Partien von mir: Es zählt, wo ich der einzige Mensch bin oder meinen Namen habe.",
	overall: ({ games, won, drawn, lost, score, accuracy }, percent) =>
		joined([
			`${games} beendet: ${won} gewonnen, ${drawn} remis, ${lost} verloren, ${percent(score)} der Punkte`,
			accuracy !== null && `Genauigkeit ${percent(accuracy)}`,
		]),
	byGame: "Spiel",
	byOpponent: "Gegner",
	bySeat: "Platz",
	byPeriod: "Zeitraum",
	seat: { first: "zuerst", second: "danach" },
	tallyHeads: ["Partien", "Siege", "Remis", "Niederlagen", "Punkte", "Genauigkeit"],
	chart: (periods, name, score) =>
		`Punkte über ${count(periods, "Zeitraum", "Zeiträume")}; der letzte, ${name}: ${score}`,
	legend: "Genauigkeit, in analysierten Partien: 100 % weniger, was ein Zug im Mittel verschenkt.",
};
