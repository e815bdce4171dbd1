/**
 * One WebSocket to the server that survives: every command has a number and a promise, and a lost
 * connection is made again with growing pauses. Commands that were on their way are sent once more,
 * which is safe because the server treats a repeated move as the same move. Of questions that replace
 * each other only the newest is waited for and sent again; the others end as `stopped`.
 */

import { Refused } from "./api.js";
import { understood } from "./locale.js";
import { S } from "./strings.js";

const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 8000;
/** Commands that start something new: repeated blindly they would do it twice. */
const ONCE = ["new_game", "rematch", "open_text", "take_back", "step", "open_arena_game"];
/** Work that the server does one at a time: a new command of a kind replaces the one before. */
const kindOf = ({ type, engine, move }) => {
	if (type === "why") return move ? type : "standing";
	if (type === "watch_arena") return type;
	return type.endsWith("_puzzle") ? "puzzle" : type !== "stop" && engine;
};

export class Socket {
	number = 0;
	pause = FIRST_PAUSE;
	up = false;
	/** What was asked and is not answered yet, by number. */
	waiting = new Map();
	listeners = new Map();
	/** The last message of each type that came before anyone listened. */
	early = new Map();

	constructor(url) {
		this.url = url;
		this.connect();
		addEventListener("online", () => this.hurry());
		document.addEventListener("visibilitychange", () => this.hurry());
	}

	/** Listens to messages of a type that come unasked, or to `up` and `down`. */
	on(type, listener) {
		this.listeners.set(type, [...(this.listeners.get(type) || []), listener]);
		if (this.early.has(type)) listener(this.early.get(type));
	}

	/**
	 * Sends a command. The promise is kept by the answer; for a stream of answers by its last part,
	 * and `each` gets every part.
	 */
	ask(command, each) {
		const re = ++this.number;
		const kind = kindOf(command);
		this.drop((entry) => kind && kindOf(entry.command) === kind, { code: "stopped" }); // it is replaced
		return new Promise((done, failed) => {
			this.waiting.set(re, { command: { ...command, re }, done, failed, each });
			if (this.up) this.write({ ...command, re });
		});
	}

	/** Sends a command whose answer is not needed. */
	send(type, more = {}) {
		this.ask({ type, ...more }).catch(() => {});
	}

	/** Ends what is waited for, as far as it fits. */
	drop(fits, why) {
		for (const [re, entry] of this.waiting)
			if (fits(entry)) {
				this.waiting.delete(re);
				entry.failed(new Refused(why));
			}
	}

	write(message) {
		this.socket.send(JSON.stringify(message));
	}

	connect() {
		clearTimeout(this.timer);
		const socket = (this.socket = new WebSocket(this.url));
		socket.onmessage = (event) => this.receive(understood(JSON.parse(event.data)));
		socket.onclose = () => this.lost();
	}

	/** Tries again now instead of after the pause. */
	hurry() {
		if (this.socket.readyState === WebSocket.CLOSED && !document.hidden) this.connect();
	}

	lost() {
		const once = ({ command, each }) => this.up && (ONCE.includes(command.type) || each);
		this.drop(once, { code: "lost", words: S.connectionLost });
		this.up = false;
		this.tell("down");
		this.timer = setTimeout(() => this.connect(), this.pause);
		this.pause = Math.min(2 * this.pause, LONGEST_PAUSE);
	}

	receive(message) {
		if (message.type === "hello") return this.welcome();
		const entry = this.waiting.get(message.re);
		if (!entry) return this.tell(message.type, message);
		if (message.type === "error") {
			this.waiting.delete(message.re);
			return entry.failed(new Refused(message));
		}
		entry.each?.(message);
		if (message.running === true && entry.each) return; // more parts come
		this.waiting.delete(message.re);
		entry.done(message);
	}

	welcome() {
		const unanswered = [...this.waiting.values()];
		this.up = true;
		this.pause = FIRST_PAUSE;
		this.tell("up"); // listeners ask to watch again before anything else is sent
		for (const { command } of unanswered) this.write(command);
	}

	tell(type, message) {
		if (message && !this.listeners.has(type)) this.early.set(type, message);
		for (const listener of this.listeners.get(type) || []) listener(message);
	}
}
