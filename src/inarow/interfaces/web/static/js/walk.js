/**
 * A walk through a proof: the page plays for the player who is proven to win (or to hold a draw by
 * pairs), and the person tries any defence on the board. Nothing is played in the game itself.
 */
import { announce } from "./announce.js";
import { el, fill, smallButton, write } from "./dom.js";
import { joined, S } from "./strings.js";

export class Walk {
	root = el("section.card.quiz", { hidden: true, "aria-label": S.proof });
	head = el("h2", { tabindex: -1 }, S.proof);
	claim = el("p");
	words = el("p.quiz-words");
	take = smallButton(S.takeBack, () => this.back());
	/** the steps so far; the board shows the last one */
	steps = [];
	busy = false;

	/** `left` is called when a person leaves the walk. */
	constructor(session, changed, left) {
		Object.assign(this, { session, changed });
		const leave = smallButton(S.leaveQuiz, () => (this.end(), left()));
		fill(this.root, el("div.card-head", this.head), this.claim, this.words, el("div.row", this.take, leave));
	}

	get on() {
		return !this.root.hidden;
	}

	get step() {
		return this.steps.at(-1);
	}

	/** What the board shows instead of the game. */
	get position() {
		return this.step?.position;
	}

	/** Begins at the position on the screen. */
	async start() {
		const { game, shown: node } = this.session;
		Object.assign(this, { where: { game: game.id, node }, steps: [], failed: "" });
		this.root.hidden = false;
		this.changed();
		this.head.focus();
		await this.ask([]);
	}

	/** A defence on the board. */
	attempt(text) {
		if (this.step && !this.busy) return this.ask([...this.step.path, text]);
	}

	async ask(path) {
		const { where, session } = this;
		Object.assign(this, { busy: true, failed: "" });
		this.changed();
		try {
			const command = { type: "walk", where, moves: path.join(" "), draws: !!this.step?.draws };
			const step = await session.socket.ask(command);
			if (this.where !== where) return; // it was left meanwhile
			this.steps.push({ ...step, path: [...path, ...step.played.map(({ text }) => text)] });
		} catch (error) {
			if (this.where !== where) return;
			this.failed = error.message;
		}
		this.busy = false;
		announce(joined([this.steps.length === 1 && `${S.provenClaim(this.step.claim)}.`, this.said], " "));
		this.changed();
	}

	get said() {
		return this.busy ? S.proving : this.failed || this.step?.words || "";
	}

	back() {
		this.steps.pop();
		this.failed = "";
		announce(this.said);
		this.changed();
		if (this.take.disabled) this.head.focus();
	}

	end() {
		this.root.hidden = true;
		Object.assign(this, { where: null, steps: [], busy: false });
		this.changed();
	}

	draw() {
		write(this.claim, this.step ? S.provenClaim(this.step.claim) : "");
		write(this.words, this.said);
		this.take.disabled = this.busy || this.steps.length < 2;
	}
}
