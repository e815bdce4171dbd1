// @ts-check
/** The dialog for a new game: which game and size, who plays, who starts, clocks, rules of the house. */
import { told } from "./announce.js";
import { button, checkbox, dialog, el, field, fill, select } from "./dom.js";
import { OptionFields } from "./options.js";
import { entryName, formatSpec, parseSpec } from "./spec.js";
import { keep, recall } from "./store.js";
import { S } from "./strings.js";

/** @typedef {import("./types.js").Catalogue} Catalogue */

/** What a visitor finds on the board. @param {Catalogue} catalogue */
export function firstGame(catalogue) {
  const last = recall("setup", null);
  if (last && catalogue.games.some((game) => game.name === entryName(last.game))) return last;
  const names = new Set(catalogue.games[0].agents);
  const opponent = ["level-3", "level3", "normal", "mcts", "random"].find((name) => names.has(name)) || "human";
  return { game: catalogue.games[0].name, seats: ["human", opponent], takeback: true };
}

/** Players for a game in groups: people, levels by strength, engines, players of the original programs. @param {Catalogue} catalogue @param {string} game @param {string} chosen @param {string} label */
export function playerSelect(catalogue, game, chosen, label) {
  const able = new Set(catalogue.games.find((entry) => entry.name === game)?.agents || []);
  const entries = catalogue.agents.filter((agent) => able.has(agent.name) && agent.name !== "human");
  const strength = (/** @type {import("./types.js").AgentEntry} */ agent) => agent.rating[game]?.elo ?? 0;
  const text = (/** @type {import("./types.js").AgentEntry} */ agent) => {
    const rating = agent.rating[game];
    return rating ? `${agent.name} · ${Math.round(rating.elo)} ± ${Math.round(rating.error)}` : agent.name;
  };
  const classic = (/** @type {import("./types.js").AgentEntry} */ agent) => agent.name.startsWith("classic") || agent.name === "randobot";
  const levels = entries.filter((agent) => agent.level && !classic(agent)).sort((a, b) => strength(a) - strength(b));
  const groups = [
    [S.levels, levels],
    [S.engines, entries.filter((agent) => !agent.level && !classic(agent))],
    [S.originals, entries.filter(classic)],
  ];
  const option = (/** @type {string} */ value, /** @type {string} */ shown) => el("option", { value, selected: value === chosen }, shown);
  const made = groups.map(([name, list]) => Array.isArray(list) && list.length ? el("optgroup", { label: String(name) }, ...list.map((agent) => option(agent.name, text(agent)))) : null);
  return el("select", { "aria-label": label }, option("human", S.human), ...made);
}

export class Setup {
  /** @param {Catalogue} catalogue @param {(body: any) => Promise<any>} start */
  constructor(catalogue, start) {
    this.catalogue = catalogue;
    this.start = start;
    this.form = el("form", { method: "dialog" });
    this.box = dialog(S.newGame, S.close, this.form);
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      told(this.submit());
    });
  }

  /** @param {any} current what is being played: the dialog begins with it */
  open(current) {
    this.values = { takeback: true, judge: false, limit: "", clock: null, delay: 0.5, ...current };
    this.draw(entryName(this.values.game), parseSpec(this.values.game).options);
    this.box.showModal();
  }

  /** @param {string} name @param {Record<string, string>} given */
  draw(name, given) {
    const { catalogue, values } = this;
    const entry = catalogue.games.find((game) => game.name === name) || catalogue.games[0];
    this.game = select(catalogue.games.map((game) => [game.name, S.games[game.name] || game.name]), entry.name);
    this.game.addEventListener("change", () => {
      values.seats = this.seats?.map((seat) => seat.choice.value);
      this.draw(this.game?.value || "", {});
      this.game?.focus();
    });
    this.rules = new OptionFields(entry.options, given);
    this.seats = [0, 1].map((seat) => this.seat(seat, entry.name, values.seats[seat]));
    const swap = button(S.swap, () => this.swap(), { class: "small" });
    const lots = button(S.drawLots, () => Math.random() < 0.5 && this.swap(), { class: "small" });
    const [time, minutes, extra, pause] = this.times();
    const boxes = [checkbox(S.allowTakeback, values.takeback), checkbox(S.judgeMoves, values.judge)];
    this.boxes = boxes.map((box) => /** @type {HTMLInputElement} */ (box.firstChild));
    fill(
      this.form,
      el("fieldset", {}, el("legend", { class: "unseen" }, S.game), field(S.game, this.game, entry.summary), this.rules.root),
      el("fieldset", {}, el("legend", {}, S.players), ...this.seats.map((seat) => seat.root), el("div", { class: "row" }, swap, lots)),
      el("details", {}, el("summary", {}, S.clocksAndRules), el("div", { class: "options" }, time, minutes, extra, pause), ...boxes),
      el("div", { class: "row end" }, el("button", { class: "primary" }, S.startGame)),
    );
  }

  times() {
    const { values } = this;
    this.limit = select(S.moveLimits, values.limit || "");
    this.bank = el("input", { type: "number", min: 0, max: 1440, step: "any", value: (values.clock?.bank || 0) / 60 });
    this.extra = el("input", { type: "number", min: 0, max: 3600, step: "any", value: values.clock?.increment || 0 });
    this.delay = el("input", { type: "number", min: 0, max: 60, step: "any", value: values.delay });
    return [field(S.machineTime, this.limit), field(S.clockMinutes, this.bank, S.clockHelp), field(S.clockExtra, this.extra), field(S.pauseSeconds, this.delay)];
  }

  /** @param {number} seat @param {string} game @param {string} spec */
  seat(seat, game, spec) {
    const { name, options } = parseSpec(spec);
    const choice = playerSelect(this.catalogue, game, name, S.seat[seat]);
    const place = el("details", { class: "seat-options" });
    /** @type {OptionFields|null} */
    let fields = null;
    const redraw = (/** @type {Record<string, string>} */ given) => {
      const entry = this.catalogue.agents.find((agent) => agent.name === choice.value);
      fields = entry && choice.value !== "human" ? new OptionFields(entry.options, given) : null;
      place.hidden = !fields;
      fill(place, el("summary", {}, S.settingsOf(choice.value)), fields?.root);
      help.textContent = entry?.summary || "";
    };
    const help = el("small");
    choice.addEventListener("change", () => redraw({}));
    redraw(options);
    const read = () => formatSpec(choice.value, fields?.read() || {});
    return { choice, read, root: el("div", { class: "seat" }, el("label", { class: "field" }, el("span", {}, S.seat[seat]), choice, help), place) };
  }

  swap() {
    this.values.seats = this.seats?.map((seat) => seat.read()).reverse();
    const given = this.rules?.read() || {};
    this.draw(this.game?.value || "", given);
  }

  async submit() {
    const { rules, seats, bank, extra, boxes, limit, delay, game } = this;
    if (!rules?.valid() || !seats || !bank || !extra || !boxes || !limit || !delay || !game) return;
    const minutes = Number(bank.value);
    const body = {
      game: formatSpec(game.value, rules.read()),
      seats: seats.map((seat) => seat.read()),
      limit: limit.value,
      clock: minutes > 0 || Number(extra.value) > 0 ? { bank: minutes * 60, increment: Number(extra.value) } : null,
      takeback: boxes[0].checked,
      judge: boxes[1].checked,
      delay: Number(delay.value),
    };
    await this.start(body);
    keep("setup", body);
    this.box.close();
  }
}

