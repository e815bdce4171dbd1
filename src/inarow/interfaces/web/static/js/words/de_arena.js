/** Turniere, auf Deutsch. */
import { count, digits } from "../locale.js";

export const words = {
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
	compareElsewhere: "Eigene Programme vergleicht man im Terminal: inarow arena compare.",
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
	crossCaption: "Kreuztabelle: gewonnen–remis–verloren; ein Druck auf ein Feld zeigt die Spiele und einen Vergleich",
	crossCell: ({ player, opponent, wins, draws, losses }) =>
		`${player} gegen ${opponent}: ${wins} gewonnen, ${draws} remis, ${losses} verloren. Spiele zeigen`,
	ratingsName: (words) => `Wertungen in Elo mit 95-%-Fehlerbalken: ${words}`,
	gamesOf: "Spiele zweier Spieler",
	gamesBetween: (player, opponent) => `${player} – ${opponent}`,
	eventGame: ({ first, second, result }) => `${first} – ${second}: ${result}`,
	eventGameEnd: ({ reason, plies }) => ` ${reason}, ${count(plies, "Stein", "Steine")}`,
};
