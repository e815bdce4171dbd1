// @ts-check
/** The buttons under the board: leafing, taking back, resigning, machines, dice, typing a move. */
import { told } from "./announce.js";
import { button, el, iconButton, set, write } from "./dom.js";
import { icon } from "./icons.js";
import { S } from "./strings.js";

/** How long "sure?" waits for the second press. */
const SURE_MILLISECONDS = 4000;
/** Seconds between moves of machines for the steps of the speed control, slow to fast. */
const DELAYS = [5, 3, 2, 1, 0.5, 0.2, 0];

export class Controls {
  /** @param {import("./session.js").Session} session @param {{play: (text: string) => void, rematch: () => void, quiz: () => void}} actions */
  constructor(session, actions) {
    this.session = session;
    const line = (/** @type {(line: number[], here: number) => number|undefined} */ pick) => () => {
      const all = session.line();
      told(session.show(pick(all, all.indexOf(session.shown))));
    };
    this.first = iconButton(icon("first"), S.first, line((all) => all[0]));
    this.back = iconButton(icon("back"), S.back, line((all, here) => all[Math.max(0, here - 1)]));
    this.forward = iconButton(icon("forward"), S.forward, line((all, here) => all[Math.min(all.length - 1, here + 1)]));
    this.last = iconButton(icon("last"), S.last, line((all) => all[all.length - 1]));
    this.takeBack = button(S.takeBack, () => this.undo());
    this.resign = button(S.resign, () => this.giveUp());
    this.rematch = button(S.rematch, actions.rematch, { class: "primary" });
    this.quiz = button(S.myMistakes, actions.quiz);
    this.goHere = button(S.goOnHere, () => told(this.goOn()));
    this.dice = button(S.rollDice, () => actions.play("?"), { class: "dice" });
    this.input = el("input", { type: "text", size: 5, autocomplete: "off", autocapitalize: "off", spellcheck: "false", enterkeyhint: "go", "aria-label": S.typeMove, placeholder: S.move });
    const typed = (/** @type {Event} */ event) => {
      event.preventDefault();
      const text = this.input.value.trim().toLowerCase();
      this.input.value = "";
      if (text) actions.play(text);
    };
    this.form = el("form", { class: "type-move", onsubmit: typed }, this.input);
    this.hold = button(S.pause, () => told(session.ask("pause", { paused: !session.game?.status.paused })), { class: "primary" });
    this.step = button(S.step, () => told(session.ask("step")));
    this.speed = el("input", { type: "range", min: 0, max: DELAYS.length - 1, step: 1, "aria-label": S.speed });
    this.speed.addEventListener("change", () => told(session.ask("speed", { delay: DELAYS[Number(this.speed.value)] })));
    this.machines = el("div", { class: "row machines", hidden: true }, this.hold, this.step, el("label", { class: "speed" }, S.speed, this.speed));
    const leaf = el("div", { class: "row leaf", role: "group", "aria-label": S.leaf }, this.first, this.back, this.forward, this.last);
    this.root = el("div", { class: "controls" }, this.machines, el("div", { class: "row" }, leaf, this.form, this.dice, this.rematch, this.quiz, this.takeBack, this.goHere, this.resign));
  }

  undo() {
    this.session.follow = true;
    return told(this.session.ask("take_back"));
  }

  goOn() {
    return this.session.ask("goto", { node: this.session.shown });
  }

  /** Resigning takes two presses. */
  giveUp() {
    if (this.sure) {
      clearTimeout(this.sure);
      this.sure = undefined;
      told(this.session.ask("resign", { seat: null }));
    } else this.sure = setTimeout(() => ((this.sure = undefined), this.draw()), SURE_MILLISECONDS);
    this.draw();
  }

  /** Whether dice were or could be called in this game: then the button keeps its place. */
  hasDice() {
    return [...this.session.nodes.values()].some((node) => node.text === "?");
  }

  draw() {
    const { game, position, shown } = this.session;
    if (!game || !position) return;
    const { status } = game;
    const line = this.session.line();
    const here = line.indexOf(shown);
    const over = !!status.outcome;
    const behind = shown !== game.cursor;
    const both = game.seats.every((seat) => seat !== "human");
    set(this.first, { disabled: here <= 0 });
    set(this.back, { disabled: here <= 0 });
    set(this.forward, { disabled: here >= line.length - 1 });
    set(this.last, { disabled: here >= line.length - 1 });
    this.takeBack.disabled = !status.can_take_back || !game.cursor;
    this.takeBack.hidden = both || !game.takeback;
    this.resign.hidden = !status.can_resign || over || both;
    write(this.resign, this.sure ? S.reallyResign : S.resign);
    this.resign.classList.toggle("danger", !!this.sure);
    this.rematch.hidden = !over;
    this.quiz.hidden = !over;
    this.goHere.hidden = !behind || over || !position.legal.length || !(game.takeback || both);
    const dice = position.legal.find((move) => !move.cell && !move.sends.length);
    this.dice.hidden = !(dice || this.hasDice());
    this.dice.disabled = !dice || position.dice;
    this.machines.hidden = over || !(both || status.paused);
    write(this.hold, status.paused ? S.goOn : S.pause);
    this.step.hidden = !status.paused;
    const fits = DELAYS.findIndex((delay) => delay <= status.delay);
    if (document.activeElement !== this.speed) this.speed.value = String(fits < 0 ? DELAYS.length - 1 : fits);
    this.input.disabled = !position.legal.length || position.dice;
  }
}
