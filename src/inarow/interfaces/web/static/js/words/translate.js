/**
 * Sentences that the server made, in another language. Its English sentence is the key, as in gettext: a table has
 * templates such as "{who} to move in board {n}" with their translations. What stands in the places of a template is
 * translated in turn ("from {before} to {after}": "win in 9", "draw"), names and moves stay as they are. A sentence
 * without a template stays English.
 */

/** Fields of messages that people read. Others are names for programs. */
const READ = new Set([
	"best_words", "broken", "character", "claim", "help", "names", "proof", "range", "reason", "sides", "summary",
	"title", "words",
]);
/** What joins sentences and parts of them. */
const JOINTS = ["; ", ". ", ", "];

const NUMBER = "([+-]?\\d+(?:[.,]\\d+)*)";

/** A template as a pattern; a place that is called n, n2 or n3 holds a number. */
function compile([template, translation]) {
	const places = [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
	const escaped = template.replace(/[.*+?^$()|[\]\\]/g, "\\$&");
	const pattern = escaped.replace(/\{(\w+)\}/g, (_, name) => (/^n\d?$/.test(name) ? NUMBER : "(.+?)"));
	return { pattern: new RegExp(`^${pattern}$`), places, translation, plain: template.replace(/\{\w+\}/g, "").length };
}

const first = (text, change) => change.call(text.slice(0, 1)) + text.slice(1);

/** A function that translates the sentences in a message. */
export function translator(table) {
	const templates = Object.entries(table).map(compile).sort((a, b) => b.plain - a.plain);
	const known = new Map();

	function whole(text) {
		for (const { pattern, places, translation } of templates) {
			const found = pattern.exec(text);
			if (!found) continue;
			const inside = new Map(places.map((name, index) => [name, say(found[index + 1])]));
			return translation.replace(/\{(\w+)\}/g, (_, name) => inside.get(name));
		}
		return null;
	}

	function parts(text) {
		for (const joint of JOINTS) {
			const [head, ...rest] = text.split(joint);
			if (!rest.length) continue;
			const told = [head, ...rest].map((part) => sentence(part));
			if (told.some((part) => part !== null)) return told.map((part, at) => part ?? text.split(joint)[at]).join(joint);
		}
		return null;
	}

	/** A sentence with or without its capital letter and full stop; null if nothing is known of it. */
	function sentence(text) {
		if (!/[a-z]/i.test(text)) return null;
		const stop = text.endsWith(".") ? "." : "";
		const bare = stop ? text.slice(0, -1) : text;
		const { toLowerCase: low, toUpperCase: high } = String.prototype;
		const told = whole(bare);
		if (told !== null) return told + stop;
		const small = whole(first(bare, low));
		return small === null ? parts(text) : first(small, high) + stop;
	}

	function say(text) {
		if (!known.has(text)) known.set(text, text ? (sentence(text) ?? text) : text);
		return known.get(text);
	}

	return function hear(message, key) {
		if (typeof message === "string") return READ.has(key) ? say(message) : message;
		if (Array.isArray(message)) return message.map((part) => hear(part, key));
		if (!message || typeof message !== "object") return message;
		return Object.fromEntries(Object.entries(message).map(([name, part]) => [name, hear(part, name)]));
	};
}
