// @ts-check
/**
 * Building elements without markup text: nothing is ever parsed as HTML, so no name, comment or
 * move text can inject anything, and the strict Content-Security-Policy holds.
 */

const SVG = "http://www.w3.org/2000/svg";

/**
 * @typedef {Node|string|number|null|undefined|false} Child
 * @typedef {Record<string, any>} Attrs  `on*` are listeners, `class` and the rest are attributes
 */

/** @param {Element} node @param {Attrs} attrs */
export function set(node, attrs) {
  for (const [name, value] of Object.entries(attrs)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (value === null || value === undefined || value === false) node.removeAttribute(name);
    else if (name === "value") /** @type {any} */ (node).value = value;
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  return node;
}

/** @param {Child[]} children */
const solid = (children) =>
  /** @type {(Node|string)[]} */ (
    children
      .filter((child) => child !== null && child !== undefined && child !== false)
      .map((child) => (child instanceof Node ? child : String(child)))
  );

/** @template {keyof HTMLElementTagNameMap} T @param {T} tag @param {Attrs} [attrs] @param {Child[]} children */
export function el(tag, attrs = {}, ...children) {
  const node = document.createElement(tag);
  node.append(...solid(children));
  set(node, attrs);
  return node;
}

/** @param {string} tag @param {Attrs} [attrs] @param {Child[]} children */
export function svg(tag, attrs = {}, ...children) {
  const node = document.createElementNS(SVG, tag);
  node.append(...solid(children));
  set(node, attrs);
  return /** @type {SVGElement} */ (node);
}

/** @param {Element} parent @param {Child[]} children */
export function fill(parent, ...children) {
  parent.replaceChildren(...solid(children));
}

/** Writes a text only if it changed: no flicker, no needless announcement. @param {Element} node @param {string} text */
export function write(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** @param {string} label @param {() => void} action @param {Attrs} [attrs] */
export function button(label, action, attrs = {}) {
  return el("button", { type: "button", onclick: action, ...attrs }, label);
}

/** A button that shows only a sign; its name is said and shown as a tip. @param {Node} sign @param {string} name @param {() => void} action */
export function iconButton(sign, name, action) {
  return el("button", { type: "button", class: "icon", "aria-label": name, title: name, onclick: action }, sign);
}

/** @param {string} label @param {HTMLElement} control @param {string} [help] */
export function field(label, control, help) {
  return el("label", { class: "field" }, el("span", {}, label), control, help && el("small", {}, help));
}

/** @param {[string, string][]} options value and text @param {string} chosen @param {Attrs} [attrs] */
export function select(options, chosen, attrs = {}) {
  const items = options.map(([value, text]) => el("option", { value, selected: value === chosen }, text));
  return el("select", attrs, ...items);
}

/** @param {string} label @param {boolean} checked @param {(on: boolean) => void} [changed] @param {Attrs} [attrs] */
export function checkbox(label, checked, changed = () => {}, attrs = {}) {
  const box = el("input", { type: "checkbox", checked, ...attrs });
  box.addEventListener("change", () => changed(box.checked));
  return el("label", { class: "check" }, box, label);
}

/** A dialog with a heading and a close button. @param {string} title @param {string} closeName @param {Child[]} children */
export function dialog(title, closeName, ...children) {
  const box = el("dialog", { "aria-label": title });
  const close = button("✕", () => box.close(), { class: "icon", "aria-label": closeName });
  box.append(el("div", { class: "dialog-head" }, el("h2", {}, title), close), ...solid(children));
  box.addEventListener("click", (event) => {
    if (event.target === box) box.close(); // a click beside the dialog
  });
  document.body.append(box);
  return box;
}
