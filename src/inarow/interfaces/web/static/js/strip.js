/** The two players above the board, with clocks, and the sentence that says how the game stands. */
import { Clock } from "./clock.js";
import { el, fill, set, write } from "./dom.js";
import { chip } from "./drawing.js";
import { playerTitle } from "./spec.js";
import { S } from "./strings.js";

export class Strip {
	constructor() {
		this.names = [0, 1].map(() => el("span.player-name"));
		this.clocks = [0, 1].map((seat) =>
			el("span.clock", { role: "timer", "aria-label": S.clockOf[seat], hidden: true }),
		);
		this.cards = [0, 1].map((seat) =>
			el("div", { class: `player ${"xo"[seat]}` }, chip(seat), this.names[seat], this.clocks[seat]),
		);
		this.clock = new Clock(this.clocks);
		this.status = el("p.status");
		this.seen = null;
		this.root = el("div.strip", ...this.cards);
	}

	draw({ game, position, shown }) {
		const over = !!game.status.outcome;
		this.cards.forEach((card, seat) => {
			write(this.names[seat], playerTitle(game.names[seat]));
			const turn = !over && position.to_move === seat;
			card.classList.toggle("turn", turn);
			card.classList.toggle("won", over && game.status.outcome?.winner === seat);
			set(card, { "aria-current": turn ? "true" : null });
		});
		if (game.status !== this.seen) this.clock.set(game.status.clocks); // else the clocks run on
		this.seen = game.status;
		const behind = shown !== game.cursor;
		fill(this.status, behind ? S.lookingBack(position.words) : game.status.words);
		this.status.classList.toggle("thinking", !behind && game.status.waiting === "machine");
	}
}
