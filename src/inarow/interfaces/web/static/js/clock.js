/** Two clocks that tick between the messages of the server. */
import { write } from "./dom.js";

function clockText(seconds) {
	const left = Math.max(0, seconds);
	if (left < 10) return left.toFixed(1);
	const whole = Math.ceil(left);
	const minutes = Math.floor(whole / 60);
	return `${minutes}:${String(whole % 60).padStart(2, "0")}`;
}

export class Clock {
	constructor(places) {
		this.places = places;
	}

	set(clocks) {
		this.clocks = clocks;
		this.since = performance.now();
		clearInterval(this.timer);
		if ((clocks?.running ?? null) !== null) this.timer = setInterval(() => this.draw(), 100);
		this.draw();
	}

	draw() {
		for (const [seat, place] of this.places.entries()) {
			place.hidden = !this.clocks;
			if (!this.clocks) continue;
			const gone = this.clocks.running === seat ? (performance.now() - this.since) / 1000 : 0;
			const left = this.clocks.left[seat] - gone;
			write(place, clockText(left));
			place.classList.toggle("low", left < 20);
		}
	}
}
