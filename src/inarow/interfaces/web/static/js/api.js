/** The few plain HTTP calls of the page. */
import { Refused } from "./refused.js";

export async function get(path, query = {}) {
	const given = Object.entries(query).filter(([, value]) => value !== null && value !== undefined);
	return answer(
		await fetch(`${path}?${new URLSearchParams(given.map(([key, value]) => [key, String(value)]))}`),
	);
}

export async function post(path, body) {
	return answer(
		await fetch(path, {
			method: "POST",
			headers: { "Content-Type": "application/json" },
			body: JSON.stringify(body),
		}),
	);
}

async function answer(response) {
	const json = response.headers.get("Content-Type")?.includes("json");
	const body = json ? await response.json() : await response.text();
	if (!response.ok) throw new Refused(json ? body : { code: "failed", words: response.statusText });
	return body;
}
