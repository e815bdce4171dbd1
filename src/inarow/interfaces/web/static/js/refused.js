/** What the server does not do, in its own words; shown as a note wherever nobody catches it. */
export class Refused extends Error {
	constructor({ code, words }) {
		super(words);
		this.code = code;
	}
}
