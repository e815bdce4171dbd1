/** Taking a game elsewhere: link, moves, record, picture; and opening what came from elsewhere. */
import { note } from "./announce.js";
import { get } from "./api.js";
import { button, dialog, el, field, smallButton } from "./dom.js";
import { describe, makeLink } from "./link.js";
import { gameSelect } from "./setup.js";
import { entryName, gameTitle } from "./spec.js";
import { S } from "./strings.js";

/** Pixels of a cell in a saved picture. */
const PICTURE_SCALE = 2;

export class Share {
	constructor(session, catalogue, open) {
		this.session = session;
		this.link = el("input", {
			type: "text",
			readonly: true,
			"aria-label": S.linkName,
			onfocus: () => this.link.select(),
		});
		this.moves = el("textarea", { rows: 3, readonly: true, "aria-label": S.movesName });
		const export_ = (form, name) => smallButton(name, () => this.copyExport(form, name));
		this.box = dialog(
			S.share,
			S.close,
			el("h3", S.shareLink),
			el(
				"div.row.grow",
				this.link,
				smallButton(S.copy, () => copy(this.link.value, S.shareLink)),
			),
			el("h3", S.shareText),
			this.moves,
			el(
				"div.row",
				export_("moves", S.copyMoves),
				export_("position", S.copyPosition),
				export_("record", S.copyRecord),
				export_("json", S.copyJson),
			),
			el("h3", S.sharePicture),
			el(
				"div.row",
				smallButton(S.saveSvg, () => this.saveSvg()),
				smallButton(S.savePng, () => this.savePng()),
			),
		);
		this.paste = el("textarea", { rows: 6, "aria-label": S.pasteName, spellcheck: "false" });
		this.rules = gameSelect(catalogue, "connect_four");
		this.opening = dialog(
			S.open,
			S.close,
			el("p.quiet-text", S.openHelp),
			this.paste,
			field(S.openGame, this.rules),
			el(
				"div.row.end",
				button(S.openIt, () => this.openText(open), { class: "primary" }),
			),
		);
	}

	/** The address that shows this position on any machine. */
	address() {
		return location.origin + location.pathname + makeLink("play", describe(this.session));
	}

	show() {
		this.link.value = this.address();
		this.moves.value = this.session.position.moves;
		this.box.showModal();
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

	exported(form) {
		const { game, shown } = this.session;
		return get(`/api/games/${game.id}/export`, {
			form,
			node: form === "moves" || form === "position" ? shown : null,
		});
	}

	async copyExport(form, name) {
		const found = await this.exported(form);
		await copy(typeof found === "string" ? found : JSON.stringify(found, null, 1), name);
	}

	/** Where the picture of the position on the screen is. */
	pictureAddress() {
		const { game, shown } = this.session;
		return `/api/games/${game.id}/export?form=svg&node=${shown}`;
	}

	fileName(end) {
		return `${gameTitle(this.session.game.game)
			.replace(/[^\w]+/g, "-")
			.toLowerCase()}-${this.session.position.ply}.${end}`;
	}

	saveSvg() {
		el("a", { href: this.pictureAddress(), download: this.fileName("svg") }).click();
	}

	/** Draws the server's SVG on a canvas: no other source of pictures is needed. */
	async savePng() {
		const image = new Image();
		image.src = this.pictureAddress();
		await image.decode();
		const canvas = el("canvas", {
			width: image.naturalWidth * PICTURE_SCALE,
			height: image.naturalHeight * PICTURE_SCALE,
		});
		canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
		const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
		const address = URL.createObjectURL(blob);
		el("a", { href: address, download: this.fileName("png") }).click();
		setTimeout(() => URL.revokeObjectURL(address), 10_000);
	}
}

async function copy(text, name) {
	await navigator.clipboard.writeText(text);
	note(S.copied(name));
}
