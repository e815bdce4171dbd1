/**
 * The way in: a card for every game; inside, its rules by example and whom one can play. A game of another package
 * tells its own.
 */
import { Board } from "./board.js";
import { button, card, definitions, el, fill, write } from "./dom.js";
import { face } from "./faces.js";
import { LESSONS } from "./lessons.js";
import { makeLink } from "./link.js";
import { learnPart } from "./locale.js";
import { picture } from "./picture.js";
import { findGame, games, levelSpec } from "./spec.js";
import { keep, myKey } from "./store.js";
import { S } from "./strings.js";
import { G } from "./strings_gallery.js";

/** Its look, which other visits do without. */
const dressed = new Promise((done) => {
	const href = new URL("../css/gallery.css", import.meta.url);
	document.head.append(el("link", { rel: "stylesheet", href, onload: done, onerror: done }));
});

export class View {
	root = el("div.gallery");
	made = learnPart(G, "gallery");

	constructor(page) {
		this.page = page;
		this.memory = new Map();
		keep("welcomed", true); // the next visit begins with a game
	}

	async open(values) {
		await Promise.all([this.made, dressed]);
		const entry = findGame(values.get("game"));
		const before = this.root.firstChild;
		if (entry) this.detail(entry);
		else this.list();
		if (before) this.root.querySelector("h1").focus(); // the next page of this view
	}

	/** A position after some moves, from the server, which knows the rules. */
	position(game, moves) {
		const key = `${game} ${moves}`;
		if (!this.memory.has(key)) this.memory.set(key, this.page.socket.ask({ type: "setup", game, moves }));
		return this.memory.get(key).then((answer) => answer.position);
	}

	/** Fills a place with the picture of a position when it has come. */
	draw(place, game, moves) {
		this.position(game, moves).then((position) => fill(place, picture(position).root));
		return place;
	}

	list() {
		const cards = games.map((entry) => this.card(entry));
		fill(this.root, el("h1", { tabindex: -1 }, G.gallery), el("p.quiet-text", G.galleryIntro), el("ul.cards", ...cards));
	}

	card({ name, title, summary, spec }) {
		const lesson = LESSONS[name];
		const shown = this.draw(el("div.picture"), lesson?.game || spec, lesson?.pictures[1] || "");
		const link = el("a", { href: makeLink("gallery", { game: name }) }, title);
		return el("li.card", shown, el("h2", link), el("p", summary));
	}

	detail(entry) {
		const lesson = LESSONS[entry.name];
		const title = el("div", el("h1", { tabindex: -1 }, entry.title), el("p.quiet-text", entry.summary));
		const parts = lesson ? this.lesson(entry, lesson) : [this.told(entry)];
		const back = el("a", { href: "#gallery" }, G.allGames);
		fill(this.root, el("div.card-head", title, back), ...parts, this.people(entry));
		document.title = S.pageTitle(G.rulesOf(entry.title));
	}

	/** Three pictures and one try. */
	lesson(entry, { game = entry.spec, pictures, task, right }) {
		const { three, try: words } = G.rules[entry.name];
		const figures = pictures.map((moves, index) =>
			el("figure.card", this.draw(el("div.picture"), game, moves), el("figcaption", three[index])),
		);
		const said = el("p.task", { role: "status" }, words);
		const board = new Board(({ text }) => attempt(text));
		const attempt = async (text) => {
			const good = right.includes(text);
			write(said, good ? G.tryRight : G.tryWrong);
			if (good) board.show(await this.position(game, `${task} ${text}`), { live: false });
		};
		const place = el("div.stage", board.root);
		this.position(game, task).then((position) => board.show(position));
		return [
			el("h2", G.rulesByExample),
			el("div.three", ...figures),
			card(G.yourTurn, el("h2", G.yourTurn), said, place),
		];
	}

	/** What a game of another package says of itself. */
	told({ spec, options }) {
		const shown = this.draw(el("div.picture"), spec, "");
		const rows = options.map(({ name, help, default: usual }) => [name, `${help} (${usual ?? S.unknown})`]);
		return el("div.three", el("figure.card", shown), rows.length > 0 && card(G.rulesByExample, definitions(rows)));
	}

	/** Whom one can play: the levels with their faces, a person, or anybody else. */
	people(entry) {
		const play = (second, more = {}) =>
			this.page.openGame({ type: "new_game", game: entry.spec, seats: ["human", second], delay: 0.5, ...more });
		const person = ({ number, name, character, rating, at_home: here }) =>
			el(
				"li.card.person",
				face(number),
				el("div", el("h3", name), el("p", character), el("small", S.strength(number, here && rating))),
				button(G.playAgainst(name), () => play(levelSpec(number)), { class: "small" }),
			);
		const more = [
			button(G.twoPeople, () => play("human")),
			button(G.twoScreens, () => play("human", { mine: { seat: 0, key: myKey() }, takeback: false })),
			button(G.morePlayers, () => this.page.newGame({ game: entry.spec, seats: ["human", levelSpec(1)] })),
		];
		const list = el("ul.people", ...entry.levels.map(person));
		const title = [el("h2", G.opponents), el("p.quiet-text", G.eloHelp)];
		return el("section", { "aria-label": G.opponents }, ...title, list, el("div.row", ...more));
	}
}
