/** What was played in the position on the board: in my games or in an event, beside what is proven of it. */
import { complain } from "./announce.js";
import { get } from "./api.js";
import { button, el, field, fill, head, scrolling, write } from "./dom.js";
import { placeOf } from "./library.js";
import { makeLink } from "./link.js";
import { offerEvents } from "./options.js";
import { whoPlays } from "./spec.js";
import { S, viewName } from "./strings.js";
import { L } from "./strings_library.js";

const LIMIT = "400000 nodes"; // work, not time: a busy machine proves as much

export class Explorer {
	constructor(session, play) {
		this.session = session;
		this.play = play;
		this.source = el("select", { onchange: () => this.look() });
		this.words = el("p.quiet-text", { role: "status" });
		this.table = el("div");
		this.root = el("div.fields", field(L.exploreSource, this.source), this.words, this.table);
		offerEvents(this.source, viewName("library"));
	}

	/** Looks up the position on the screen; what came too late is dropped. */
	async look() {
		const { position } = this.session;
		const number = (this.number = (this.number || 0) + 1);
		const late = () => number !== this.number;
		const file = this.source.value;
		const found = await get("/api/library/explore", { ...placeOf(position), ...(file && { file }) });
		if (late()) return;
		this.draw(position, found, new Map());
		for (let seconds = 1; seconds < 100; seconds *= 2) {
			const values = await this.proven(position).catch(() => "busy");
			if (late()) return;
			if (values !== "busy") return values && this.draw(position, found, values);
			await new Promise((done) => setTimeout(done, 1000 * seconds)); // and asks again
		}
	}

	/** What is proven of the moves, as far as an engine finds it in a moment. */
	async proven({ outcome, dice }) {
		const { game, shown, socket } = this.session;
		const [agent] = whoPlays(game.game)?.engines || [];
		if (!agent || outcome || dice) return null;
		const where = { game: game.id, node: shown };
		const question = { type: "analyse", engine: "explorer", agent, where, limit: LIMIT };
		const { moves } = await socket.ask(question, () => {});
		const sure = moves.filter(({ value }) => value?.kind === "proven");
		return new Map(sure.map(({ text, value }) => [text, value.words]));
	}

	draw({ sides, to_move: mover, legal }, { total, moves }, values) {
		write(this.words, L.cameHere(total, sides[mover]));
		const played = new Set(moves.map(({ text }) => text));
		const others = [...values.keys()].filter((text) => !played.has(text)).map((text) => ({ text, games: 0 }));
		const rows = [...moves, ...others].map((move) => this.row(move, values.get(move.text), legal));
		const top = el("tr", ...L.exploreHeads.map((text) => head("col", text)));
		const table = el("table", el("caption.unseen", S.playedHere), el("thead", top), el("tbody", ...rows));
		fill(this.table, rows.length > 0 && scrolling(S.playedHere, table));
	}

	row({ text, games, won, drawn, lost, players = [], ids = [] }, value, legal) {
		const can = legal.some((move) => move.text === text);
		const press = button(text, () => this.play(text).catch(complain), {
			class: "move", disabled: !can, "aria-label": S.playMove(text),
		});
		const results = games ? `${won}–${drawn}–${lost}` : "";
		const who = players.join(", ");
		const open = !this.source.value && ids.length && el("a", { href: makeLink("play", { id: ids[0] }) }, who);
		const cells = [games, results, value || "", open || who];
		return el("tr", el("th", { scope: "row" }, press), ...cells.map((cell) => el("td", cell)));
	}
}
