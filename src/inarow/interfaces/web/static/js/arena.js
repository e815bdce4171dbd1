// @ts-check
/** Events: start a small one or open a database file; live table, ratings, cross table, its games. */
import { announce, told } from "./announce.js";
import { get, post } from "./api.js";
import { button, el, field, fill, select } from "./dom.js";
import { makeLink, replaceLink } from "./link.js";
import { ratingChart } from "./ratings.js";
import { gameTitle } from "./spec.js";
import { S } from "./strings.js";

/** @typedef {import("./types.js").Arena} Arena @typedef {import("./types.js").CrossCell} CrossCell */

export class ArenaView {
  /** @param {import("./socket.js").Socket} socket @param {import("./types.js").Catalogue} catalogue @param {(command: any) => Promise<any>} replay */
  constructor(socket, catalogue, replay) {
    this.socket = socket;
    this.catalogue = catalogue;
    this.replay = replay;
    /** @type {Arena|null} */
    this.arena = null;
    this.files = el("ul", { class: "files" });
    this.form = this.makeForm();
    this.table = el("section", { class: "card event", "aria-label": S.event }, el("p", { class: "quiet-text" }, S.noEvent));
    this.games = el("section", { class: "card", hidden: true, "aria-label": S.gamesOf });
    const left = el("div", { class: "stack" }, el("section", { class: "card", "aria-label": S.events }, el("h2", {}, S.events), this.files), el("section", { class: "card", "aria-label": S.newEvent }, el("details", { open: true }, el("summary", {}, el("h2", {}, S.newEvent)), this.form)));
    this.root = el("div", { class: "split arena" }, el("div", { class: "stack" }, this.table, this.games), left);
    socket.on("arena", (message) => message.arena.file === this.arena?.file && this.show(message.arena));
    socket.on("up", () => this.arena && told(this.watch(this.arena.file)));
  }

  makeForm() {
    const { catalogue } = this;
    const game = select(catalogue.games.map((entry) => [entry.name, S.games[entry.name] || entry.name]), "connect_four");
    const players = el("div", { class: "choices", role: "group", "aria-label": S.players });
    const rounds = el("input", { type: "number", min: 1, max: 100, value: 5, required: true });
    const limit = select(S.eventLimits, S.eventLimits[0][0]);
    const draw = () => {
      const able = catalogue.games.find((entry) => entry.name === game.value)?.agents.filter((name) => name !== "human") || [];
      const usual = new Set(["random", "normal", "hard", "mcts", "alphabeta"].filter((name) => able.includes(name)).slice(0, 3));
      fill(players, ...able.map((name) => el("label", { class: "check" }, el("input", { type: "checkbox", value: name, checked: usual.has(name) }), name)));
    };
    game.addEventListener("change", draw);
    draw();
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      const chosen = [...players.querySelectorAll("input:checked")].map((box) => /** @type {HTMLInputElement} */ (box).value);
      told(this.run({ file: fileName(game.value), game: game.value, players: chosen, rounds: Number(rounds.value), limit: limit.value, seed: 1 }));
    };
    return el("form", { onsubmit: submit }, field(S.game, game), el("fieldset", {}, el("legend", {}, S.players), players), el("div", { class: "options" }, field(S.rounds, rounds, S.roundsHelp), field(S.perMove, limit)), el("button", { class: "primary" }, S.startEvent));
  }

  /** @param {URLSearchParams} values */
  async open(values) {
    await told(this.list());
    const file = values.get("file") || this.arena?.file;
    if (file) await told(this.watch(file));
  }

  async list() {
    const files = await get("/api/arena");
    const items = files.map((/** @type {any} */ entry) => el("li", {}, button(entry.name || entry.file, () => told(this.watch(entry.file)), { class: "link" }), el("small", {}, S.eventProgress(entry.games, entry.total, entry.running))));
    fill(this.files, ...(items.length ? items : [el("li", { class: "quiet-text" }, S.noFiles)]));
  }

  /** @param {any} body */
  async run(body) {
    const answer = await post("/api/arena/run", body);
    await this.watch(answer?.file || body.file);
    await this.list();
  }

  /** @param {string} file */
  async watch(file) {
    const { arena } = await this.socket.ask({ type: "watch_arena", file });
    replaceLink(makeLink("arena", { file }));
    this.games.hidden = true;
    this.show(arena);
  }

  /** @param {Arena} arena */
  show(arena) {
    const ended = this.arena?.file === arena.file && this.arena.running && !arena.running;
    this.arena = arena;
    const done = arena.total ? el("progress", { value: arena.done, max: arena.total, "aria-label": S.progress }) : null;
    const stop = arena.running ? button(S.stopEvent, () => told(post("/api/arena/stop", { file: arena.file })), { class: "small" }) : null;
    const head = el("div", { class: "card-head" }, el("h2", {}, arena.name || arena.file), stop);
    const words = el("p", { class: "quiet-text" }, `${gameTitle(arena.game)} · ${arena.words}`);
    fill(this.table, head, words, done, ratingChart(arena.table), this.results(arena), this.cross(arena));
    if (ended) {
      announce(S.eventOver(arena.name));
      told(this.list());
    }
  }

  /** @param {Arena} arena */
  results(arena) {
    const reasons = [...new Set(arena.table.flatMap((row) => Object.keys(row.failures)))];
    const heads = [S.rank, S.player, S.gamesShort, S.wins, S.draws, S.losses, S.points, S.elo, ...reasons.map((name) => S.failure[name] || name)];
    const rows = arena.table.map((row) => {
      const elo = row.elo === null ? S.unknown : `${Math.round(row.elo)}${row.error === null ? "" : ` ± ${Math.round(row.error)}`}`;
      const cells = [row.games, row.wins, row.draws, row.losses, row.points, elo, ...reasons.map((name) => row.failures[name] || 0)];
      return el("tr", {}, el("td", {}, row.rank), el("th", { scope: "row" }, row.player), ...cells.map((cell) => el("td", {}, cell)));
    });
    return scrolling(S.tableCaption, el("table", { class: "results" }, el("caption", {}, S.tableCaption), el("thead", {}, el("tr", {}, ...heads.map((head) => el("th", { scope: "col" }, head)))), el("tbody", {}, ...rows)));
  }

  /** @param {Arena} arena */
  cross(arena) {
    const names = arena.table.map((row) => row.player);
    const at = new Map(arena.cross.map((cell) => [`${cell.player}\n${cell.opponent}`, cell]));
    const rows = names.map((player) => {
      const cells = names.map((opponent) => {
        const cell = at.get(`${player}\n${opponent}`);
        if (!cell) return el("td", { class: "none" }, player === opponent ? "·" : S.unknown);
        const score = `${cell.wins}–${cell.draws}–${cell.losses}`;
        return el("td", {}, button(score, () => told(this.between(cell)), { class: "link", "aria-label": S.crossCell(player, opponent, cell.wins, cell.draws, cell.losses) }));
      });
      return el("tr", {}, el("th", { scope: "row" }, player), ...cells);
    });
    return scrolling(S.crossCaption, el("table", { class: "results cross" }, el("caption", {}, S.crossCaption), el("thead", {}, el("tr", {}, el("td"), ...names.map((name) => el("th", { scope: "col" }, name)))), el("tbody", {}, ...rows)));
  }

  /** Lists the games of two players. @param {CrossCell} cell */
  async between({ player, opponent }) {
    const file = this.arena?.file;
    const found = await get("/api/arena/games", { file, player, opponent });
    const items = found.map((/** @type {any} */ game) => el("li", {}, button(S.eventGame(game.first, game.second, game.result), () => told(this.replay({ type: "open_arena_game", file, id: game.id })), { class: "link" }), el("small", {}, S.eventGameEnd(game.reason, game.plies))));
    fill(this.games, el("h2", {}, S.gamesBetween(player, opponent)), el("ol", { class: "files" }, ...items));
    this.games.hidden = false;
    this.games.querySelector("button")?.focus();
  }
}

/** A table that may be wider than the screen scrolls by itself. @param {string} name @param {HTMLElement} table */
const scrolling = (name, table) => el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": name }, table);

/** @param {string} game */
const fileName = (game) => `${game}-${new Date().toISOString().slice(0, 19).replace(/[:T]/g, "-")}.db`;
