/**
 * Building elements without markup text: nothing is ever parsed as HTML, so no name, comment or
 * move text can inject anything, and the strict Content-Security-Policy holds.
 */

const HTML = "http://www.w3.org/1999/xhtml";
const SVG = "http://www.w3.org/2000/svg";

/** Sets attributes; `onclick` and the like are listeners, null and false remove. */
export function set(node, attrs) {
	for (const [name, value] of Object.entries(attrs)) {
		if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
		else if (name === "value") node.value = value;
		else if (value === null || value === undefined || value === false) node.removeAttribute(name);
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
	const node = make(SVG, name);
	node.append(...solid(children));
	return set(node, attrs);
}

export function fill(parent, ...children) {
	parent.replaceChildren(...solid(children));
}

/** Writes a text only if it changed: no flicker, no needless announcement. */
export function write(node, text) {
	if (node.textContent !== text) node.textContent = text;
}

export const button = (label, onclick, attrs = {}) =>
	el("button", { type: "button", onclick, ...attrs }, label);

export const smallButton = (label, onclick, attrs = {}) => button(label, onclick, { class: "small", ...attrs });

/** A button that shows only a sign; its name is said and shown as a tip. */
export const iconButton = (sign, name, onclick) =>
	button(sign, onclick, { class: "icon", "aria-label": name, title: name });

export const field = (label, control, help) =>
	el("label.field", el("span", label), control, help && el("small", help));

/** @param options pairs of value and text */
export function select(options, chosen, attrs = {}) {
	const items = options.map(([value, text]) => el("option", { value, selected: value === chosen }, text));
	return el("select", attrs, ...items);
}

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

/** A part of the page with a frame and a name. */
export const card = (name, ...children) => el("section.card", { "aria-label": name }, ...children);

/** Something that may be wider than the screen scrolls by itself. */
export const scrolling = (name, child) =>
	el("div.scroll", { tabindex: 0, role: "region", "aria-label": name }, child);

/** A dialog with a heading and a close button. */
export function dialog(title, closeName, ...children) {
	const box = el("dialog", { "aria-label": title });
	const close = button("✕", () => box.close(), { class: "icon", "aria-label": closeName });
	const beside = (event) => event.target === box && box.close();
	set(box, { onclick: beside }).append(el("div.dialog-head", el("h2", title), close), ...solid(children));
	document.body.append(box);
	return box;
}
