/** The two players above the board, with clocks, and the sentence that says how the game stands. */
import { el, fill, set, write } from "./dom.js";
import { chip } from "./drawing.js";
import { face } from "./faces.js";
import { digits } from "./locale.js";
import { parseSpec } from "./spec.js";
import { S } from "./strings.js";

function clockText(left) {
	if (left < 10) return digits(Math.max(0, left), 1);
	const whole = Math.ceil(left);
	return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

export class Strip {
	names = [0, 1].map(() => el("span.player-name"));
	clocks = [0, 1].map(() => el("span.clock", { role: "timer", hidden: true }));
	faces = [0, 1].map(() => el("span.seat-face"));
	cards = ["x", "o"].map((who, seat) =>
		el(`div.player.${who}`, chip(seat), this.faces[seat], this.names[seat], this.clocks[seat]),
	);
	status = el("p.status");
	root = el("div.strip", ...this.cards);

	draw({ game, position, shown, seats }) {
		const { outcome } = game.status;
		this.cards.forEach((card, seat) => {
			const name = game.names[seat];
			write(this.names[seat], game.taken && seats.includes(seat) ? S.itIsYou(name) : name);
			this.meet(seat, game.seats[seat]);
			set(this.clocks[seat], { "aria-label": S.clockOf(position.sides[seat]) });
			const turn = !outcome && position.to_move === seat;
			card.classList.toggle("turn", turn);
			card.classList.toggle("won", outcome?.winner === seat);
			set(card, { "aria-current": turn && "true" });
		});
		if (game.status !== this.seen) this.tick(game.status); // else the clocks run on
		const behind = shown !== game.cursor;
		fill(this.status, behind ? S.lookingBack(position.words) : game.status.words);
		this.status.classList.toggle("over", !behind && !!outcome);
		this.status.classList.toggle("thinking", !behind && game.status.waiting === "machine");
	}

	/** The face of a level. */
	meet(seat, spec) {
		const place = this.faces[seat];
		if (place.dataset.spec === spec) return;
		place.dataset.spec = spec;
		const { name, options } = parseSpec(spec);
		fill(place, name === "level" && face(Number(options.number || 3)));
	}

	/** Lets the clocks tick between the messages of the server. */
	tick(status) {
		this.seen = status;
		const { clocks } = status;
		const since = performance.now();
		const draw = () =>
			this.clocks.forEach((place, seat) => {
				place.hidden = !clocks;
				if (!clocks) return;
				const gone = clocks.running === seat ? (performance.now() - since) / 1000 : 0;
				const left = clocks.left[seat] - gone;
				write(place, clockText(left));
				place.classList.toggle("low", left < 20);
			});
		clearInterval(this.timer);
		if ((clocks?.running ?? null) !== null) this.timer = setInterval(draw, 100);
		draw();
	}
}
