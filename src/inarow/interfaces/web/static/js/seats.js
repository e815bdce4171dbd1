/** Who sits where in a game on several screens: my seat, the link for the other one, the link to watch. */
import { copy } from "./announce.js";
import { card, el, fill, smallButton, write } from "./dom.js";
import { makeLink } from "./link.js";
import { L } from "./strings_library.js";

/** Names under which a machine is known to itself only. */
const HERE = ["localhost", "127.0.0.1", "[::1]"];
const address = (values) => location.origin + location.pathname + makeLink("play", values);

export class Seats {
	constructor(session) {
		this.session = session;
		this.words = el("p", { role: "status" });
		this.link = el("input", { type: "text", readonly: true, "aria-label": L.seatLink });
		this.link.addEventListener("focus", () => this.link.select());
		const { link } = this;
		this.invite = el("div.row.grow", this.link, smallButton(L.copySeat, () => copy(link.value, L.seatLink)));
		const watch = smallButton(L.copyWatch, () => copy(address({ id: session.game.id }), L.watchLink));
		this.near = el("p.quiet-text", L.onlyHere);
		this.root = card(L.seats, this.words, this.invite, this.near, el("div.row", watch));
	}

	draw() {
		const { game, seats, invitation, position } = this.session;
		this.root.hidden = !game.taken;
		if (!game.taken) return;
		const mine = seats.map((seat) => position.sides[seat]);
		write(this.words, mine.length ? L.youPlay(mine.join(", "), game.taken.every(Boolean)) : L.youWatch);
		this.invite.hidden = !invitation;
		this.near.hidden = !invitation || !HERE.includes(location.hostname);
		this.link.value = invitation ? address({ id: game.id, seat: invitation }) : "";
	}
}
