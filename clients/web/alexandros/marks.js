/** What is put on a map: walls, and the points one may choose. */

import { prefersStillness, svg } from "../ui/dom.js";
import { at, keyOf, polyline } from "./geometry.js";

/** @import { Pair, Side } from "./types.js" */

export const MARCH_MILLISECONDS = 260;

/**
 * A wall: a heavy line with battlements, or with a pale seam where it is a red one.
 * @param {Side} side
 * @param {"black" | "red"} colour
 */
export function wall(side, colour) {
  const d = polyline(side);
  return svg(
    "g",
    { class: `wall wall-${colour}`, "data-wall": side.join() },
    svg("path", { class: "wall-case", d }),
    svg("path", { class: "wall-body", d }),
    svg("path", { class: "wall-top", d }),
  );
}

/**
 * @param {SVGElement} drawn
 * @param {number} place in the order of the way
 */
export function rise(drawn, place) {
  if (prefersStillness()) return;
  drawn.animate([{ opacity: 0 }, { opacity: 1 }], {
    duration: MARCH_MILLISECONDS,
    delay: place * MARCH_MILLISECONDS,
    fill: "backwards",
  });
}

/** @param {Pair} point */
export function target(point) {
  const { x, y } = at(point);
  return svg(
    "g",
    { class: "point", transform: `translate(${x} ${y})`, "data-point": keyOf(point) },
    svg("circle", { class: "reach", r: 30 }),
    svg("circle", { class: "halo", r: 19 }),
    svg("circle", { class: "dot", r: 9 }),
  );
}
