/** Events: start a small one or open a database file; live table, ratings, cross table, its games. */
import { announce } from "./announce.js";
import { get, post } from "./api.js";
import { button, card, el, fill, head, scrolling, set, smallButton } from "./dom.js";
import { comparison, EventForm } from "./event_form.js";
import { keepLink } from "./link.js";
import { plot } from "./plot.js";
import { gameTitle } from "./spec.js";
import { S } from "./strings.js";
import { A } from "./strings_arena.js";

export class View {
	constructor(page) {
		this.page = page;
		this.files = el("ul.files");
		this.table = card(A.event, el("p.quiet-text", A.noEvent));
		this.games = set(card(A.gamesOf), { hidden: true });
		this.form = new EventForm(page.catalogue, (body) => this.run(body));
		const fresh = card(A.newEvent, el("h2", A.newEvent), this.form.root);
		const side = el("div.stack", card(A.events, el("h1", A.events), this.files), fresh);
		this.root = el("div.split.arena", el("div.stack", this.table, this.games), side);
		const { socket } = page;
		socket.on("arena", ({ arena }) => arena.file === this.arena?.file && this.show(arena));
		socket.on("up", () => this.arena && this.root.isConnected && this.watch(this.arena.file));
	}

	/** Another view is shown: the table is not needed any longer. */
	leave() {
		if (this.arena) this.page.socket.send("unwatch_arena");
	}

	async open(values) {
		await this.list();
		const file = values.get("file") || this.arena?.file;
		if (file) await this.watch(file);
	}

	async list() {
		const files = await get("/api/arena");
		const items = files.map((entry) => item(entry.name, A.eventProgress(entry), () => this.watch(entry.file)));
		fill(this.files, ...(items.length ? items : [el("li.quiet-text", A.noFiles)]));
	}

	async run(body) {
		const { file } = await post("/api/arena/run", body);
		await this.watch(file);
		scrollTo(0, 0); // where the table is
		await this.list();
	}

	async watch(file) {
		const { arena } = await this.page.socket.ask({ type: "watch_arena", file });
		keepLink(this, "arena", { file });
		this.games.hidden = true;
		this.show(arena);
	}

	show(arena) {
		const { file, running, done, total } = arena;
		const ended = this.arena?.file === file && this.arena.running && !running;
		this.arena = arena;
		const bar = total > 0 && el("progress", { value: done, max: total, "aria-label": A.progress });
		const stop = running && smallButton(S.stop, () => post("/api/arena/stop", { file }));
		const more = !running && !arena.complete && smallButton(A.goOn, () => this.run({ file }));
		const title = el("div.card-head", el("h2", arena.name), stop || more);
		this.titles = new Map(arena.table.map(({ player, title: name }) => [player, name]));
		const answer = arena.comparison && el("p.answer", { role: "status" }, A.answer(this.called(arena.comparison)));
		const words = el("p.quiet-text", `${gameTitle(arena.game)} · ${arena.words}`);
		fill(this.table, title, words, answer, bar, ratings(arena), results(arena), this.cross(arena));
		if (ended) {
			announce(A.eventOver(arena.name));
			this.list();
		}
	}

	/** The same with players by the names that people use. */
	called(told) {
		const named = ["player", "opponent", "first", "second"].filter((key) => key in told);
		return { ...told, ...Object.fromEntries(named.map((key) => [key, this.titles.get(told[key]) || told[key]])) };
	}

	cross(arena) {
		const names = arena.table.map((row) => row.player);
		const rows = names.map((player, at) => {
			const cells = names.map((opponent) => {
				const cell = arena.cross.find((one) => one.player === player && one.opponent === opponent);
				if (!cell) return el("td.none", player === opponent ? "·" : S.unknown);
				const attrs = { class: "link", "aria-label": A.crossCell(this.called(cell)) };
				return el("td", button(`${cell.wins}–${cell.draws}–${cell.losses}`, () => this.between(cell), attrs));
			});
			const who = el("span.who", { title: player }, this.titles.get(player));
			return el("tr", head("row", el("span.rank", at + 1), " ", who), ...cells);
		});
		const heads = names.map((name, at) => [String(at + 1), this.titles.get(name)]);
		return table("cross", A.crossCaption, ["", ...heads], rows);
	}

	/** Two players: compare them, or look at their games. */
	async between(cell) {
		const { file, game: rules, limit, table: rows, comparison: answered } = this.arena;
		const { player, opponent } = cell;
		const found = await get("/api/arena/games", { file, player, opponent });
		if (file !== this.arena.file) return; // another event was opened meanwhile
		const items = found.map((game) =>
			item(A.eventGame(this.called(game)), A.eventGameEnd(game), () =>
				this.page.openGame({ type: "open_arena_game", file, id: game.id }),
			),
		);
		const two = [player, opponent].map((name) => rows.find((row) => row.player === name).spec);
		const can = !answered && two.every(Boolean); // programs of others are started in a terminal only
		const title = A.gamesBetween(...["player", "opponent"].map((key) => this.called(cell)[key]));
		const press = can && smallButton(A.compareTwo, () => this.run(comparison(rules, two, limit)));
		const help = can ? A.compareHelp : !answered && A.compareElsewhere;
		const top = el("div.card-head", el("h2", title), press);
		fill(this.games, top, help && el("p.quiet-text", help), el("ol.files", ...items));
		this.games.hidden = false;
		this.games.querySelector("button").focus();
	}
}

const ratingText = ({ elo, error }) => Math.round(elo) + (error === null ? "" : ` ± ${Math.round(error)}`);

function ratings({ table, ratings: picture }) {
	const words = table.filter(({ elo }) => elo !== null).map((row) => `${row.title} ${ratingText(row)}`);
	return picture && plot(el("img.plot"), picture, A.ratingsName(words.join(", ")));
}

/** Who scored what, with a column for each way to fail. */
function results(arena) {
	const reasons = [...new Set(arena.table.flatMap((row) => Object.keys(row.failures)))];
	const heads = [...A.resultHeads, ...reasons.map((name) => A.failure[name] || name)];
	const rows = arena.table.map((row) => {
		const { rank, player, title, games, wins, draws, losses, points, failures } = row;
		const failed = reasons.map((name) => failures[name] || 0);
		const cells = [games, wins, draws, losses, points, row.elo === null ? S.unknown : ratingText(row), ...failed];
		return el("tr", el("td", rank), set(head("row", title), { title: player }), ...cells.map((cell) => el("td", cell)));
	});
	return table("", A.tableCaption, heads, rows);
}

function table(kind, caption, heads, rows) {
	const top = el("tr", ...heads.map((text) => (text ? column(text) : el("td"))));
	const parts = [el("caption", caption), el("thead", top), el("tbody", ...rows)];
	return scrolling(caption, el("table", { class: `results ${kind}` }, ...parts));
}

/** The head of a column: a text, or a number that stands for a name. */
const column = (text) =>
	Array.isArray(text) ? set(head("col", text[0]), { "aria-label": text[1], title: text[1] }) : head("col", text);

/** A line of a list: something to press, and a few words about it. */
const item = (name, words, press) => el("li", button(name, press, { class: "link" }), el("small", words));
