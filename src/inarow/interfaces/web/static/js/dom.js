/**
 * Building elements without markup text: nothing is ever parsed as HTML, so no name, comment or
 * move text can inject anything, and the strict Content-Security-Policy holds.
 */
import { S } from "./strings.js";

const HTML = "http://www.w3.org/1999/xhtml";
const SVG = "http://www.w3.org/2000/svg";

/** Sets attributes; `onclick` and the like are listeners, null and false remove. */
export function set(node, attrs) {
	for (const [name, value] of Object.entries(attrs)) {
		if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
		else if (name === "value") node.value = value;
		else if (value === false || value == null) node.removeAttribute(name);
		else node.setAttribute(name, value === true ? "" : value);
	}
	return node;
}

/** Children may be nodes, texts and numbers; null, undefined, false and "" are left out. */
const solid = (children) => children.filter((child) => child || child === 0);

/** An element of a name with classes: `div.row.end`. */
function make(space, name) {
	const [tag, ...classes] = name.split(".");
	const node = document.createElementNS(space, tag);
	return classes.length ? set(node, { class: classes.join(" ") }) : node;
}

/** `el("div.row.end", { id: "x" }, child, ...)`: attributes may be left out. */
export function el(name, attrs, ...children) {
	const node = make(HTML, name);
	const plain = attrs?.constructor === Object;
	node.append(...solid(plain ? children : [attrs, ...children]));
	return plain ? set(node, attrs) : node;
}

export function svg(name, attrs = {}, ...children) {
	const node = set(make(SVG, name), attrs);
	node.append(...solid(children));
	return node;
}

export const fill = (parent, ...children) => parent.replaceChildren(...solid(children));

/** Writes a text only if it changed: no flicker, no needless announcement. */
export function write(node, text) {
	if (node.textContent !== text) node.textContent = text;
}

export const button = (label, onclick, attrs = {}) => el("button", { type: "button", onclick, ...attrs }, label);

export const smallButton = (label, onclick, more = "") => button(label, onclick, { class: `small ${more}` });

export const field = (label, control, help) =>
	el("label.field", el("span", label), control, help && el("small", help));

/** @param {[string, string][]} options pairs of value and text */
export const choices = (options, chosen) =>
	options.map(([value, text]) => el("option", { value, selected: value === chosen }, text));

export const select = (options, chosen, attrs = {}) => el("select", attrs, ...choices(options, chosen));

export function checkbox(label, checked, changed = () => {}) {
	const box = el("input", { type: "checkbox", checked, onchange: () => changed(box.checked) });
	return el("label.check", box, label);
}

/** Listeners for something that is hovered or focused. */
export const whilePointed = (begin, end) => ({
	onpointerenter: begin,
	onfocusin: begin,
	onpointerleave: end,
	onfocusout: end,
});

export const card = (name, ...children) => el("section.card", { "aria-label": name }, ...children);

/** Something that may be wider than the screen scrolls by itself. */
export const scrolling = (name, child) =>
	el("div.scroll", { tabindex: 0, role: "region", "aria-label": name }, child);

export const definitions = (pairs) =>
	el("dl", ...pairs.map(([what, words]) => el("div", el("dt", what), el("dd", words))));

export const head = (scope, ...children) => el("th", { scope }, ...children);

/** Lets the browser save a text, or what an address leads to, as a file. */
export function download(title, end, text, href = URL.createObjectURL(new Blob([text]))) {
	const name = title.trim().replace(/[^\p{L}\p{N}]+/gu, "-").toLowerCase();
	el("a", { href, download: `${name}.${end}` }).click();
	URL.revokeObjectURL(href);
}

/** A dialog with a heading and a close button. */
export function dialog(title, ...children) {
	const close = button("✕", () => box.close(), { class: "icon", "aria-label": S.close });
	const onclick = (event) => event.target === box && box.close(); // beside it
	const box = el("dialog", { "aria-label": title, onclick }, el("div.card-head", el("h2", title), close), ...children);
	document.body.append(box);
	return box;
}
