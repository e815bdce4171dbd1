/** My games: to be found again, opened, saved, deleted, and brought from elsewhere. */
import { announce, complain, note } from "./announce.js";
import { get, post, remove } from "./api.js";
import { button, card, checkbox, download, el, field, fill, select, smallButton, write } from "./dom.js";
import { makeLink } from "./link.js";
import { offerEvents } from "./options.js";
import { games, gameTitle } from "./spec.js";
import { keep, recall } from "./store.js";
import { S, viewName } from "./strings.js";
import { L } from "./strings_library.js";

const AT_ONCE = 50;
const day = (text, more = 0) => (text ? Math.max(0, new Date(`${text}T00:00`).getTime() / 1000 + more) : "");
export const dateOf = (seconds) =>
	new Date(1000 * seconds).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });

export class View {
	constructor(page) {
		this.page = page;
		this.list = el("ol.files.games");
		this.total = el("p.quiet-text", { role: "status" });
		this.more = smallButton(L.more, () => this.show(this.shown));
		const found = card(viewName("library"), el("h1", viewName("library")), this.total, this.list, this.more);
		this.statistics = el("div.fields");
		const went = el("details.card", el("summary", L.statistics), this.statistics);
		went.addEventListener("toggle", () => ((this.counting = went.open), this.count()));
		const find = card(L.find, el("h2", L.find), this.form());
		const bring = card(L.bring, el("h2", L.bring), ...this.bringing());
		const door = el("a", { href: "#collection" }, L.openCollection);
		const texts = card(L.collection, el("h2", L.collection), el("p.quiet-text", L.collectionHelp), door);
		this.side = el("div.stack", find, texts, bring);
		this.root = el("div.split.library", el("div.stack", found, went), this.side);
	}

	form() {
		const again = () => this.show(0);
		this.text = el("input", { type: "search", maxlength: 100, oninput: again });
		this.game = select([["", L.anyGame], ...games.map(({ name, title }) => [name, title])], "", { onchange: again });
		this.result = select(L.results, "", { onchange: again });
		this.source = select(L.sources, "", { onchange: again });
		[this.since, this.until] = [0, 1].map(() => el("input", { type: "date", onchange: again }));
		const named = () => (keep("me", this.me.value.trim()), again());
		this.me = el("input", { type: "text", maxlength: 60, value: recall("me", ""), onchange: named });
		const here = checkbox(L.here, false, again);
		this.here = here.firstChild;
		return el(
			"form.fields",
			{ onsubmit: (event) => event.preventDefault() },
			field(L.player, this.text),
			el("div.options", field(S.game, this.game), field(L.result, this.result), field(L.source, this.source)),
			el("div.options", field(L.since, this.since), field(L.until, this.until)),
			here,
			field(L.me, this.me),
		);
	}

	bringing() {
		const files = el("input", { type: "file", multiple: true, accept: ".txt,.pgn,.json,.sgf,.psq" });
		files.addEventListener("change", () => this.bring(files));
		this.event = el("select", { onchange: () => this.event.value && this.copyEvent() });
		return [field(L.bring, files, L.bringHelp), field(L.bringEvent, this.event)];
	}

	/** What is asked for; of the position on the board only if that is wanted. */
	asked() {
		const { session } = this.page;
		const query = {
			text: this.text.value.trim(), game: this.game.value, result: this.result.value, source: this.source.value,
			since: day(this.since.value), until: day(this.until.value, 86_400), me: this.me.value.trim(),
		};
		if (this.here.checked && session.position) Object.assign(query, placeOf(session.position));
		return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ""));
	}

	async open() {
		await Promise.all([this.show(0), offerEvents(this.event, S.unknown)]);
	}

	/** Lists games from a place in the list on; an answer that was overtaken by a later one is dropped. */
	async show(skip) {
		const number = (this.number = (this.number || 0) + 1);
		const { total, games: found } = await get("/api/library", { ...this.asked(), count: AT_ONCE, skip });
		if (number !== this.number) return;
		this.shown = skip + found.length;
		const items = found.map((game) => this.item(game));
		if (skip) this.list.append(...items);
		else fill(this.list, ...items);
		write(this.total, total ? L.found(total) : L.none);
		this.more.hidden = this.shown >= total;
		if (!skip) await this.count();
	}

	/** Statistics of the games that are asked for, if somebody looks at them. */
	async count() {
		if (!this.counting) return;
		const { drawStatistics } = await import("./progress.js");
		await drawStatistics(this.statistics, this.asked());
	}

	item(game) {
		const name = game.names.join(" – ");
		const about = L.about([gameTitle(game.game), game.event, dateOf(game.began)], game.plies, game.words);
		const labelled = (what) => ({ class: "small", "aria-label": `${name}: ${what}` });
		const save = select(L.forms, "", labelled(L.saveAs));
		save.addEventListener("change", () => this.save(game, save).catch(complain));
		const goOn = () => (location.hash = makeLink("play", { id: game.id }));
		const actions = [
			...(game.result === "*" ? [button(S.goOn, goOn, labelled(S.goOn))] : []),
			button(L.review, () => this.review(game), labelled(L.review)),
			button(L.collect, () => this.collect(game), labelled(L.collect)),
			save,
			button(L.remove, () => this.remove(game, name), labelled(L.remove)),
		];
		const head = el("div", el("a", { href: makeLink("play", { id: game.id }) }, name), el("small", about));
		return el("li", { "data-id": game.id }, head, el("div.row", ...actions));
	}

	async review({ id }) {
		const { page } = this;
		await page.openGame({ type: "watch", game: id });
		const { root, review } = page.play;
		root.querySelector(".tree").scrollIntoView({ block: "center" }); // an open analysis may be in between
		await review.run();
	}

	async collect({ id }) {
		const { collect } = await import("./collection.js");
		note(L.collected(await collect(id)), { label: L.look, run: () => (location.hash = "#collection") });
	}

	/** A file with the game, as the server writes it. */
	async save({ id, game }, choice) {
		const form = choice.value;
		choice.value = "";
		if (!form) return;
		const text = await get(`/api/games/${id}/export`, { form });
		const words = typeof text === "string" ? text : JSON.stringify(text, null, 1);
		download(`${gameTitle(game)} ${id}`, { record: "txt" }[form] || form, words);
	}

	async remove({ id }, name) {
		const { session } = this.page;
		if (session.game?.id === id) await session.leave(); // a game that is watched cannot be deleted
		await remove(`/api/games/${id}`);
		await this.show(0);
		const back = async () => {
			await post(`/api/library/${id}/restore`, {});
			await this.show(0);
		};
		note(L.removed(name), { label: L.undo, run: back });
	}

	async bring(files) {
		const texts = await Promise.all([...files.files].map((file) => file.text()));
		files.value = "";
		for (const text of texts) await this.added(post("/api/library/import", { text }));
	}

	async copyEvent() {
		await this.added(post("/api/library/event", { file: this.event.value }));
		this.event.value = "";
	}

	async added(answer) {
		const { added, ids } = await answer;
		note(L.brought(added, ids.length));
		announce(L.brought(added, ids.length));
		await this.show(0);
	}
}

/** A position as the server looks it up: by the moves, so that symmetric copies are found, or as it is. */
export const placeOf = ({ game: rules, moves, text, ply }) =>
	moves || !ply ? { rules, moves } : { rules, position: text };
