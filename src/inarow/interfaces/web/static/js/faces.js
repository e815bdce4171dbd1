/** The faces of the levels, drawn from a few shapes: the same face for a level everywhere. */
import { svg } from "./dom.js";

const SKIN = { light: "#f3cfae", fair: "#f0d9c4", tan: "#d9a066", dark: "#8d5a3b" };
const HAIR = { blond: "#d9a441", brown: "#5b3a1e", red: "#9c3d1b", black: "#1f1b1a", grey: "#aab0ba" };
const CUTS = {
	short: "M12 22C11 9 37 9 36 22C32 15 16 15 12 22Z",
	bob: "M10 31C7 8 41 8 38 31L34 31C35 20 31 16 24 16S13 20 14 31Z",
	long: "M9 40C6 7 42 7 39 40L34 40C36 22 31 15 24 15S12 22 14 40Z",
	curly: "M11 24a5 5 0 0 1 3-9a6 6 0 0 1 10-4a6 6 0 0 1 10 4a5 5 0 0 1 3 9C34 17 14 17 11 24Z",
	bun: "M12 23C10 9 38 9 36 23C31 14 17 14 12 23ZM20 8a4 4 0 1 1 8 0a4 4 0 1 1-8 0Z",
};
/** Skin, hair, cut and clothes of each level; some wear glasses. */
const LOOKS = [
	"light blond bob #d23048", "fair brown short #2f7d5b", "light red long #2458b8", "tan black curly #b5651d glasses",
	"fair blond bun #6a3fa0", "light black short #0f7285", "tan brown long #a8326f", "fair grey short #46515f glasses",
	"dark black curly #c08a00", "light brown bun #17324d glasses",
];
/** From a broad smile to a thoughtful one. */
const MOUTHS = ["M18 31q6 7 12 0Z", "M19 32q5 4 10 0", "M20 32.5q4 2 8 0", "M20 33h8"];
const EYES = "M18 25v1.6M30 25v1.6";
const GLASSES = "M14 26a4 4 0 1 0 8 0a4 4 0 1 0-8 0ZM26 26a4 4 0 1 0 8 0a4 4 0 1 0-8 0Z";

export function face(number) {
	const place = Math.min(Math.max(number, 1), LOOKS.length) - 1;
	const [skin, hair, cut, cloth, glasses] = LOOKS[place].split(" ");
	return svg(
		"svg.face",
		{ viewBox: "0 0 48 48", "aria-hidden": "true" },
		svg("circle.face-ground", { cx: 24, cy: 24, r: 24 }),
		svg("path", { d: "M8 48C8 38 40 38 40 48Z", fill: cloth }),
		svg("ellipse", { cx: 24, cy: 26, rx: 11.5, ry: 13, fill: SKIN[skin] }),
		svg("path", { d: CUTS[cut], fill: HAIR[hair] }),
		svg("path.features", { d: `${EYES}${MOUTHS[Math.floor(place / 3)]}` }),
		glasses && svg("path.features.thin-features", { d: GLASSES }),
	);
}
