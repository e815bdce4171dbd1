// @ts-check
/** The few plain HTTP calls of the page; errors carry the server's words. */

/** @param {string} path @param {Record<string, any>} [query] */
export async function get(path, query = {}) {
  const given = Object.entries(query).filter(([, value]) => value !== null && value !== undefined);
  return answer(await fetch(`${path}?${new URLSearchParams(given.map(([key, value]) => [key, String(value)]))}`));
}

/** @param {string} path @param {any} body */
export async function post(path, body) {
  return answer(await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }));
}

/** @param {Response} response */
async function answer(response) {
  const json = response.headers.get("Content-Type")?.includes("json");
  const body = json ? await response.json() : await response.text();
  if (!response.ok) throw new Error((json && body.words) || response.statusText);
  return body;
}
