/** Counts of cards by good. */

/** @import { Counts, Good } from "./types.js" */

/** @param {Counts} counts */
export function totalOf(counts) {
  return Object.values(counts).reduce((sum, n) => sum + n, 0);
}

/**
 * The counts above zero, in the order of goods.
 * @param {Counts} counts
 */
export function withoutZeros(counts) {
  return /** @type {Counts} */ (Object.fromEntries(goodsIn(counts).map((good) => [good, counts[good]])));
}

/** @type {Good[]} */
const ALL = ["brick", "lumber", "wool", "grain", "ore", "gold"];

/** @param {Counts} counts */
export function goodsIn(counts) {
  return ALL.filter((good) => counts[good]);
}
