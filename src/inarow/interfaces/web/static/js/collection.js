/** A collection: games and positions with notes, to read step by step beside the board, and to write. */
import { announce, note } from "./announce.js";
import { get, post } from "./api.js";
import { Board } from "./board.js";
import { button, card, checkbox, download, el, field, fill, smallButton, write } from "./dom.js";
import { leafing } from "./icons.js";
import { Session } from "./session.js";
import { gameTitle } from "./spec.js";
import { keep, recall } from "./store.js";
import { S } from "./strings.js";
import { L } from "./strings_library.js";
import { MoveTree } from "./tree.js";

const EMPTY = { title: "", about: "", chapters: [] };
/** What is read or written now; kept in this browser until it is saved as a file. */
let mine = recall("collection", null) || EMPTY;

function replace(collection) {
	mine = collection;
	keep("collection", mine);
}

/** Adds a game as a new chapter; how many there are then. */
export async function collect(id) {
	const text = await get(`/api/games/${id}/export`, { form: "record" });
	const { chapters } = await post("/api/collection/read", { text });
	replace({ ...mine, chapters: [...mine.chapters, ...chapters] });
	return mine.chapters.length;
}

/** A chapter as a game that is only looked at. */
class Chapter extends Session {
	constructor(socket, chapter) {
		super({ on() {} });
		Object.assign(this, { socket, chapter });
		this.nodes = new Map(chapter.steps.map((step) => [step.id, step]));
		this.link();
	}

	/** A position, from the server, which knows the rules. */
	ask(_, { node }) {
		const { game, start: position } = this.chapter;
		const moves = this.path(node).slice(1).map((id) => this.nodes.get(id).text).join(" ");
		return this.socket.ask({ type: "setup", game, position, moves });
	}
}

export class View {
	board = new Board(({ text }) => this.play(text));
	at = 0;

	constructor(page) {
		this.page = page;
		this.leaf = leafing((count) => this.step(count));
		this.where = el("h2");
		this.said = el("p.lesson-text", { role: "status" });
		this.note = el("textarea", { rows: 5, maxlength: 4000, oninput: () => this.noted() });
		this.tree = el("div");
		this.head = el("div.fields");
		this.list = el("ol.files");
		const box = checkbox(L.write, false, () => this.draw());
		this.writing = box.firstChild;
		const file = el("input", { type: "file", accept: ".txt,.pgn,.json,.sgf,.psq" });
		file.addEventListener("change", () => this.read(file));
		this.save = smallButton(L.saveFile, () => this.write());
		this.add = smallButton(L.addPosition, () => this.addPosition());
		const empty = smallButton(L.startNew, () => this.swap(EMPTY));
		this.pen = el("div.row", this.add, empty);
		const about = card(L.collection, this.head, this.list, el("div.row", box, this.save), this.pen);
		this.text = field(L.note, this.note);
		this.lesson = card(L.chapter, this.where, this.said, this.text, this.tree);
		this.stage = el("div.stage", this.board.root, this.leaf);
		const other = card(L.openFile, field(L.openFile, file));
		this.root = el("div.split", this.stage, el("div.stack", this.lesson, about, other));
	}

	async open() {
		document.title = S.pageTitle(L.collection);
		this.writing.checked ||= !mine.chapters.length;
		await this.turn(Math.min(this.at, Math.max(0, mine.chapters.length - 1)));
	}

	/** Opens a chapter. */
	async turn(at) {
		this.at = at;
		const chapter = mine.chapters[at];
		this.session = chapter && new Chapter(this.page.socket, chapter);
		if (!chapter) return this.draw();
		this.moves = new MoveTree(this.session, () => "");
		fill(this.tree, this.moves.root);
		const { session } = this;
		session.on(() => session === this.session && this.draw());
		await session.show(0);
	}

	/** Some moves on or back; behind the last one comes the next chapter. */
	async step(count) {
		const line = this.session?.line() || [];
		const at = line.indexOf(this.session?.wanted) + count;
		if (count === 1 && at >= line.length && this.at + 1 < mine.chapters.length) return this.turn(this.at + 1);
		if (line.length) await this.session.show(line[Math.min(Math.max(at, 0), line.length - 1)]);
	}

	draw() {
		const { session } = this;
		const pen = this.writing.checked;
		const there = !!session?.position; // it is on its way
		this.stage.hidden = this.lesson.hidden = !there;
		this.save.disabled = !there;
		this.add.disabled = !this.page.session.position;
		this.pen.hidden = this.text.hidden = !pen;
		this.said.hidden = pen;
		this.drawHead(pen);
		fill(this.list, ...mine.chapters.map((chapter, at) => this.item(chapter, at, pen)));
		if (!there) return;
		this.board.show(session.position, { live: pen });
		this.tree.hidden = !pen && !session.children.size;
		this.tree.classList.toggle("untold", !pen); // who reads does not read ahead
		write(this.where, titleOf(session.chapter, this.at));
		const { player, text, dice, comment } = session.nodes.get(session.shown);
		const move = text ? S.played(session.position.sides[player], text, dice) : session.position.words;
		write(this.said, `${move}. ${comment}`);
		if (this.note.value !== comment) this.note.value = comment; // the same text would move the cursor
		this.moves.draw();
		const line = session.line();
		const at = line.indexOf(session.shown);
		const more = this.at + 1 < mine.chapters.length;
		const ends = [at < 1, at < 1, at === line.length - 1 && !more, at === line.length - 1];
		[...this.leaf.children].forEach((leaf, index) => (leaf.disabled = ends[index]));
	}

	/** The title and what it is about: to read, or to write. */
	drawHead(pen) {
		if (!pen) return fill(this.head, el("h1", mine.title || L.collection), mine.about && el("p", mine.about));
		if (this.head.querySelector("input")) return; // somebody may be typing
		const input = (kind, name) => {
			const oninput = (event) => replace({ ...mine, [name]: event.target.value });
			return el(kind, { value: mine[name], maxlength: 4000, oninput });
		};
		const fields = [field(L.titleField, input("input", "title")), field(L.textAbout, input("textarea", "about"))];
		fill(this.head, el("h1", L.collection), ...fields);
	}

	item(chapter, at, pen) {
		const name = titleOf(chapter, at);
		const here = { class: "link", "aria-current": at === this.at && "true" };
		if (!pen) return el("li", button(name, () => this.turn(at), here), el("small", ` ${gameTitle(chapter.game)}`));
		const rename = el("input", { type: "text", value: name, maxlength: 200, "aria-label": L.chapterTitle(at + 1) });
		rename.addEventListener("input", () => {
			chapter.tags.Chapter = rename.value;
			replace(mine);
			if (at === this.at) write(this.where, titleOf(chapter, at)); // nothing else moves under a hand
		});
		const press = (words, run, disabled = false) =>
			button(words, run, { class: "small", "aria-label": `${name}: ${words}`, disabled });
		const show = press(L.show, () => this.turn(at));
		const up = press(L.up, () => this.move(at, at - 1), !at);
		const out = press(L.remove, () => this.move(at, -1));
		return el("li", el("div.row.grow", rename, show, up, out));
	}

	/** Puts a chapter elsewhere, or out of the collection. */
	move(from, to) {
		const [chapter] = mine.chapters.splice(from, 1);
		if (to >= 0) mine.chapters.splice(to, 0, chapter);
		return this.changed(Math.max(0, Math.min(to < 0 ? this.at : to, mine.chapters.length - 1)));
	}

	changed(at) {
		replace(mine);
		return this.turn(at);
	}

	/** A note is written at the position that is shown. */
	noted() {
		const { session } = this;
		session.nodes.get(session.shown).comment = this.note.value;
		replace(mine);
		this.moves.draw();
	}

	/** A move on the board goes on from the position that is shown, as a branch if it is another one. */
	async play(text) {
		const { session } = this;
		const { shown: parent, position, nodes, chapter } = session;
		let step = [...nodes.values()].find((one) => one.parent === parent && one.text === text);
		if (!step) {
			const { to_move: player, ply } = position;
			step = { id: Math.max(...nodes.keys()) + 1, parent, text, player, ply: ply + 1, comment: "" };
			chapter.steps.push(step);
			nodes.set(step.id, step);
			session.link();
			replace(mine);
		}
		await session.show(step.id);
	}

	async addPosition() {
		const { position } = this.page.session;
		const steps = [{ id: 0, ply: position.ply, comment: "" }];
		const chapter = { game: position.game, start: position.ply ? position.text : null, tags: {}, steps };
		replace({ ...mine, chapters: [...mine.chapters, chapter] });
		await this.changed(mine.chapters.length - 1);
	}

	/** Another collection instead of this one, which can be brought back. */
	async swap(collection) {
		const before = mine;
		replace(collection);
		fill(this.head);
		await this.turn(0);
		if (before.chapters.length) note(L.swapped, { label: L.undo, run: () => this.swap(before) });
	}

	async read(file) {
		const text = await file.files[0].text();
		file.value = "";
		const found = await post("/api/collection/read", { text });
		this.writing.checked = false;
		await this.swap(found);
		announce(mine.title);
	}

	async write() {
		const { text } = await post("/api/collection/write", mine);
		download(mine.title || L.collection, "txt", text);
	}
}

/** What a chapter is called: its title, its players, or its number. */
function titleOf({ tags }, at) {
	return tags.Chapter || [tags.First, tags.Second].filter(Boolean).join(" – ") || L.chapterNumber(at + 1);
}
