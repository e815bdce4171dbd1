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
