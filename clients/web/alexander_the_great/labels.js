/** Descriptions of the route, its crossings and named hexes. */

import { cornerKey, hexKey } from "../settlers/geometry.js";
import { t } from "../ui/texts.js";
import { localName } from "./places.js";
import { crossingAt } from "./route.js";

/** @import { GameEvent, View } from "../api/types.js" */
/** @import { Choosing } from "../settlers/choosing.js" */
/** @import { Move } from "../settlers/types.js" */
/** @import { Auction, March, MarchFacts, Passed, RouteBoard } from "./types.js" */

/**
 * The auction under way.
 * @param {Choosing} choosing
 */
export const auctionOf = ({ state }) => /** @type {Auction} */ (/** @type {March} */ (state).auction);

/**
 * The crossing a march leads to.
 * @param {Choosing} choosing
 * @param {Move} march
 */
export function ahead(choosing, march) {
  const { crossing } = /** @type {MarchFacts} */ (choosing.facts(march));
  return /** @type {March} */ (choosing.state).route[crossing];
}

/**
 * Descriptions of a place besides the pieces on it.
 * @param {View} view
 * @param {string} place
 * @returns {string[]}
 */
export function words(view, place) {
  const { names } = /** @type {RouteBoard} */ (/** @type {unknown} */ (view.board));
  const { route, alexander } = /** @type {March} */ (view.state);
  const n = crossingAt(route, place);
  const land = names.filter(({ hex }) => hex && hexKey(hex) === place).map(({ name }) => name);
  if (n < 0) return land;
  const stands = alexander.crossing === n ? [t("alexander_the_great.crossing_alexander")] : [];
  return [t("alexander_the_great.crossing_at", { name: localName(route[n].name), n: n + 1, total: route.length }), kindOf(route[n]), ...stands];
}

/**
 * The crossing that a march led to.
 * @param {View} view
 * @param {GameEvent} event
 * @returns {string[]}
 */
export function touched({ board }, { type, data }) {
  const { route } = /** @type {RouteBoard} */ (/** @type {unknown} */ (board));
  return type === "marched" ? [cornerKey(route[data.crossing].corner)] : [];
}

/** @param {Passed} crossing */
function kindOf({ kind, chip, passed }) {
  if (chip) return t(`alexander_the_great.occasion_${chip}`);
  return passed && kind !== "temple" ? t("alexander_the_great.crossing_passed") : t(`alexander_the_great.crossing_${kind}`);
}

/**
 * The crossing of Alexander, and the next one if he is to march.
 * @param {View} view
 */
export function sights({ state, phase }) {
  const { alexander, route } = /** @type {March} */ (state);
  const next = phase === "march" ? route.slice(alexander.crossing + 1, alexander.crossing + 2) : [];
  return [alexander, ...next].map(({ corner }) => cornerKey(corner));
}
