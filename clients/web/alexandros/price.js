/** What a listed move costs and brings, told from the view; the rules stay with the service. */

import { keyOf } from "./geometry.js";
import { SYMBOLS } from "./symbols.js";

/** @import { Counts, Move, Pair, Position, Province, SymbolName } from "./types.js" */
/** @import { Cell } from "./geometry.js" */

/** @returns {Counts} */
export function noCards() {
  return { temple: 0, amphora: 0, horse: 0, lyre: 0, soldier: 0 };
}

/** @param {Counts} counts */
export function total(counts) {
  return SYMBOLS.reduce((sum, symbol) => sum + counts[symbol], 0);
}

/**
 * The cards that an occupation or takeover costs.
 * @param {Province} province
 * @param {Pair[]} governors
 * @param {Map<string, Cell>} cells
 * @returns {Counts}
 */
export function priceOf(province, governors, cells) {
  const spared = new Set(governors.map(keyOf));
  const counts = noCards();
  const add = (/** @type {SymbolName | null | undefined} */ symbol, /** @type {number} */ n) => {
    if (symbol) counts[symbol] += n;
  };
  for (const space of province.governors) add(cells.get(keyOf(space))?.symbol, 2);
  for (const space of province.spaces) {
    if (!spared.has(keyOf(space))) add(cells.get(keyOf(space))?.symbol, 1);
  }
  return counts;
}

/**
 * What a levy would bring each seat.
 * @param {Position} state
 * @returns {number[]}
 */
export function levyGains(state) {
  return state.seats.map((_, seat) =>
    state.provinces
      .filter((province) => province.holder === seat && province.governors.length === 1)
      .reduce((sum, province) => sum + province.yield, 0),
  );
}

/**
 * Whether a listed move places just these governors in the province.
 * @param {Move} move
 * @param {Set<string>} governors
 */
export function places(move, governors) {
  const own = move.governors ?? [];
  return own.length === governors.size && own.every((space) => governors.has(keyOf(space)));
}
