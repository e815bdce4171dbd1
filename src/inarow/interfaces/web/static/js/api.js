/** The few plain HTTP calls of the page. */
import { understood } from "./locale.js";

/** What the server does not do, in its own words; shown as a note unless it is caught. */
export class Refused extends Error {
	constructor({ code, words }) {
		super(words);
		this.code = code;
	}
}

export const get = (path, query = {}) => answer(`${path}?${new URLSearchParams(query)}`);

export const post = (path, body) =>
	answer(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });

export const remove = (path) => answer(path, { method: "DELETE" });

async function answer(address, request) {
	const response = await fetch(address, request);
	const json = response.headers.get("Content-Type")?.includes("json");
	const body = json ? understood(await response.json()) : await response.text();
	if (!response.ok) throw new Refused(json ? body : { code: "failed", words: response.statusText });
	return body;
}
