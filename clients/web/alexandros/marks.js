/** Marks on the map: walls, and the points to choose from. */

import { prefersStillness, svg } from "../ui/dom.js";
import { at, keyOf, polyline } from "./geometry.js";

/** @import { Pair, Side } from "./types.js" */

// However long the march is, the pieces of a step must stop moving within 0.4 s.
export const MARCH_MILLISECONDS = 380;

/**
 * A wall: a heavy line with battlements, a red one with a pale seam.
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
 * Make a wall appear in its turn along the path.
 * @param {SVGElement} element
 * @param {number} place
 * @param {number} count
 */
export function lay(element, place, count) {
  if (prefersStillness()) return;
  const duration = MARCH_MILLISECONDS / count;
  element.animate([{ opacity: 0 }, { opacity: 1 }], { duration, delay: place * duration, fill: "backwards" });
}

/** @param {Pair} point */
export function target(point) {
  const { x, y } = at(point);
  return svg(
    "g",
    { class: "point", transform: `translate(${x} ${y})`, "data-point": keyOf(point) },
    // Invisible, it enlarges the target for a finger.
    svg("circle", { class: "reach", r: 30 }),
    svg("circle", { class: "halo", r: 19 }),
    svg("circle", { class: "dot", r: 9 }),
  );
}
