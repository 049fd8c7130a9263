/** Counts of cards by symbol. */

import { SYMBOLS } from "./symbols.js";

/** @import { Counts } from "./types.js" */

/** @returns {Counts} */
export function noCards() {
  return { temple: 0, amphora: 0, horse: 0, lyre: 0, soldier: 0 };
}

/** @param {Partial<Counts>} counts */
export function total(counts) {
  return SYMBOLS.reduce((sum, symbol) => sum + (counts[symbol] ?? 0), 0);
}
