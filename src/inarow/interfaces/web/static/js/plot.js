/** A plot that the server has drawn, as SVG. */
import { set } from "./dom.js";

export const plot = (image, svg, alt) => set(image, { src: `data:image/svg+xml,${encodeURIComponent(svg)}`, alt });
