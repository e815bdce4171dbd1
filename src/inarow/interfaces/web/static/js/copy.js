import { note } from "./announce.js";
import { S } from "./strings.js";

export async function copy(text, name) {
	await navigator.clipboard.writeText(text);
	note(S.copied(name));
}
