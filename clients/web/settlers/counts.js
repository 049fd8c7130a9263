/** Numbers of cards by good. */

/** @import { Counts, Good } from "./types.js" */

/** @param {Counts} counts */
export function totalOf(counts) {
  return Object.values(counts).reduce((sum, n) => sum + n, 0);
}

/**
 * The goods of which there is at least one, in the order of all.
 * @param {Counts} counts
 */
export function stated(counts) {
  return /** @type {Counts} */ (Object.fromEntries(goodsIn(counts).map((good) => [good, counts[good]])));
}

/** @type {Good[]} */
const ALL = ["brick", "lumber", "wool", "grain", "ore", "gold"];

/** @param {Counts} counts */
export function goodsIn(counts) {
  return ALL.filter((good) => counts[good]);
}
