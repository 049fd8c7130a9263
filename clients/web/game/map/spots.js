/** The geometry of spots on a map: the box around them, and their least distance. */

/** @import { Box } from "./camera.js" */
/** @import { Spot } from "./input.js" */

const MARGIN = 130;

/**
 * The box that shows all spots, with room around them.
 * @param {Spot[]} spots
 * @returns {Box}
 */
export function boxAround(spots) {
  const xs = spots.map((spot) => spot.x);
  const ys = spots.map((spot) => spot.y);
  const x = Math.min(...xs) - MARGIN;
  const y = Math.min(...ys) - MARGIN;
  return { x, y, width: Math.max(...xs) + MARGIN - x, height: Math.max(...ys) + MARGIN - y };
}

/**
 * The distance between the two spots that lie closest to each other, infinite if there are no two.
 * @param {Spot[]} spots
 */
export function leastDistance(spots) {
  const distances = spots.flatMap((one, n) => spots.slice(n + 1).map((other) => Math.hypot(one.x - other.x, one.y - other.y)));
  return Math.min(Infinity, ...distances);
}
