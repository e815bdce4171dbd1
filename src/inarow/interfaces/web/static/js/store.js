/** Choices that outlive the visit, in this browser only. Storage may be switched off: then they do not. */

export function recall(name, otherwise) {
	try {
		const text = localStorage.getItem(`inarow-${name}`);
		return text === null ? otherwise : JSON.parse(text);
	} catch {
		return otherwise;
	}
}

export function keep(name, value) {
	try {
		localStorage.setItem(`inarow-${name}`, JSON.stringify(value));
	} catch {}
}

/** A secret of this browser alone, by which its seats in games on several screens are known. */
export function myKey() {
	let key = recall("key", myKey.known);
	if (!key) {
		const bytes = crypto.getRandomValues(new Uint8Array(32));
		key = btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "");
		keep("key", key);
	}
	myKey.known = key; // storage may be switched off
	return key;
}
