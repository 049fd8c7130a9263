/** The shapes of the five symbols. */

import { svg } from "../ui/dom.js";

/** @import { SymbolName } from "./types.js" */

/** @type {SymbolName[]} */
export const SYMBOLS = ["temple", "amphora", "horse", "lyre", "soldier"];

/** Outlines in a box from -12 to 12; filled by the even-odd rule. */
const GLYPHS = {
  temple:
    "M0-11.5L12-5V-2.5H-12V-5ZM-10-1H-6.6V7H-10ZM-1.7-1H1.7V7H-1.7ZM6.6-1H10V7H6.6ZM-12 8.4H12V11.5H-12Z",
  amphora:
    "M-4.5-12H4.5V-9.6H3V-7.4C7.6-8.6 10-6.6 10-3.6C10-1.6 8.8-.4 7.3 0C7.4 4.2 4.6 7 2.4 9H4.4V12" +
    "H-4.4V9H-2.4C-4.6 7-7.4 4.2-7.3 0C-8.8-.4-10-1.6-10-3.6C-10-6.6-7.6-8.6-3-7.4V-9.6H-4.5Z" +
    "M-6.4-5C-7.4-5.2-8-4.6-8-3.7C-8-3-7.7-2.5-7.2-2.2C-7-3.3-6.8-4.2-6.4-5Z" +
    "M6.4-5C7.4-5.2 8-4.6 8-3.7C8-3 7.7-2.5 7.2-2.2C7-3.3 6.8-4.2 6.4-5Z",
  horse:
    "M-1-12L1.2-8.6C6.6-7.4 10-2.4 10 4C10 7 9.6 9.6 9 12H-6C-6 7.6-3.6 5.4-2 3.2C-1.2 2-.8 .8-.8-.6" +
    "C-2.6 1.4-4.6 1.8-6.4 2C-7.4 3.4-8.6 4.2-10 3.8C-11.4 3.4-11.8 1.8-11 .4L-5.6-7.4L-4.6-11.4L-2.4-9.2Z" +
    "M-4.2-4.6A1.2 1.2 0 1 0-4.2-2.2A1.2 1.2 0 1 0-4.2-4.6Z",
  lyre:
    "M-10.5-10.5C-7.6-12.6-4.4-10.8-5.2-7.4H5.2C4.4-10.8 7.6-12.6 10.5-10.5C8.4-10.2 8.4-8.6 9-6.4" +
    "C10.6-1 10.4 6.4 5.4 9.6C5 11 3.4 12 0 12C-3.4 12-5 11-5.4 9.6C-10.4 6.4-10.6-1-9-6.4" +
    "C-8.4-8.6-8.4-10.2-10.5-10.5ZM-5.4-4.8C-7.2 .4-6.4 4.6-3.4 7H-3.2V-4.8ZM-1.2-4.8V7H1.2V-4.8Z" +
    "M3.2-4.8V7H3.4C6.4 4.6 7.2 .4 5.4-4.8Z",
  soldier:
    "M-2-12C5-13 11-9.6 12-2.6L9.4-3C8.6-5.4 7.6-6.6 6.2-7.6C7.6-5.8 8.2-3.4 8.2-.6C8.2 4.6 7.6 8.6 6.4 12" +
    "H1.4L.6 5.4H-.8V12H-6.2C-7.6 8-8.2 4-8.2-.6C-8.2-5.4-5.8-9-1.6-9.8Z" +
    "M-6-1.4C-5.8 .6-4 1.6-2.2 1.4L-1.6-1.4ZM2-1.4L2.4 1.4C4.2 1.6 5.8 .6 6-1.4Z",
};

/**
 * A symbol as a path about the origin.
 * @param {SymbolName} name
 * @param {number} [scale]
 */
export function glyph(name, scale = 1) {
  return svg("path", {
    class: `glyph glyph-${name}`,
    d: GLYPHS[name],
    "fill-rule": "evenodd",
    transform: scale === 1 ? null : `scale(${scale})`,
  });
}

/**
 * A symbol as a standalone picture; the text beside it names it.
 * @param {SymbolName} name
 */
export function icon(name) {
  return svg("svg", { class: "icon", viewBox: "-14 -14 28 28", "aria-hidden": "true" }, glyph(name));
}
