/** The flights of cards in settlers, as far as the viewer may see them. */

import { goodsIn } from "./counts.js";
import { icon } from "./symbols.js";

/** @import { GameEvent } from "../api/types.js" */
/** @import { Flight } from "../game/map/flights.js" */
/** @import { Counts, Good } from "./types.js" */

const BANK = "#seats .supplies";

/** @type {Record<string, (data: any, seat: number) => Flight[]>} */
const WAYS = {
  dice_rolled: ({ gains }) => gains.flatMap((/** @type {Counts} */ cards, /** @type {number} */ seat) => ways(cards, BANK, seat)),
  settlement_built: ({ paid, gains }, seat) => [...ways(paid, seat, BANK), ...ways(gains, BANK, seat)],
  road_built: ({ paid }, seat) => ways(paid, seat, BANK),
  cards_discarded: ({ cards }, seat) => ways(cards, seat, BANK),
  robber_moved: stolen,
  development_card_bought: (_, seat) => [way(null, BANK, seat)],
  year_of_plenty_played: ({ cards }, seat) => ways(cards, BANK, seat),
  monopoly_played: monopoly,
  traded_with_bank: ({ give, get }, seat) => [...ways(give, seat, BANK), ...ways(get, BANK, seat)],
  trade_closed: ({ give, get, seat: other }, seat) => [...ways(give, seat, other), ...ways(get, other, seat)],
  auction_paid: ({ cards }, seat) => ways(cards, seat, BANK),
  bid_forfeited: ({ cards }, seat) => ways(cards, seat, BANK),
};

/**
 * @param {GameEvent} event
 * @returns {Flight[]}
 */
export function flightsOf({ type, seat, data }) {
  return seat === null ? [] : (WAYS[type]?.(data, seat) ?? []);
}

/**
 * @param {any} data
 * @param {number} seat
 */
function stolen({ victim, stolen: cards }, seat) {
  if (victim === null || victim === undefined) return [];
  // Only the thief and the victim may know the card; others see its back fly.
  const good = /** @type {Good | undefined} */ ([cards].flat().find((each) => typeof each === "string"));
  return [way(good ?? null, victim, seat)];
}

/**
 * @param {any} data
 * @param {number} seat
 */
function monopoly({ resource, taken }, seat) {
  return taken.flatMap((/** @type {number} */ n, /** @type {number} */ other) => ways({ [resource]: n }, other, seat));
}

/**
 * @param {Good | null} good null for a card that stays hidden
 * @param {string | number} from
 * @param {string | number} to
 * @returns {Flight}
 */
const way = (good, from, to) => ({ face: () => icon(good ?? "card"), from, to });

/**
 * @param {Counts | null | undefined} counts
 * @param {string | number} from
 * @param {string | number} to
 */
function ways(counts, from, to) {
  return goodsIn(counts ?? {}).flatMap((good) => Array.from({ length: counts?.[good] ?? 0 }, () => way(good, from, to)));
}
