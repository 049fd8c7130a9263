/** The shapes of goods and cards. */

import { svg } from "../ui/dom.js";

/** @import { Development, Good } from "./types.js" */

/** Outlines in a box from -12 to 12; filled by the even-odd rule. */
const GLYPHS = {
  brick: "M-12 1.6H-.8V9.6H-12ZM.8 1.6H12V9.6H.8ZM-6.2-8H6.2V0H-6.2Z",
  lumber: "M0-12L6.6-4H3.6L8.2 2H4.6L10 8.4H2V12H-2V8.4H-10L-4.6 2H-8.2L-3.6-4H-6.6Z",
  wool:
    "M-9.4 1.6A4 4 0 0 1-8.6-4.4A4.6 4.6 0 0 1-2.2-8.4A4.8 4.8 0 0 1 5-6.6C6.4-8 9-7.8 10-6L12-4.4V-1.6L9.2-1" +
    "C9.6 2.6 8 4.8 5.4 5.2V11H2.8V5.8H-3V11H-5.6V5.4C-7.6 5-9 3.6-9.4 1.6ZM8.2-5.2A1 1 0 1 0 8.2-3.2A1 1 0 1 0 8.2-5.2Z",
  grain:
    "M0-12C2.8-9.4 2.8-6.8 0-4.2C-2.8-6.8-2.8-9.4 0-12ZM-.8-3.6H.8V12H-.8ZM1.6-1.4C1.6-5 4-7 7.6-7.2C7.8-3.4 5.4-1.4 1.6-1.4Z" +
    "M-1.6-1.4C-1.6-5-4-7-7.6-7.2C-7.8-3.4-5.4-1.4-1.6-1.4ZM1.6 5C1.6 1.4 4-.6 7.6-.8C7.8 3 5.4 5 1.6 5Z" +
    "M-1.6 5C-1.6 1.4-4-.6-7.6-.8C-7.8 3-5.4 5-1.6 5Z",
  ore: "M-4.6-9.6H6L12-1.6L5.4 9.6H-6.8L-12-.6ZM-3.6-7.4L-5.8-2H.8L4.4-7.4ZM6.6-5.4L3-.4L5.2 5.6L9.4-1.4ZM-7.4 .2L-5.4 7H2.8L.6 .2Z",
  gold: "M0-11.4A11.4 11.4 0 1 0 0 11.4A11.4 11.4 0 1 0 0-11.4ZM0-9A9 9 0 1 1 0 9A9 9 0 1 1 0-9ZM0-6.4L1.7-1.8L6.4 0L1.7 1.8L0 6.4L-1.7 1.8L-6.4 0L-1.7-1.8Z",
  desert: "M-2.4 12V-8.6A2.4 2.4 0 0 1 2.4-8.6V2H5.4V-3.4A1.8 1.8 0 0 1 9-3.4V5.6H2.4V12ZM-2.4 6.4H-9V-.6A1.8 1.8 0 0 1-5.4-.6V2.8H-2.4Z",
  knight:
    "M-1-12L1.2-8.6C6.6-7.4 10-2.4 10 4C10 7 9.6 9.6 9 12H-6C-6 7.6-3.6 5.4-2 3.2C-1.2 2-.8 .8-.8-.6" +
    "C-2.6 1.4-4.6 1.8-6.4 2C-7.4 3.4-8.6 4.2-10 3.8C-11.4 3.4-11.8 1.8-11 .4L-5.6-7.4L-4.6-11.4L-2.4-9.2Z",
  victory_point: "M0-12L3.2-4.2L11.6-3.6L5.2 1.8L7.2 10L0 5.6L-7.2 10L-5.2 1.8L-11.6-3.6L-3.2-4.2Z",
  road_building: "M-7 12L-2.6-12H2.6L7 12ZM-.9 8.4H.9V3.6H-.9ZM-.9 .6H.9V-3.4H-.9ZM-.9-6H.9V-9.4H-.9Z",
  year_of_plenty: "M-12-2H12L9 11H-9ZM-8-4A4 4 0 0 1 0-4ZM-3-6.6A4.4 4.4 0 0 1 5-7.4A5 5 0 0 1 9.6-4H1.6A5 5 0 0 0-3-6.6Z",
  monopoly: "M-11-8L-5.4-1.6L0-11L5.4-1.6L11-8L9 6H-9ZM-9 8H9V11H-9Z",
  road: "M-11.2 5.6L8.8-9.6L11.2-5.6L-8.8 9.6Z",
  settlement: "M-9 10V-2L0-11L9-2V10Z",
  city: "M-12 10V-1H-3V-6L4.5-12L12-6V10Z",
  card: "M-8-11H8V11H-8ZM-5.6-8.6V8.6H5.6V-8.6ZM0-5L4 0L0 5L-4 0Z",
};

/** @typedef {keyof typeof GLYPHS} Shape */

/** @type {Good[]} */
export const RESOURCES = ["brick", "lumber", "wool", "grain", "ore"];

/** @type {Development[]} */
export const DEVELOPMENTS = ["knight", "victory_point", "road_building", "year_of_plenty", "monopoly"];

/**
 * A shape as a path about the origin.
 * @param {Shape} name
 * @param {number} [scale]
 */
export function glyph(name, scale = 1) {
  return svg("path", {
    class: `glyph good-${name}`,
    d: GLYPHS[name],
    "fill-rule": "evenodd",
    transform: scale === 1 ? null : `scale(${scale})`,
  });
}

/**
 * A shape as a standalone picture; the text beside it names it.
 * @param {Shape} name
 */
export function icon(name) {
  return svg("svg", { class: "icon", viewBox: "-14 -14 28 28", "aria-hidden": "true" }, glyph(name));
}

/**
 * Two dice with their pips.
 * @param {[number, number]} dice
 * @param {string} label
 */
export function diceFaces(dice, label) {
  return svg(
    "svg",
    { class: "dice", viewBox: "-13 -13 56 26", role: "img", "aria-label": label },
    dice.map((n, place) => die(n, place * 30)),
  );
}

/** The positions of the pips of each number. */
const PIPS = ["", "4", "08", "048", "0268", "02468", "023568"];

/**
 * @param {number} n
 * @param {number} x
 */
function die(n, x) {
  const pips = [...PIPS[n]].map((place) => svg("circle", { cx: ((Number(place) % 3) - 1) * 6.5, cy: (Math.floor(Number(place) / 3) - 1) * 6.5, r: 2.4 }));
  // Its place is an attribute of the outer group: the roll transforms the inner one.
  return svg("g", { transform: `translate(${x} 0)` }, svg("g", { class: "die" }, svg("rect", { x: -12, y: -12, width: 24, height: 24, rx: 5 }), pips));
}
