/** Taking a game elsewhere: link, moves, record, picture; and opening what came from elsewhere. */
import { copy } from "./announce.js";
import { get } from "./api.js";
import { button, dialog, download, el, field, smallButton } from "./dom.js";
import { describe, makeLink } from "./link.js";
import { gameSelect } from "./options.js";
import { entryName, gameTitle } from "./spec.js";
import { S } from "./strings.js";

/** How much larger than the drawing a saved picture is. */
const PICTURE_SCALE = 2;

export class Share {
	constructor(session, open) {
		this.session = session;
		const onfocus = () => this.link.select();
		this.link = el("input", { type: "text", readonly: true, "aria-label": S.linkName, onfocus });
		this.moves = el("textarea", { rows: 3, readonly: true, "aria-label": S.movesName });
		const copyLink = smallButton(S.copy, () => copy(this.link.value, S.shareLink));
		const copies = S.copies.map(([form, name]) => smallButton(name, () => this.copyExport(form, name)));
		this.sgf = copies.at(-1);
		const svg = smallButton(S.saveSvg, () => this.save("svg", this.picture));
		const png = smallButton(S.savePng, () => this.savePng());
		const paper = (name, whole) => smallButton(name, () => this.print(whole));
		this.box = dialog(
			S.share,
			el("h3", S.shareLink),
			el("div.row.grow", this.link, copyLink),
			el("h3", S.shareText),
			this.moves,
			el("div.row", ...copies),
			el("h3", S.sharePicture),
			el("div.row", svg, png),
			el("h3", S.onPaper),
			el("div.row", paper(S.printPosition, false), paper(S.printGame, true)),
		);
		this.paste = el("textarea", { rows: 6, "aria-label": S.pasteName, spellcheck: "false" });
		this.rules = gameSelect("connect_four");
		const openIt = button(S.open, () => this.openText(open), { class: "primary" });
		const parts = [this.paste, field(S.openGame, this.rules), el("div.row.end", openIt)];
		this.opening = dialog(S.open, el("p.quiet-text", S.openHelp), ...parts);
	}

	/** The address shows this position on any machine. */
	show() {
		this.link.value = location.origin + location.pathname + makeLink("play", describe(this.session));
		this.moves.value = this.session.position.moves;
		this.sgf.hidden = !this.session.position.shape.row_labels.length; // SGF names cells, not columns
		this.box.showModal();
		this.link.focus();
	}

	showOpen() {
		this.rules.value = entryName(this.session.game?.game || "connect_four");
		this.opening.showModal();
		this.paste.focus();
	}

	async openText(open) {
		const chosen = this.rules.value;
		const current = this.session.game?.game || "";
		const game = entryName(current) === chosen ? current : chosen;
		await open({ type: "open_text", text: this.paste.value.trim(), game });
		this.opening.close();
	}

	async copyExport(form, name) {
		const found = await get(`/api/games/${this.session.game.id}/export`, { form, node: this.session.shown });
		await copy(typeof found === "string" ? found : JSON.stringify(found, null, 1), name);
	}

	async print(whole) {
		const { printSheet } = await import("./print.js");
		this.box.close();
		await printSheet(this.session, whole);
	}

	get picture() {
		return `/api/games/${this.session.game.id}/export?form=svg&node=${this.session.shown}`;
	}

	save(end, href) {
		const { game, position } = this.session;
		download(`${gameTitle(game.game)} ${position.ply}`, end, "", href);
	}

	/** Draws the server's SVG on a canvas: no other source of pictures is needed. */
	async savePng() {
		const image = new Image();
		image.src = this.picture;
		await image.decode();
		const [width, height] = [image.naturalWidth * PICTURE_SCALE, image.naturalHeight * PICTURE_SCALE];
		const canvas = el("canvas", { width, height });
		canvas.getContext("2d").drawImage(image, 0, 0, width, height);
		this.save("png", canvas.toDataURL());
	}
}
