/** A sweep: one option of a player, several values, a score with error bars for each. The server asks and measures. */
import { get } from "./api.js";
import { card, download, el, fill, set, smallButton, write } from "./dom.js";
import { OptionFields } from "./options.js";
import { plot } from "./plot.js";
import { gameTitle } from "./spec.js";
import { S } from "./strings.js";
import { V } from "./strings_viewer.js";

export class Sweep {
	form = el("form.stack", { onsubmit: (event) => (event.preventDefault(), this.start()) });
	words = el("p", { role: "status" });
	bar = el("progress", { "aria-label": V.sweep });
	picture = el("img.plot");
	stop = smallButton(S.stop, () => this.socket.send("stop", { engine: "sweep" }));
	save = smallButton(S.saveSvg, () => download(`sweep ${this.part.player}`, "svg", this.part.svg));
	found = el("div.stack", { hidden: true }, this.words, this.bar, this.picture, el("div.row", this.stop, this.save));
	root = card(V.sweep, el("h2", V.sweep), this.form, this.found);

	constructor(socket) {
		this.socket = socket;
	}

	/** Asks what there is to choose for a player in a game. */
	async open(player, game, option = "") {
		this.fields = new OptionFields(await get("/api/sweep", { player, game, option }), {});
		const [choice] = this.fields.controls;
		set(choice, { onchange: () => this.open(player, game, choice.value) });
		this.asked = { type: "sweep", engine: "sweep", player, game };
		const who = el("p", `${player}, ${gameTitle(game)}`);
		fill(this.form, who, this.fields.root, el("div.row", el("button.primary", V.startSweep)));
		choice.focus();
	}

	async start() {
		const { controls, options } = this.fields;
		const read = ({ type }, at) => (type === "int" ? controls[at].valueAsNumber : controls[at].value);
		const said = Object.fromEntries(options.map((option, at) => [option.name, read(option, at)]));
		const show = (part) => this.show(part);
		await this.socket.ask({ ...this.asked, ...said }, show);
	}

	show(part) {
		const { running, done, total, measure, told, svg } = (this.part = part);
		this.found.hidden = false;
		this.stop.hidden = !running;
		set(this.bar, { value: done, max: total });
		write(this.words, V.swept(measure, done, total));
		plot(this.picture, svg, told);
	}
}
