/**
 * The language of the page and its numbers: the one chosen in the header, else the first of the browser's
 * that we have. English is in `strings.js`, another language in `words/`, loaded only when it is spoken.
 */
import { recall } from "./store.js";

export const LANGUAGES = { en: "English", de: "Deutsch", es: "Español" };

const wanted = [recall("language", ""), ...navigator.languages.map((tag) => tag.slice(0, 2))];
export const language = wanted.find((code) => code in LANGUAGES) || "en";

const plurals = new Intl.PluralRules(language);

/** A number as it is written here: 1,000.5 or 1.000,5. */
export const digits = (number, decimals = 0) =>
	number.toLocaleString(language, { minimumFractionDigits: decimals, maximumFractionDigits: decimals });

/** A number with its noun: `count(2, "game", "games")` is "2 games". */
export const count = (number, one, other) => `${digits(number)} ${plurals.select(number) === "one" ? one : other}`;

/** What the server says, as the reader reads it; messages pass through here as they arrive. */
export let understood = (message) => message;

/** Replaces words by those of another language; what that lacks stays English. */
function replace(words, by) {
	for (const [key, value] of Object.entries(by))
		if (value?.constructor === Object && words[key]) replace(words[key], value);
		else words[key] = value;
}

/** Loads the language of the reader into the catalogue of words. */
export async function learn(words) {
	document.documentElement.lang = language;
	if (language === "en") return;
	const parts = [`./words/${language}.js`, `./words/${language}_server.js`, "./words/translate.js"];
	const [page, server, { translator }] = await Promise.all(parts.map((part) => import(part)));
	replace(words, page.words);
	understood = translator(server.sentences);
}

/** The same for words that are loaded later, with the part of the page that needs them. */
export async function learnPart(words, part) {
	if (language !== "en") replace(words, (await import(`./words/${language}_${part}.js`)).words);
}
