/**
 * The panel of the engines: a table with every legal move in a row and every engine in a column,
 * the best line, and reasons. Rows keep their places and only changed texts are written, so that
 * nothing flickers while values stream in.
 */
import {
	button, card, checkbox, definitions, el, fill, head, scrolling, select, set, smallButton, whilePointed, write,
} from "./dom.js";
import { LineSteps } from "./line.js";
import { joined, S } from "./strings.js";
import { inWords, isBest, isLost, number } from "./values.js";

/** With more moves than this, only the best are listed: the others stand on the board. */
const MANY = 12;

/** Where the mouse came to rest: a row that slides under it there is not pointed at. */
let rest = "";
const placeOf = ({ clientX, clientY }) => `${clientX} ${clientY}`;
addEventListener("pointermove", (event) => (rest = placeOf(event)));
const slidUnder = (event) => event.isTrusted && event.pointerType === "mouse" && placeOf(event) === rest;

export class AnalysisPanel {
	constructor(engines, actions, why) {
		Object.assign(this, { engines, actions, why });
		this.switch = smallButton(S.analyse, () => engines.toggle(!engines.visible), "primary");
		this.hint = el("p.quiet-text", S.analysisHidden);
		this.stop = smallButton(S.stop, () => (engines.running() ? engines.stop() : engines.go()));
		const onchange = () => engines.go(this.time.value);
		this.time = select(S.limits, engines.limit, { "aria-label": S.thinkTime, onchange });
		this.many = checkbox(S.compare, false, (on) => engines.compare(on));
		this.heads = el("tr");
		this.body = el("tbody");
		this.feet = el("tr.feet");
		this.table = el(
			"table.values",
			el("caption.unseen", S.valuesCaption),
			el("thead", this.heads),
			this.body,
			el("tfoot", this.feet),
		);
		this.rest = el("p.quiet-text");
		this.proof = el("span");
		this.walk = smallButton(S.walk, actions.walk);
		this.claim = el("p.row", this.proof, this.walk);
		this.line = new LineSteps(S.bestLine, actions);
		this.inside = el(
			"div.stack",
			{ hidden: true },
			el("div.row.tools", this.time, this.stop, this.many),
			scrolling(S.valuesCaption, this.table),
			this.rest,
			this.claim,
			this.line.root,
			why.root,
			el("details", el("summary", S.legendTitle), definitions(S.legend)),
		);
		const title = el("div.card-head", el("h2", S.analysis), this.switch);
		this.root = card(S.analysis, title, this.hint, this.inside);
	}

	draw() {
		const { engines } = this;
		const { position } = engines.session;
		set(this.switch, { "aria-pressed": String(engines.visible) });
		write(this.switch, engines.visible ? S.hideAnalysis : S.analyse);
		const over = engines.visible && position?.outcome;
		write(this.hint, over ? S.overHere : S.analysisHidden);
		this.inside.hidden = !engines.visible || !!over;
		this.hint.hidden = !this.inside.hidden;
		if (this.inside.hidden || !position) return;
		write(this.stop, engines.running() ? S.stop : S.goOn);
		this.stop.hidden = !engines.running() && !engines.waiting;
		this.many.firstChild.checked = engines.slots.length > 1;
		this.drawHeads();
		this.drawRows();
		const { found } = engines;
		this.claim.hidden = !found?.proof;
		write(this.proof, found?.proof || "");
		this.line.draw(found?.line || []);
		const best = found?.moves.find((move) => move.best);
		this.why.follow(best && !engines.slots[0].running ? best.text : null);
	}

	drawHeads() {
		const { engines } = this;
		const able = engines.choices();
		const wanted = [...engines.slots.map((slot) => slot.agent), "", ...able].join();
		if (this.made === wanted) return;
		this.made = wanted;
		const heads = engines.slots.map((slot, index) => {
			const names = [...new Set([slot.agent, ...able])].map((name) => [name, name.split("(")[0]]);
			const onchange = () => engines.choose(index, choice.value);
			const choice = select(names, slot.agent, { "aria-label": S.engine(index + 1), onchange });
			return head("col", choice);
		});
		fill(this.heads, head("col", S.move), ...heads);
		fill(this.feet, head("row", S.work), ...engines.slots.map(() => el("td")));
		fill(this.body);
		this.table.classList.toggle("many", engines.slots.length > 1);
	}

	/** The moves to list: in the order of the board if they are few, else the best. */
	listed() {
		const { found, session } = this.engines;
		const { legal, dice } = session.position;
		if (dice) return [];
		if (legal.length <= MANY) return legal;
		const moves = found?.moves || [];
		const open = moves.filter((move) => !isLost(move));
		return open.length ? open.slice(0, MANY) : moves.slice(0, MANY / 4);
	}

	/** How many moves are not listed. */
	drawRest(listed) {
		const moves = this.engines.found?.moves || [];
		const lost = moves.filter(isLost).length - listed.filter(isLost).length;
		const open = moves.length - listed.length - lost;
		write(this.rest, joined([open && S.moreMoves(open), lost && S.moreLose(lost)]));
		this.rest.hidden = moves.length <= listed.length;
	}

	drawRows() {
		const { slots } = this.engines;
		const listed = this.listed();
		while (this.body.children.length > listed.length) this.body.lastChild.remove();
		listed.forEach(({ action, text }, index) => {
			const row = this.body.children[index] || this.body.appendChild(this.row());
			const first = row.cells[0].firstChild;
			write(first, text);
			set(first, { "aria-label": S.playMove(text) });
			set(row.cells[0].lastChild, { "aria-label": S.whyMove(text) });
			set(row, { "data-move": text });
			slots.forEach((slot, column) => this.cell(row.cells[column + 1], slot, action));
		});
		this.drawRest(listed);
		slots.forEach((slot, column) =>
			write(this.feet.children[column + 1], slot.failed || S.workDone(slot.running, slot.result)),
		);
	}

	row() {
		const play = button("", () => this.actions.play(row.dataset.move), { class: "move" });
		const cells = this.engines.slots.map(() => el("td", el("span.words"), el("small")));
		const ask = button("?", () => this.why.pin(row.dataset.move), { class: "ask" });
		const row = el("tr", head("row", play, ask), ...cells);
		const begin = (event) => !slidUnder(event) && this.why.point(row.dataset.move);
		return set(row, whilePointed(begin, () => this.why.point(null)));
	}

	cell(cell, slot, action) {
		const all = slot.result?.moves || [];
		const move = all.find((entry) => entry.action === action);
		const value = move?.value;
		const best = move && isBest(move, all);
		const [words, more] = cell.children;
		const seat = this.engines.session.position.to_move;
		write(words, value ? inWords(value, seat) : slot.running ? "…" : S.noValue);
		write(more, joined([value && `${S.kind[value.kind]} ${number(value)}`, best && S.best]));
		set(cell, { title: move?.reason || null });
		cell.className = value ? `${value.kind} ${best ? "best" : ""}` : "";
	}
}
