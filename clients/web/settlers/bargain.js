/** The terms of a trade between players, while one of them puts them together. */

import { goodsIn, totalOf, withoutZeros } from "./counts.js";

/** @import { Counts, Terms } from "./types.js" */

/**
 * The terms at which a counter-offer begins: those of the offer, as far as the player has the goods.
 * @param {Terms} offer from the offering seat's side
 * @param {Counts} purse the answering player's goods
 * @returns {Terms} from the answering player's side
 */
export function counterTerms(offer, purse) {
  const affordable = goodsIn(offer.get).map((good) => [good, Math.min(offer.get[good] ?? 0, purse[good] ?? 0)]);
  return { give: withoutZeros(Object.fromEntries(affordable)), get: offer.give };
}

/**
 * What keeps terms from being sent: an empty side, the same good on both, or goods that the player
 * lacks; null if nothing does.
 * @param {Terms} terms
 * @param {Counts} purse
 * @returns {"empty" | "same" | "short" | null}
 */
export function gapIn({ give, get }, purse) {
  if (!totalOf(give) || !totalOf(get)) return "empty";
  if (goodsIn(give).some((good) => get[good])) return "same";
  return totalOf(lacking(purse, give)) ? "short" : null;
}

/**
 * The goods missing to meet a demand.
 * @param {Counts} held
 * @param {Counts} demand
 */
export function lacking(held, demand) {
  const short = goodsIn(demand).map((good) => [good, (demand[good] ?? 0) - (held[good] ?? 0)]);
  return withoutZeros(Object.fromEntries(short.filter(([, n]) => Number(n) > 0)));
}
