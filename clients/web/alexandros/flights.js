/** The flights of cards in Alexandros, as far as the viewer may see them. */

import { el } from "../ui/dom.js";
import { icon, SYMBOLS } from "./symbols.js";

/** @import { GameEvent } from "../api/types.js" */
/** @import { Flight } from "../game/map/flights.js" */
/** @import { Counts, SymbolName } from "./types.js" */

// The market's row has the display's slots, then the supply and the discard.
const slot = (/** @type {number} */ n) => `.market .row > :nth-child(${n + 1})`;
const SUPPLY = ".market .row > :nth-last-child(2)";
const DISCARD = ".market .row > :last-child";

/**
 * @param {GameEvent} event
 * @returns {Flight[]}
 */
export function flightsOf({ type, seat, data }) {
  if (seat === null) return [];
  if (type === "card_chosen") return [data.from === "hand" ? card(data.card, seat, DISCARD) : card(data.card, slot(data.slot), seat)];
  if (type === "card_taken") return [data.from === "supply" ? card(data.drawn, SUPPLY, seat) : card(data.card, slot(data.slot), seat)];
  if (type === "taxes_levied") return [card(data.card, seat, DISCARD)];
  if (type === "province_occupied") return cards(data.paid, seat, DISCARD);
  if (type !== "province_taken_over") return [];
  return [...cards(data.compensation ?? {}, seat, data.loser), ...cards(data.paid, seat, DISCARD)];
}

/**
 * @param {SymbolName | null} symbol null for a card that stays hidden
 * @param {string | number} from
 * @param {string | number} to
 * @returns {Flight}
 */
const card = (symbol, from, to) => ({ face: () => (symbol ? icon(symbol) : el("span", { class: "face-down" })), from, to });

/**
 * @param {Partial<Counts>} counts
 * @param {string | number} from
 * @param {string | number} to
 */
function cards(counts, from, to) {
  return SYMBOLS.flatMap((symbol) => Array.from({ length: counts[symbol] ?? 0 }, () => card(symbol, from, to)));
}
