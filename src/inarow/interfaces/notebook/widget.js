/**
 * A board to click on in a notebook: the board of the page, two names, a sentence and four buttons.
 *
 * Python keeps the game and knows the rules. What is to be shown comes as `game`; what a person does
 * goes back as a message: { do: "play", action }, "back", "forward", "new", "values".
 */
import { announce } from "./announce.js";
import { Board } from "./board.js";
import { button, el, write } from "./dom.js";
import { chip } from "./drawing.js";
import { S } from "./strings.js";

/** Whether the notebook around is dark, by the colour of its text. */
function isDark(place) {
	const around = place.isConnected ? place : document.body; // some show a widget when it is ready
	const [red, green, blue] = getComputedStyle(around).color.match(/[\d.]+/g).map(Number);
	return 0.3 * red + 0.6 * green + 0.1 * blue > 128;
}

function player(seat) {
	const name = el("span.player-name");
	return { name, root: el("div", { class: `player ${"xo"[seat]}` }, chip(seat), name) };
}

function render({ model, el: place }) {
	const host = el("div", { "data-theme": isDark(place) ? "dark" : "light" });
	place.append(host);
	const send = (what, more = {}) => model.send({ do: what, ...more });
	const board = new Board((move) => send("play", { action: move.action }));
	const players = [player(0), player(1)];
	const status = el("p.status", { role: "status" });
	const moves = el("p.quiet-text.moves");
	const control = (what, label) => button(label, () => send(what), { "data-do": what });
	const buttons = [
		control("back", `◀ ${S.back}`),
		control("forward", `${S.forward} ▶`),
		control("values", S.valuesCaption),
		control("new", S.newGame),
	];
	const root = host.attachShadow({ mode: "open" });
	root.append(
		el("style", STYLE),
		el(
			"div.split",
			el("div.strip", ...players.map((one) => one.root)),
			el("div", status),
			board.root,
			el("div.controls", el("div.row", ...buttons)),
			moves,
		),
	);

	function show() {
		const { position, thought, names, can, busy, words, shown } = model.get("game");
		players.forEach(({ name, root: box }, seat) => {
			write(name, names[seat]);
			box.classList.toggle("turn", !position.outcome && position.to_move === seat);
			box.classList.toggle("won", position.outcome?.winner === seat);
		});
		if (status.textContent && status.textContent !== words) announce(words);
		write(status, words);
		status.classList.toggle("thinking", busy);
		status.classList.toggle("over", !!position.outcome);
		write(moves, shown);
		for (const one of buttons) {
			const what = one.dataset.do;
			one.disabled = !can.includes(what);
			if (what === "values") one.setAttribute("aria-pressed", String(!!thought));
		}
		board.show(position, { live: can.includes("play"), values: thought?.moves || [] });
	}
	model.on("change:game", show);
	show();
	return () => model.off("change:game", show);
}

export default { render };
