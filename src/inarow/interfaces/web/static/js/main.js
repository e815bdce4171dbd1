/** The page: connection, header, views and keys. */
import { announce, complain, note } from "./announce.js";
import { get } from "./api.js";
import { el, fill, select, set, write } from "./dom.js";
import { iconButton } from "./icons.js";
import { Keys } from "./keys.js";
import { readLink } from "./link.js";
import { language, LANGUAGES, learn } from "./locale.js";
import { Session } from "./session.js";
import { Socket } from "./socket.js";
import { firstGame, games, gameTitle } from "./spec.js";
import { keep, recall } from "./store.js";
import { S, viewName } from "./strings.js";

/** Views besides the game, each in a module of its name that is loaded when it is first opened. */
const VIEWS = ["gallery", "library", "collection", "puzzles", "viewer", "arena"];
/** Keys that leaf through the game, and keys that press a button below the board. */
const STEPS = { ArrowLeft: -1, j: -1, ArrowRight: 1, k: 1, Home: -Infinity, End: Infinity };
const BUTTONS = { u: "takeBack", r: "rematch", d: "dice", p: "hold" };

class Page {
	constructor(catalogue, socket) {
		this.catalogue = catalogue;
		this.socket = socket;
		this.main = document.getElementById("main");
		this.session = new Session(socket);
		this.views = new Map();
		this.keys = new Keys(this.actions(), (key) => this.playDigit(key));
		this.header();
		addEventListener("hashchange", ({ newURL }) => this.route().then(() => ready(newURL)));
		socket.on("down", () => this.connected(false));
		socket.on("up", () => this.connected(true));
		socket.on("warming", ({ words }) => this.warming(words));
		socket.on("error", ({ re, words }) => re === null && note(words)); // for all, unasked
		this.connected(socket.up);
	}

	header() {
		const src = new URL("../favicon.svg", import.meta.url);
		const logo = el("img", { src, alt: "", width: 28, height: 28 });
		this.links = S.views.map(([view, name]) => el("a", { href: `#${view}` }, name));
		this.state = el("span.connection");
		const theme = iconButton("theme", S.theme, () => this.nextTheme());
		const speak = () => (keep("language", languages.value), location.reload()); // the address keeps the game
		const names = { class: "language", "aria-label": S.language, title: S.language, onchange: speak };
		const languages = select(Object.entries(LANGUAGES), language, names);
		const help = iconButton("help", S.help, () => this.keys.help());
		fill(
			document.getElementById("header"),
			el("a.brand", { href: "#gallery" }, logo, "inarow"),
			el("nav", { "aria-label": S.viewsName }, ...this.links, el("a", { href: "docs/index.html" }, S.documents)),
			el("div.row", this.state, languages, theme, help),
		);
		const skip = document.getElementById("skip");
		write(skip, S.skip);
		set(skip, { onclick: (event) => (event.preventDefault(), this.toBoard()) });
	}

	nextTheme() {
		const { dataset } = document.documentElement;
		dataset.theme = { system: "light", light: "dark", dark: "system" }[dataset.theme];
		keep("theme", dataset.theme);
		note(S.themeNow[dataset.theme]);
	}

	/** Compiled searches on their way: how far that is, in short; the whole sentence for who points at it. */
	warming(words) {
		const [done, all] = words?.match(/\d+/g) || [];
		write(this.state, words ? S.warming(done, all) : "");
		set(this.state, { title: words });
	}

	connected(up) {
		if (up === this.wasUp) return;
		write(this.state, up ? "" : S.connecting);
		if (this.met) announce(up ? S.connectedAgain : S.connectionLost);
		this.wasUp = up;
		this.met ||= up; // the first time is not worth a word
	}

	/** The view of a game, loaded when it is first shown. */
	async board() {
		const { Play } = await import("./play.js");
		this.play ||= new Play(this.session, {
			newGame: () => this.newGame(),
			share: () => this.share(),
			open: () => this.openText(),
		});
		return this.play;
	}

	/** Shows what the address says. */
	async route() {
		const { values } = readLink();
		const name = wantedView();
		this.current(name);
		if (name === "play") return this.openLink(values);
		if (!this.views.has(name)) {
			const { View } = await import(`./${name}.js`);
			this.views.set(name, new View(this));
		}
		this.view = this.views.get(name);
		this.showRoot(this.view.root);
		this.view.open(values);
	}

	current(name) {
		for (const link of this.links) set(link, { "aria-current": link.hash === `#${name}` && "page" });
		const { game } = this.session;
		document.title = S.pageTitle(name === "play" && game ? gameTitle(game.game) : viewName(name));
	}

	showRoot(root) {
		const before = this.main.firstChild;
		if (before === root) return;
		fill(this.main, root);
		scrollTo(0, 0);
		for (const view of this.views.values()) if (view.root === before) view.leave?.();
	}

	/** A game from a link: the very game if this server knows it, else a new one at that position. */
	async openLink(values) {
		const { session, catalogue } = this;
		this.showRoot((await this.board()).root);
		const [id, game, seat] = ["id", "game", "seat"].map((name) => values.get(name));
		if (id && id === session.game?.id) return seat && session.sit(seat);
		const start = (setup) => () => this.openGame({ type: "new_game", ...setup });
		const watch = async () => {
			await session.watch(id);
			if (seat) await session.sit(seat).catch(complain);
		};
		const tries = [id && watch, game && (() => this.fromLink(game, values))];
		if (!session.game) tries.push(start(firstGame(catalogue)), start(catalogue.first));
		for (const attempt of tries.filter(Boolean))
			try {
				await attempt();
				return;
			} catch (error) {
				if (error.code !== "unknown_game") complain(error);
			}
		session.tell("shown"); // back to the game that is open, and to its address
	}

	async fromLink(game, values) {
		const [moves, position] = [values.get("moves") || "", values.get("position")];
		const seats = ["first", "second"].map((seat) => values.get(seat) || "human");
		const notation = Number(values.get("notation")) || 1;
		const paused = !!(moves || position); // a machine must not change what was shared
		await this.session.begin({ type: "new_game", game, seats, moves, notation, position, paused });
		if (paused && seats[this.session.position.to_move] === "human")
			await this.session.ask("pause", { paused: false });
	}

	async openGame(command) {
		const { root } = await this.board(); // it listens before there is something to hear
		const game = await this.session.begin(command);
		if (!this.playing) history.pushState(null, "", "#play"); // for "back"
		this.showRoot(root);
		this.play.keep();
		this.current("play");
		return game;
	}

	/** Dialogs are loaded when they are first opened. */
	async newGame(wanted = null) {
		const { Setup } = await import("./setup.js");
		this.setup ||= new Setup(this.catalogue, (body) => this.openGame({ type: "new_game", ...body }));
		const { game } = this.session;
		if (wanted || !game) return this.setup.open(wanted || firstGame(this.catalogue));
		const { game: rules, seats, limit, takeback, judge } = game;
		this.setup.open({ ...recall("setup", {}), game: rules, seats, limit, takeback, judge });
	}

	async sharing() {
		const { Share } = await import("./share.js");
		return (this.dialogs ||= new Share(this.session, (command) => this.openGame(command)));
	}

	async share() {
		(await this.sharing()).show();
	}

	async openText() {
		(await this.sharing()).showOpen();
	}

	/** Keys that leaf through the game leaf through what another view shows. */
	leaf(count) {
		if (this.main.firstChild === this.view?.root) this.view.step?.(count);
	}

	toBoard() {
		this.main.querySelector('.cells [tabindex="0"]')?.focus();
	}

	get playing() {
		return !!this.play && this.main.firstChild === this.play.root;
	}

	actions() {
		const here = (action) => () => this.playing && action(this.play);
		const press = (find) => here((play) => find(play).checkVisibility() && find(play).click());
		const leaf = (count) => () => (this.playing ? this.play.controls.go(count) : this.leaf(count));
		const steps = Object.entries(STEPS).map(([key, count]) => [key, leaf(count)]);
		const buttons = Object.entries(BUTTONS).map(([key, name]) => [key, press(({ controls }) => controls[name])]);
		return {
			...Object.fromEntries([...steps, ...buttons]),
			a: press(({ panel }) => panel.switch),
			m: here(({ controls }) => controls.input.focus()),
			b: here(() => this.toBoard()),
			s: here(() => this.share()),
			n: () => this.newGame(),
			o: () => this.openText(),
			t: () => this.nextTheme(),
			"?": () => this.keys.help(),
		};
	}

	/** Digits are moves, or number the cells of a small board; says whether this one was a move. */
	playDigit(key) {
		const { play, session } = this;
		if (!/^\d$/.test(key) || !session.position || !this.playing || !play.live()) return false;
		const { legal, shape: { rows, cols } } = play.board.position;
		const numbered = ({ cell }) => cell && rows * cols < 10 && cell[0] * cols + cell[1] + 1 === Number(key);
		const move = legal.find(({ text }) => text === key) || legal.find(numbered);
		if (move) play.play(move.text);
		return !!move;
	}
}

/** What the address asks for; without an address a first visit begins with all games. */
function wantedView() {
	const { view } = readLink();
	const known = recall("welcomed", false) || recall("setup", null);
	return VIEWS.find((name) => name === view) || (view || known ? "play" : "gallery");
}

const ready = (detail) => performance.mark("ready", { detail });

async function start() {
	const view = wantedView();
	import(`./${view}.js`); // needed soon: on its way while the words come
	if (view === "gallery" && !location.hash) history.replaceState(null, "", "#gallery"); // for "back"
	await learn(S);
	const address = new URL("ws", location.href);
	address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
	address.hash = "";
	const socket = new Socket(String(address)); // connects while the catalogue is on its way
	const catalogue = await get("/api/catalogue");
	games.push(...catalogue.games);
	const page = new Page(catalogue, socket);
	await page.route();
	document.body.classList.add("ready");
	ready();
	navigator.serviceWorker?.register("sw.js").catch(() => {}); // a browser may forbid it: then there is no offline
}

addEventListener("unhandledrejection", (event) => {
	complain(event.reason);
	event.preventDefault();
});
start();
