/** The signs of the route: temples, gates and the events on chips. */

import { svg } from "../ui/dom.js";

/** Outlines in a box from -12 to 12; filled by the even-odd rule. */
const SIGNS = {
  founding: "M0-11L12-4V-1H-12V-4ZM-10 1H-7V8H-10ZM-4 1H-1V8H-4ZM1 1H4V8H1ZM7 1H10V8H7ZM-12 9H12V12H-12Z",
  hunger: "M-11-1H11C11 5 7 9 4 10V12H-4V10C-7 9-11 5-11-1ZM-1.2-3V-11H1.2V-3Z",
  bridge: "M-12-4H12V0H10V9H6V6A6 6 0 0 0-6 6V9H-10V0H-12ZM-10-8H10V-6H-10Z",
  battle: "M-11-11L-7-10L8 5L10 3L12 5L9 8L12 11L11 12L8 9L5 12L3 10L5 8L-10-7ZM11-11L10-7L3.4-.4L.4-3.4L7-10ZM-3.4 .4L-.4 3.4L-5 8L-3 10L-5 12L-8 9L-11 12L-12 11L-9 8L-12 5L-10 3L-8 5Z",
  statue: "M0-12A3.4 3.4 0 1 1 0-5.2A3.4 3.4 0 1 1 0-12ZM-5-4H5L7 2H4L3 6H-3L-4 2H-7ZM-8 7H8V12H-8Z",
  gate: "M-12 12V-7A12 8 0 0 1 12-7V12H6V0A6 6 0 0 0-6 0V12Z",
  persepolis: "M-12 12V-2H-8V-8H-4V-2H-2V-12H2V-2H4V-8H8V-2H12V12H3V6A3 3 0 0 0-3 6V12Z",
  reserve: "M-9-11H5V7H-9ZM-6 9H7V-8H9V11H-6Z",
  advisor: "M0-12A5 5 0 1 1 0-2A5 5 0 1 1 0-12ZM-9 12C-9 4-6-1 0-1S9 4 9 12ZM-2 3L0 9L2 3Z",
};

/** @typedef {keyof typeof SIGNS} Sign */

/**
 * A sign about the origin.
 * @param {Sign} name
 * @param {number} [scale]
 */
export const sign = (name, scale = 1) => svg("path", { class: `way-sign way-${name}`, d: SIGNS[name], "fill-rule": "evenodd", transform: `scale(${scale})` });

/**
 * A sign as a standalone picture; the text beside it names it.
 * @param {Sign} name
 */
export const signIcon = (name) => svg("svg", { class: "icon", viewBox: "-14 -14 28 28", "aria-hidden": "true" }, sign(name));

/** Alexander: a helmet in a golden shield whose tip stands on his crossing. */
export function alexander() {
  return svg(
    "g",
    { class: "alexander", "aria-hidden": "true" },
    svg("path", { class: "alexander-shield", d: "M0 4L-9-9A25 25 0 1 1 9-9Z" }),
    svg(
      "g",
      { transform: "translate(-1 -31) scale(1.3)" },
      svg("path", { class: "alexander-crest", d: "M-11 6C-16-4-12-15 0-16C7-16.5 11-13 12-9C8-12-3-14-8-7C-11-3-11 2-11 6Z" }),
      svg("path", { class: "alexander-helmet", d: "M-9 11V-1C-9-8-5-11 0-11S9-8 9-1V3H4L2 11ZM1-1H9V1H1Z", "fill-rule": "evenodd" }),
    ),
  );
}
