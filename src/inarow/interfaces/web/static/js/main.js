// @ts-check
/** The page: connection, header, views and keys. */
import { announce, note, told } from "./announce.js";
import { get } from "./api.js";
import { el, fill, iconButton, set, write } from "./dom.js";
import { icon } from "./icons.js";
import { Keys } from "./keys.js";
import { readLink } from "./link.js";
import { Play } from "./play.js";
import { Session } from "./session.js";
import { firstGame, Setup } from "./setup.js";
import { Share } from "./share.js";
import { Refused, Socket } from "./socket.js";
import { recall } from "./store.js";
import { S } from "./strings.js";

/** Views besides the game are loaded when they are first opened. @type {Record<string, (page: Page) => Promise<{root: HTMLElement, open: (values: URLSearchParams) => void}>>} */
const VIEWS = {
  puzzles: async (page) => new (await import("./puzzles.js")).Puzzles(page.socket, page.catalogue),
  viewer: async (page) => new (await import("./viewer.js")).Viewer(page.socket),
  arena: async (page) => new (await import("./arena.js")).ArenaView(page.socket, page.catalogue, (command) => page.openGame(command)),
};

class Page {
  /** @param {import("./types.js").Catalogue} catalogue @param {Socket} socket */
  constructor(catalogue, socket) {
    this.catalogue = catalogue;
    this.socket = socket;
    this.main = /** @type {HTMLElement} */ (document.getElementById("main"));
    this.session = new Session(socket);
    this.setup = new Setup(catalogue, (body) => this.openGame({ type: "new_game", ...body }));
    this.share = new Share(this.session, catalogue, (command) => this.openGame(command));
    this.play = new Play(this.session, catalogue, { newGame: () => this.newGame(), share: () => this.share.show(), open: () => this.share.showOpen() });
    /** @type {Map<string, {root: HTMLElement, open: (values: URLSearchParams) => void}>} */
    this.views = new Map();
    this.keys = new Keys();
    this.bindKeys();
    this.header();
    addEventListener("hashchange", () => told(this.route()));
    socket.on("down", () => this.connected(false));
    socket.on("up", () => this.connected(true));
    this.connected(socket.up);
  }

  header() {
    const logo = el("img", { src: "favicon.svg", alt: "", width: 28, height: 28 });
    this.links = S.views.map(([view, name]) => el("a", { href: `#${view}` }, name));
    this.state = el("span", { class: "connection" });
    const theme = iconButton(icon("theme"), S.theme, () => this.nextTheme());
    const help = iconButton(icon("help"), S.help, () => this.keys.help());
    fill(/** @type {HTMLElement} */ (document.getElementById("header")), el("a", { class: "brand", href: "#play" }, logo, el("span", {}, "inarow")), el("nav", { "aria-label": S.viewsName }, ...this.links), el("div", { class: "row" }, this.state, theme, help));
    const skip = /** @type {HTMLElement} */ (document.getElementById("skip"));
    write(skip, S.skip);
    skip.addEventListener("click", (event) => {
      event.preventDefault();
      this.toBoard();
    });
  }

  nextTheme() {
    const order = ["system", "light", "dark"];
    const now = document.documentElement.dataset.theme || "system";
    const next = order[(order.indexOf(now) + 1) % order.length];
    dispatchEvent(new CustomEvent("inarow-theme", { detail: next }));
    note(S.themeNow[next]);
  }

  /** @param {boolean} up */
  connected(up) {
    if (!this.state || up === this.wasUp) return;
    const first = this.wasUp === undefined;
    this.wasUp = up;
    write(this.state, up ? "" : S.connecting);
    document.body.classList.toggle("offline", !up);
    if (!first) announce(up ? S.connectedAgain : S.connectionLost);
  }

  /** Shows what the address says. */
  async route() {
    const { view, values } = readLink();
    const name = view in VIEWS ? view : "play";
    for (const link of this.links || []) set(link, { "aria-current": link.hash === `#${name}` ? "page" : null });
    if (name === "play") return this.openLink(values);
    const shown = this.views.get(name) || (await VIEWS[name](this));
    this.views.set(name, shown);
    this.showRoot(shown.root);
    return shown.open(values);
  }

  /** @param {HTMLElement} root */
  showRoot(root) {
    if (this.main.firstChild !== root) fill(this.main, root);
  }

  /** A game from a link: the very game if this server knows it, else a new one at that position. @param {URLSearchParams} values */
  async openLink(values) {
    const { session } = this;
    this.showRoot(this.play.root);
    const id = values.get("id");
    const game = values.get("game");
    if (id && id === session.game?.id) return;
    if (id && (await this.watched(id))) return;
    if (game) await told(this.fromLink(game, values));
    else if (!session.game) await told(this.openGame({ type: "new_game", ...firstGame(this.catalogue) }));
    else session.tell("shown"); // the address of the game that is open
    if (!session.game) await told(this.openGame({ type: "new_game", game: this.catalogue.games[0].name, seats: ["human", "random"] }));
  }

  /** @param {string} id */
  async watched(id) {
    try {
      return await this.session.watch(id);
    } catch (error) {
      if (error instanceof Refused && error.code === "unknown_game") return null;
      throw error;
    }
  }

  /** @param {string} game @param {URLSearchParams} values */
  async fromLink(game, values) {
    const moves = values.get("moves") || "";
    const seats = [values.get("first") || "human", values.get("second") || "human"];
    const paused = !!moves || values.has("position"); // a machine must not change what was shared
    await this.session.begin({ type: "new_game", game, seats, moves, position: values.get("position"), paused });
    const { position } = this.session;
    if (paused && position && seats.includes("human") && seats[position.to_move] === "human") await this.session.ask("pause", { paused: false });
  }

  /** @param {any} command */
  async openGame(command) {
    const game = await this.session.begin(command);
    this.showRoot(this.play.root);
    for (const link of this.links || []) set(link, { "aria-current": link.hash === "#play" ? "page" : null });
    return game;
  }

  newGame() {
    const { game } = this.session;
    const last = recall("setup", {});
    this.setup.open(game ? { ...last, game: game.game, seats: [...game.seats], limit: game.limit, takeback: game.takeback, judge: game.judge } : firstGame(this.catalogue));
  }

  toBoard() {
    const { board } = this.play;
    board.focusOn(board.focus, true);
  }

  bindKeys() {
    const { keys, play } = this;
    const { controls } = play;
    const here = (/** @type {() => void} */ action) => () => this.main.firstChild === play.root && action();
    const press = (/** @type {HTMLButtonElement} */ target) => here(() => !target.hidden && !target.disabled && target.click());
    for (const key of ["ArrowLeft", "j"]) keys.bind(key, press(controls.back));
    for (const key of ["ArrowRight", "k"]) keys.bind(key, press(controls.forward));
    keys.bind("Home", press(controls.first));
    keys.bind("End", press(controls.last));
    keys.bind("a", press(play.panel.switch));
    keys.bind("u", press(controls.takeBack));
    keys.bind("r", press(controls.rematch));
    keys.bind("p", here(() => !controls.machines.hidden && controls.hold.click()));
    keys.bind("d", press(controls.dice));
    keys.bind("m", here(() => controls.input.focus()));
    keys.bind("b", here(() => this.toBoard()));
    keys.bind("n", () => this.newGame());
    keys.bind("s", here(() => this.share.show()));
    keys.bind("o", () => this.share.showOpen());
    keys.bind("t", () => this.nextTheme());
    keys.bind("?", () => keys.help());
    keys.rest = (key) => {
      const move = this.main.firstChild === play.root && this.session.position?.legal.find((legal) => legal.text === key);
      if (!move || !/^\d$/.test(key) || !play.live()) return false;
      told(play.play(key));
      return true;
    };
  }
}

async function start() {
  const address = new URL("ws", location.href);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  address.hash = "";
  const socket = new Socket(String(address)); // connects while the catalogue is on its way
  const page = new Page(await get("/api/catalogue"), socket);
  await page.route();
  document.body.classList.add("ready");
}

told(start());
