/** The places of the board that events touched. */

import { ring } from "../game/map/marks.js";
import { cornerKey, edgeKey, edgePath, hexKey, insidePath } from "./geometry.js";

/** @import { GameEvent } from "../api/types.js" */
/** @import { Chart } from "./geometry.js" */

const RADIUS = 29;

// The part of a hex that its mark encloses: pieces on its corners stay visible.
const INNER = 0.82;

/**
 * @param {GameEvent} event
 * @returns {string[]}
 */
export function placesOf({ data: { corner, edge, hex } }) {
  return [
    ...(typeof edge === "number" ? [edgeKey(edge)] : []),
    ...(typeof corner === "number" ? [cornerKey(corner)] : []),
    ...(hex ? [hexKey(hex)] : []),
  ];
}

/**
 * The path along or around a place.
 * @param {Chart} chart
 * @param {string} place
 */
export function outline(chart, place) {
  const [kind, number] = place.split(" ");
  if (kind === "edge") return edgePath(chart, Number(number));
  if (kind === "hex") return insidePath(chart, place, INNER);
  return ring(chart.spots.get(place) ?? { x: 0, y: 0 }, RADIUS);
}
