/** The two players above the board, with clocks, and the sentence that says how the game stands. */
import { Clock } from "./clock.js";
import { el, fill, set, write } from "./dom.js";
import { chip } from "./drawing.js";
import { playerTitle } from "./spec.js";
import { S } from "./strings.js";

export class Strip {
	names = [0, 1].map(() => el("span.player-name"));
	clocks = S.clockOf.map((name) => el("span.clock", { role: "timer", "aria-label": name, hidden: true }));
	cards = ["x", "o"].map((who, seat) => el(`div.player.${who}`, chip(seat), this.names[seat], this.clocks[seat]));
	clock = new Clock(this.clocks);
	status = el("p.status");
	root = el("div.strip", ...this.cards);

	draw({ game, position, shown }) {
		const { outcome } = game.status;
		this.cards.forEach((card, seat) => {
			write(this.names[seat], playerTitle(game.names[seat]));
			const turn = !outcome && position.to_move === seat;
			card.classList.toggle("turn", turn);
			card.classList.toggle("won", outcome?.winner === seat);
			set(card, { "aria-current": turn && "true" });
		});
		if (game.status !== this.seen) this.clock.set(game.status.clocks); // else the clocks run on
		this.seen = game.status;
		const behind = shown !== game.cursor;
		fill(this.status, behind ? S.lookingBack(position.words) : game.status.words);
		this.status.classList.toggle("over", !behind && !!outcome);
		this.status.classList.toggle("thinking", !behind && game.status.waiting === "machine");
	}
}
