/** The documentation: its search, and figures to step through. */
import { el, fill, set, write } from "./js/dom.js";
import { iconButton } from "./js/icons.js";
import { nodesAfter, SearchTree } from "./js/search_tree.js";
import { S } from "./js/strings.js";
import { V } from "./js/strings_viewer.js";

const MOST_FOUND = 12;
const root = document.body.dataset.root;

// The search

const input = document.getElementById("search");
const found = document.getElementById("found");
let rows;

/** Rows whose heading or text has every word, those with it in the heading first. */
function search(text) {
	const words = text.toLowerCase().split(/\s+/).filter(Boolean);
	if (!words.length) return [];
	const scored = [];
	for (const [page, anchor, title, heading, body] of rows) {
		const [top, all] = [heading.toLowerCase(), `${title} ${heading} ${body}`.toLowerCase()];
		if (!words.every((word) => all.includes(word))) continue;
		const score = words.filter((word) => top.includes(word)).length + (title === heading ? 0.5 : 0);
		scored.push({ score, page, anchor, title, heading, excerpt: excerpt(body, words[0]) });
	}
	return scored.sort((one, other) => other.score - one.score).slice(0, MOST_FOUND);
}

function excerpt(body, word) {
	const at = Math.max(0, body.toLowerCase().indexOf(word) - 40);
	return (at ? "… " : "") + body.slice(at, at + 120);
}

async function show() {
	rows ??= await (await fetch(`${root}search.json`)).json();
	const hits = search(input.value);
	const nothing = input.value.trim() && el("p.quiet-text", "Nothing found.");
	const link = ({ page, anchor, title, heading, excerpt: words }) =>
		el("a", { href: `${root}${page}#${anchor}` }, title === heading ? title : `${title}: ${heading}`, el("small", words));
	fill(found, ...(hits.length ? hits.map(link) : [nothing]));
}

input.addEventListener("input", show);
if (input.value) show(); // typed before this script was here
document.addEventListener("keydown", (event) => {
	if (event.key === "/" && !/input|textarea/i.test(event.target.tagName)) {
		event.preventDefault();
		input.focus();
	} else if (event.key === "Escape" && found.childElementCount) {
		fill(found);
		input.focus();
	}
});
document.addEventListener("click", (event) => {
	if (!event.target.closest("search")) fill(found);
});

// Figures

/** Buttons that go through `count` steps, after step 0; `draw(at)` shows one and returns its words. */
function stepper(count, draw) {
	let at = 0;
	const words = el("p", { "aria-live": "polite" });
	const place = el("span.quiet-text");
	const go = (to) => {
		at = Math.min(Math.max(to, 0), count);
		write(words, draw(at));
		write(place, V.stepOf(at, count));
	};
	const tool = (sign, name, to) => iconButton(sign, name, () => go(to()));
	const row = el(
		"div.row",
		tool("first", S.first, () => 0),
		tool("stepBack", V.backStep, () => at - 1),
		tool("step", V.nextStep, () => at + 1),
		tool("last", S.last, () => count),
		place,
	);
	go(0);
	return [words, row];
}

function stepGame(list) {
	const frames = [...list.children];
	const draw = (at) => {
		frames.forEach((frame, index) => set(frame, { hidden: index !== at }));
		return frames[at].querySelector("img").alt;
	};
	for (const frame of frames) frame.querySelector("p").remove();
	const box = el("div.stepped");
	list.replaceWith(box);
	list.className = "";
	box.append(list, ...stepper(frames.length - 1, draw));
}

function stepSearch(box) {
	const { steps, places } = JSON.parse(box.querySelector("script").textContent);
	const tree = new SearchTree();
	const begin = box.querySelector("p").textContent;
	box.querySelector("p").remove();
	const draw = (at) => {
		const step = steps[at - 1];
		tree.draw(places, nodesAfter(steps.slice(0, at)), step);
		return step?.words || begin;
	};
	box.append(tree.root, ...stepper(steps.length, draw));
}

for (const list of document.querySelectorAll('[data-steps="game"]')) stepGame(list);
for (const box of document.querySelectorAll('[data-steps="search"]')) stepSearch(box);
