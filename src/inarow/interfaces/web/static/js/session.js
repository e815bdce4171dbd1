/**
 * The game on the screen: its tree as the server keeps it, and the node that is being looked at.
 *
 * `cursor` is where the game goes on, `shown` is what this page looks at; leafing back lets `shown`
 * stay behind. What a game, a node, a position and a status hold: docs/web_protocol.md.
 */

import { myKey } from "./store.js";

export class Session {
	game = null;
	position = null;
	shown = 0;
	/** What was asked for last: the server may still be looking it up. */
	wanted = 0;
	nodes = new Map();
	children = new Map();
	positions = new Map();
	/** Where each fork was left last, so that "forward" returns there. */
	taken = new Map();
	/** The first player's expected result at nodes where it is known. */
	chances = new Map();
	/** My seats, and the invitation to the free one, in a game on several screens. */
	seats = [];
	invitation = null;
	/** the verdict on my last move */
	judged = null;
	listeners = [];
	playing = Promise.resolve();

	constructor(socket) {
		this.socket = socket;
		socket.on("game", (message) => message.game.id === this.game?.id && this.load(message.game));
		socket.on("update", (message) => this.update(message));
		socket.on("judged", (message) => {
			if (message.game !== this.game?.id) return;
			this.judged = message;
			this.tell("judged");
		});
		socket.on("followed", ({ game, next }) => game === this.game?.id && this.watch(next));
		socket.on("up", () => this.game && this.refresh());
	}

	on(listener) {
		this.listeners.push(listener);
	}

	tell(change) {
		for (const listener of this.listeners) listener(change);
	}

	ask(type, more = {}) {
		return this.socket.ask({ type, game: this.game?.id, ...more });
	}

	/** Starts, opens or watches a game: whatever is answered by `game`. */
	async begin(command) {
		const before = this.game?.id;
		const { game } = await this.socket.ask(command);
		if (before && before !== game.id) this.socket.send("unwatch", { game: before });
		if (before !== game.id) [this.seats, this.invitation] = [[], null];
		this.load(game);
		if (game.taken) await this.sit();
		return game;
	}

	/** Shows the key to my seat, or takes the one that a link offers. */
	async sit(invitation = null) {
		const { seats, invitation: free } = await this.ask("sit", { key: myKey(), invitation });
		[this.seats, this.invitation] = [seats, free];
		this.tell("game");
	}

	/** Whether I may move now: everybody may on one screen, elsewhere who sits there, where the game stands. */
	get mayMove() {
		const { game, shown, position } = this;
		return !game.taken || (shown === game.cursor && !game.status.outcome && this.seats.includes(position.to_move));
	}

	watch(id) {
		return this.begin({ type: "watch", game: id });
	}

	/** Shows no game any longer. */
	async leave() {
		const { id } = this.game;
		this.game = this.position = null;
		await this.socket.ask({ type: "unwatch", game: id });
	}

	refresh() {
		this.watch(this.game.id).catch(() => {});
		if (this.game.taken) this.sit().catch(() => {}); // before any move that waits is sent again
	}

	load(game) {
		const known = this.game?.id === game.id;
		const following = !known || this.shown === this.game?.cursor;
		this.game = game;
		this.nodes = new Map(game.nodes.map((node) => [node.id, node]));
		if (!known) {
			for (const memory of [this.positions, this.taken, this.chances]) memory.clear();
			this.judged = null;
		}
		this.link();
		this.positions.set(game.cursor, game.position);
		if (following) this.stand(game.cursor, game.position);
		this.tell("game");
	}

	update(message) {
		const { game } = this;
		if (!game || message.game !== game.id || message.version <= game.version) return;
		if (message.version !== game.version + 1) return this.refresh();
		const following = this.follow || this.shown === game.cursor;
		for (const node of message.nodes) this.nodes.set(node.id, node);
		const { version, cursor, position, status, seats, names, taken } = message;
		Object.assign(game, { version, cursor, position, status, seats, names, taken });
		if (taken?.every(Boolean)) this.invitation = null; // it was used
		this.link();
		this.positions.set(cursor, position);
		if (status.waiting !== "choice" && this.judged?.may_retry) this.judged = null;
		if (following) {
			this.follow = false;
			this.stand(cursor, position);
		}
		this.tell("update");
	}

	stand(id, position) {
		this.shown = this.wanted = id;
		this.position = position;
		const path = this.path(id);
		path.slice(1).forEach((node, index) => this.taken.set(path[index], node));
	}

	link() {
		this.children.clear();
		for (const { id, parent } of this.nodes.values())
			if (parent !== null) this.children.set(parent, [...(this.children.get(parent) || []), id]);
	}

	/** The nodes from the start to one. */
	path(id) {
		const found = [];
		for (let at = this.nodes.get(id); at; at = this.nodes.get(at.parent)) found.unshift(at.id);
		return found;
	}

	next(id) {
		const children = this.children.get(id) || [];
		const taken = this.taken.get(id);
		return children.includes(taken) ? taken : children[0];
	}

	/** The line being looked at, from the start to its end. */
	line() {
		const found = this.path(this.wanted);
		for (let at = this.next(this.wanted); at !== undefined; at = this.next(at)) found.push(at);
		return found;
	}

	/** Looks at a node; the game itself does not move. */
	async show(id) {
		if (!this.nodes.has(id)) return;
		this.wanted = id;
		const position = this.positions.get(id) || (await this.ask("look", { node: id })).position;
		this.positions.set(id, position);
		if (this.wanted !== id) return; // a later request overtook this one
		this.stand(id, position);
		this.tell("shown");
	}

	/** Plays a move where we look. Quick hands: the next move waits until this one is on the board. */
	play(move) {
		const turn = async () => {
			this.follow = true;
			try {
				const { node } = await this.ask("move", { at: this.wanted, move });
				if (node !== null && this.follow) await this.show(node);
			} finally {
				this.follow = false;
			}
		};
		const played = this.playing.then(turn);
		this.playing = played.catch(() => {});
		return played;
	}

	/** Remembers the value of a node for the graph. */
	know(node, { chance, kind }) {
		this.chances.set(node, { chance, kind });
	}
}
