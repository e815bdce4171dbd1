/** Events: start a small one or open a database file; live table, ratings, cross table, its games. */
import { announce } from "./announce.js";
import { get, post } from "./api.js";
import { button, card, el, field, fill, scrolling, select, set, smallButton } from "./dom.js";
import { makeLink, replaceLink } from "./link.js";
import { ratingChart } from "./ratings.js";
import { gameSelect } from "./setup.js";
import { gameTitle } from "./spec.js";
import { S } from "./strings.js";

export class ArenaView {
	constructor(socket, catalogue, replay) {
		this.socket = socket;
		this.catalogue = catalogue;
		this.replay = replay;
		this.arena = null;
		this.files = el("ul.files");
		this.form = this.makeForm();
		this.table = card(S.event, el("p.quiet-text", S.noEvent));
		this.games = set(card(S.gamesOf), { hidden: true });
		const fresh = el("details", { open: true }, el("summary", el("h2", S.newEvent)), this.form);
		const side = el("div.stack", card(S.events, el("h1", S.events), this.files), card(S.newEvent, fresh));
		this.root = el("div.split.arena", el("div.stack", this.table, this.games), side);
		socket.on("arena", (message) => message.arena.file === this.arena?.file && this.show(message.arena));
		socket.on("up", () => this.arena && this.root.isConnected && this.watch(this.arena.file));
	}

	makeForm() {
		const { catalogue } = this;
		const game = gameSelect(catalogue, "connect_four");
		const players = el("div.choices", { role: "group", "aria-label": S.players });
		const rounds = el("input", { type: "number", min: 1, max: 100, value: 5, required: true });
		const limit = select(S.eventLimits, S.eventLimits[0][0]);
		const draw = () => {
			const able = catalogue.games
				.find((entry) => entry.name === game.value)
				.agents.filter((name) => name !== "human");
			const usual = new Set(
				["random", "normal", "hard", "mcts", "alphabeta"].filter((name) => able.includes(name)).slice(0, 3),
			);
			fill(
				players,
				...able.map((name) =>
					el("label.check", el("input", { type: "checkbox", value: name, checked: usual.has(name) }), name),
				),
			);
		};
		set(game, { onchange: draw });
		draw();
		const submit = (event) => {
			event.preventDefault();
			const chosen = [...players.querySelectorAll("input:checked")].map((box) => box.value);
			this.run({
				file: fileName(game.value),
				game: game.value,
				players: chosen,
				rounds: Number(rounds.value),
				limit: limit.value,
				seed: 1,
			});
		};
		return el(
			"form",
			{ onsubmit: submit },
			field(S.game, game),
			el("fieldset", el("legend", S.players), players),
			el("div.options", field(S.rounds, rounds, S.roundsHelp), field(S.perMove, limit)),
			el("button.primary", S.startEvent),
		);
	}

	/** Another view is shown: nobody needs the table any longer. */
	leave() {
		if (this.arena) this.socket.ask({ type: "unwatch_arena" }).catch(() => {});
	}

	async open(values) {
		await this.list();
		const file = values.get("file") || this.arena?.file;
		if (file) await this.watch(file);
	}

	async list() {
		const files = await get("/api/arena");
		const items = files.map((entry) =>
			el(
				"li",
				button(entry.name || entry.file, () => this.watch(entry.file), { class: "link" }),
				el("small", S.eventProgress(entry.games, entry.total, entry.running)),
			),
		);
		fill(this.files, ...(items.length ? items : [el("li.quiet-text", S.noFiles)]));
	}

	async run(body) {
		const answer = await post("/api/arena/run", body);
		await this.watch(answer.file);
		await this.list();
	}

	async watch(file) {
		const { arena } = await this.socket.ask({ type: "watch_arena", file });
		if (this.root.isConnected) replaceLink(makeLink("arena", { file }));
		this.games.hidden = true;
		this.show(arena);
	}

	show(arena) {
		const ended = this.arena?.file === arena.file && this.arena.running && !arena.running;
		this.arena = arena;
		const done = arena.total
			? el("progress", { value: arena.done, max: arena.total, "aria-label": S.progress })
			: null;
		const stop = arena.running
			? smallButton(S.stopEvent, () => post("/api/arena/stop", { file: arena.file }))
			: null;
		const head = el("div.card-head", el("h2", arena.name || arena.file), stop);
		const words = el("p.quiet-text", `${gameTitle(arena.game)} · ${arena.words}`);
		fill(this.table, head, words, done, ratingChart(arena.table), this.results(arena), this.cross(arena));
		if (ended) {
			announce(S.eventOver(arena.name));
			this.list();
		}
	}

	results(arena) {
		const reasons = [...new Set(arena.table.flatMap((row) => Object.keys(row.failures)))];
		const heads = [
			S.rank,
			S.player,
			S.gamesShort,
			S.wins,
			S.draws,
			S.losses,
			S.points,
			S.elo,
			...reasons.map((name) => S.failure[name] || name),
		];
		const rows = arena.table.map((row) => {
			const elo =
				row.elo === null
					? S.unknown
					: `${Math.round(row.elo)}${row.error === null ? "" : ` ± ${Math.round(row.error)}`}`;
			const cells = [
				row.games,
				row.wins,
				row.draws,
				row.losses,
				row.points,
				elo,
				...reasons.map((name) => row.failures[name] || 0),
			];
			return el(
				"tr",
				el("td", row.rank),
				el("th", { scope: "row" }, row.player),
				...cells.map((cell) => el("td", cell)),
			);
		});
		return table("results", S.tableCaption, heads.map(columnHead), rows);
	}

	cross(arena) {
		const names = arena.table.map((row) => row.player);
		const at = new Map(arena.cross.map((cell) => [`${cell.player}\n${cell.opponent}`, cell]));
		const rows = names.map((player) => {
			const cells = names.map((opponent) => {
				const cell = at.get(`${player}\n${opponent}`);
				if (!cell) return el("td.none", player === opponent ? "·" : S.unknown);
				const score = `${cell.wins}–${cell.draws}–${cell.losses}`;
				return el(
					"td",
					button(score, () => this.between(cell), {
						class: "link",
						"aria-label": S.crossCell(player, opponent, cell.wins, cell.draws, cell.losses),
					}),
				);
			});
			return el("tr", el("th", { scope: "row" }, player), ...cells);
		});
		return table("results cross", S.crossCaption, [el("td"), ...names.map(columnHead)], rows);
	}

	/** Lists the games of two players. */
	async between({ player, opponent }) {
		const { file } = this.arena;
		const found = await get("/api/arena/games", { file, player, opponent });
		const items = found.map((game) =>
			el(
				"li",
				button(
					S.eventGame(game.first, game.second, game.result),
					() => this.replay({ type: "open_arena_game", file, id: game.id }),
					{ class: "link" },
				),
				el("small", S.eventGameEnd(game.reason, game.plies)),
			),
		);
		fill(this.games, el("h2", S.gamesBetween(player, opponent)), el("ol.files", ...items));
		this.games.hidden = false;
		this.games.querySelector("button").focus();
	}
}

const columnHead = (text) => el("th", { scope: "col" }, text);

const table = (kind, caption, heads, rows) =>
	scrolling(
		caption,
		el("table", { class: kind }, el("caption", caption), el("thead", el("tr", ...heads)), el("tbody", ...rows)),
	);

const fileName = (game) => `${game}-${new Date().toISOString().slice(0, 19).replace(/[:T]/g, "-")}.db`;
