/**
 * The page while its server is away: what was loaded before is there again. Files below /kept/ carry a version in
 * their address, so a kept one is never old; the page itself, which names the version, is asked for first and kept
 * for the time without an answer. Of another version nothing is kept.
 */
const STORE = "inarow";
const ASKED_FIRST = ["/", "/api/catalogue"];

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("fetch", (event) => {
	const { method, url } = event.request;
	const { origin, pathname } = new URL(url);
	if (method !== "GET" || origin !== location.origin) return;
	if (ASKED_FIRST.includes(pathname)) event.respondWith(askedFirst(event.request, pathname));
	else if (pathname.startsWith("/kept/")) event.respondWith(kept(event.request, pathname.split("/")[2]));
});

async function askedFirst(request, name) {
	const store = await caches.open(STORE);
	try {
		const answer = await fetch(request);
		if (answer.ok) await store.put(name, answer.clone());
		return answer;
	} catch (error) {
		const found = await store.match(name);
		if (!found) throw error;
		return found;
	}
}

async function kept(request, version) {
	const store = await caches.open(STORE);
	const found = await store.match(request);
	if (found) return found;
	const answer = await fetch(request);
	if (answer.ok) {
		await store.put(request, answer.clone());
		for (const { url } of await store.keys())
			if (url.includes("/kept/") && !url.includes(`/kept/${version}/`)) await store.delete(url);
	}
	return answer;
}
