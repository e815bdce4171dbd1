/** The main view: a game on the board with its players, controls, analysis and moves. */
import { AnalysisPanel } from "./analysis.js";
import { announce, note } from "./announce.js";
import { get } from "./api.js";
import { Board } from "./board.js";
import { Controls } from "./controls.js";
import { card, el, fill, set, smallButton, write } from "./dom.js";
import { Engines } from "./engines.js";
import { Bar, Graph } from "./graph.js";
import { Judged, judgement, Quiz, Review, verdict } from "./learn.js";
import { describe, keepLink, makeLink, watchLink } from "./link.js";
import { Looks } from "./looks.js";
import { entryName, gameTitle } from "./spec.js";
import { S } from "./strings.js";
import { Strip } from "./strip.js";
import { MoveTree } from "./tree.js";
import { spoken } from "./values.js";
import { Why } from "./why.js";

export class Play {
	strip = new Strip();
	bar = new Bar();
	title = el("h1");
	verdict = el("div", { role: "status" });
	/** what is pointed at */
	pointed = {};

	constructor(session, dialogs) {
		this.session = session;
		const redraw = () => session.game && this.draw();
		const rethink = () => session.game && this.drawThoughts();
		this.board = new Board((move) => this.play(move.text));
		this.engines = new Engines(session, rethink);
		this.review = new Review(session, redraw);
		this.quiz = new Quiz(session, this.review, () => this.engines.choices()[0], redraw);
		const play = (text) => this.play(text);
		const enter = (moves) => this.enter(moves.map((move) => move.text));
		const show = (line) => this.mark({ line });
		this.why = new Why(session, (reason) => this.mark({ reason }), { show, enter });
		this.looks = new Looks(session, this.why, () => session.game && this.drawBoard());
		const walk = () => this.startWalk(redraw);
		this.panel = new AnalysisPanel(this.engines, { play, show, enter, walk }, this.why);
		this.judged = new Judged(session, this.review, this.quiz, { show, enter }, (move) => this.ask(move));
		this.tree = new MoveTree(session, (node) => this.review.sign(node));
		this.graph = new Graph(session);
		this.controls = new Controls(session, {
			play,
			rematch: () => session.begin({ type: "rematch", game: session.game.id, swap: true }),
			quiz: () => this.quiz.start(),
		});
		this.root = this.build(dialogs);
		session.on((change) => this.changed(change));
	}

	build(dialogs) {
		this.judge = smallButton(S.reviewGame, () => this.review.run());
		this.main = smallButton(S.promote, () => this.promote());
		this.reviewWords = el("p.quiet-text", { role: "status" });
		const onchange = () => this.session.ask("comment", { node: this.session.shown, text: this.comment.value });
		const words = { "aria-label": S.comment, placeholder: S.comment };
		this.comment = el("input", { type: "text", maxlength: 2000, ...words, onchange });
		const { graph, tree, strip, bar, board, controls, looks } = this;
		this.watch = el("a.small", S.watchHere);
		const head = el("div.card-head", el("h2", S.moves), this.judge);
		const below = el("div.row.grow", this.comment, this.main);
		const moves = card(S.moves, head, graph.root, this.reviewWords, this.judged.root, tree.root, below, this.watch);
		const doors = ["newGame", "share", "open"].map((name) => smallButton(S[name], dialogs[name]));
		this.rules = el("a.small", S.rulesLink);
		const top = el("div.card-head", el("div", this.title, strip.status), el("div.row", this.rules, ...doors));
		const stage = el("div.stage", top, strip.root, bar.root, board.root, this.verdict, controls.root, looks.root);
		this.played = el("details.card", el("summary", S.playedHere));
		this.played.addEventListener("toggle", () => this.explore());
		this.beside = el("div.stack", this.quiz.root, this.panel.root, moves, this.played);
		return el("div.split", stage, this.beside);
	}

	/** Says what comes of a move, where it was played. */
	async ask({ parent, text }) {
		await this.session.show(parent);
		this.engines.toggle(true);
		await this.why.pin(text);
	}

	/** What has the board for itself: a quiz or a walk through a proof. */
	get lesson() {
		return [this.quiz, this.walk].find((lesson) => lesson?.on);
	}

	/** What was played in this position, as long as that is looked at. */
	async explore() {
		const { session, played } = this;
		if (!played.open) return;
		if (!this.explorer) {
			const { Explorer } = await import("./explorer.js");
			this.explorer ||= new Explorer(session, (text) => this.play(text));
			played.append(this.explorer.root);
		}
		await this.explorer.look();
	}

	async startWalk(changed) {
		const { Walk } = await import("./walk.js");
		this.walk ||= new Walk(this.session, changed, () => this.panel.walk.focus());
		this.beside.prepend(this.walk.root);
		await this.walk.start();
	}

	changed(change) {
		if (change === "chances") return this.graph.draw();
		if (change === "judged") announce(judgement(this.session.judged));
		if (change === "game") this.started();
		if (change === "update" || change === "shown") {
			this.pointed = {};
			this.speak(change);
			if (this.looked !== this.session.shown) {
				if (this.walk?.on) this.walk.end(); // it began elsewhere
				this.engines.look();
			}
		}
		if (this.looked !== this.session.shown || change === "game") this.explore();
		this.looked = this.session.shown;
		this.draw();
		this.keep();
	}

	keep() {
		keepLink(this, "play", { ...describe(this.session), id: this.session.game.id });
	}

	started() {
		const { game } = this.session;
		if (this.known === game.id) return this.engines.look();
		this.known = game.id;
		this.review.reset();
		this.quiz.root.hidden = true;
		if (this.walk?.on) this.walk.end();
		this.engines.reset();
		document.title = S.pageTitle(gameTitle(game.game));
		announce(S.started(gameTitle(game.game), game.position.sides, game.names, game.status.words));
	}

	speak(change) {
		const { game, position, shown, nodes } = this.session;
		const { player, text, dice } = nodes.get(shown);
		const move = player === null ? S.startPosition : S.played(position.sides[player], text, dice);
		announce(`${move}. ${change === "update" && shown === game.cursor ? game.status.words : position.words}.`);
	}

	/** Plays a move where we look; in a quiz or a walk it is only a try. */
	async play(text) {
		if (this.lesson) return this.lesson.attempt(text);
		try {
			return await this.session.play(text);
		} catch (error) {
			if (error.code !== "not_allowed") throw error;
			return note(error.message, { label: S.exploreCopy, run: () => this.copy([text]) });
		}
	}

	/** Plays a line as a branch, on a copy if the game itself must not be touched. */
	async enter(texts) {
		if (this.session.game.seats.some((seat) => seat !== "human")) return this.copy(texts);
		for (const text of texts) await this.session.play(text);
	}

	/** Goes on with a copy for two people, at the same place. */
	async copy(texts) {
		const { session } = this;
		const { id, game } = session.game;
		const path = session.path(session.shown).slice(1);
		const moves = path.map((node) => session.nodes.get(node).text);
		const record = await get(`/api/games/${id}/export`, { form: "json" });
		await session.begin({ type: "open_text", text: JSON.stringify(record), game });
		let at = 0;
		for (const text of moves) at = session.children.get(at).find((node) => session.nodes.get(node).text === text);
		await session.show(at);
		for (const text of texts) await session.play(text);
	}

	async promote() {
		const { game } = await this.session.ask("promote", { node: this.session.shown });
		this.session.load(game);
	}

	mark(pointed) {
		this.pointed = pointed;
		this.drawBoard();
	}

	/** Who sits where, in a game on several screens. */
	async drawSeats() {
		const { session } = this;
		if (session.game.taken && !this.seats) {
			const { Seats } = await import("./seats.js");
			this.seats ||= new Seats(session);
			this.beside.prepend(this.seats.root);
		}
		this.seats?.draw();
	}

	/** Whether a press on the board may play here. */
	live() {
		const { game, shown } = this.session;
		const waits = ["machine", "dice", "choice"].includes(game.status.waiting);
		return !!this.lesson || (this.session.mayMove && (shown !== game.cursor || !waits));
	}

	drawBoard() {
		const { engines, pointed, lesson } = this;
		const values = (lesson ? lesson.step?.moves : engines.found?.moves) || [];
		const line = pointed.line || pointed.reason?.moves || lesson?.line || [];
		const reason = line.length ? null : pointed.reason; // ghost stones say more than frames
		const extras = { values, line, reason, live: this.live(), ...(!lesson && this.looks.extras()) };
		this.board.show(lesson?.position || this.session.position, extras);
	}

	/** Only what engines change, several times a second: nothing else may flicker or move away. */
	drawThoughts() {
		const { position } = this.session;
		const value = !position.outcome && !this.lesson && this.engines.found?.value;
		this.bar.set(value, value && S.barWords(position.sides[position.to_move], spoken(value, position.to_move)));
		this.drawBoard();
		this.panel.draw();
		this.graph.draw();
	}

	draw() {
		const { session, lesson } = this;
		write(this.title, gameTitle(session.game.game));
		set(this.rules, { href: makeLink("gallery", { game: entryName(session.game.game) }) });
		const { position } = session;
		this.watch.hidden = !position.legal.length || position.dice;
		set(this.watch, { href: watchLink(position) });
		this.strip.draw(session);
		this.panel.root.hidden = !!lesson;
		this.drawThoughts();
		this.tree.draw();
		this.controls.draw();
		lesson?.draw();
		const actions = { retry: () => this.controls.undo(), keep: () => session.ask("keep") };
		fill(this.verdict, verdict(session, actions));
		this.drawMoves();
		this.drawSeats();
	}

	drawMoves() {
		const { session, review, judge, main, comment } = this;
		judge.disabled = review.running || session.nodes.size < 2;
		write(judge, review.running ? S.reviewStarts : S.reviewGame);
		write(this.reviewWords, review.words);
		this.judged.draw();
		const first = (id, index, path) => !index || session.children.get(path[index - 1])[0] === id;
		main.hidden = session.path(session.shown).every(first); // it is the main line
		comment.hidden = session.shown === 0;
		if (document.activeElement !== comment) comment.value = session.nodes.get(session.shown)?.comment || "";
	}
}
