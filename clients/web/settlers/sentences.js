/** Sentences for the events of settlers, and names of its cards. */

import { listed, t } from "../ui/texts.js";
import { goodsIn, totalOf } from "./counts.js";
import { cornerKey, edgeKey, hexKey } from "./geometry.js";
import { placeName } from "./names.js";

/** @import { GameEvent, View } from "../api/types.js" */
/** @import { Teller } from "../game/ruleset.js" */
/** @import { Counts, Development, Good } from "./types.js" */

/** @typedef {(view: View, key: string) => string} Naming the words for a place */

/**
 * The tellers of events, with the edition's own words for places.
 * @param {Naming} nameOf
 * @returns {Record<string, Teller>}
 */
export const tellersWith = (nameOf) => ({
  dealt: ({ seat, data }, name) => t("settlers.says_dealt", { name: name(seat), first: name(data.dealt.first_seat) }),
  settlement_built: at(nameOf, ({ corner }) => cornerKey(corner), settlementBuilt),
  road_built: at(nameOf, ({ edge }) => edgeKey(edge), ({ seat }, gaps) => t("settlers.says_road_built", { name: gaps.name(seat), where: gaps.where })),
  city_built: at(nameOf, ({ corner }) => cornerKey(corner), ({ seat }, gaps) => t("settlers.says_city_built", { name: gaps.name(seat), where: gaps.where })),
  dice_rolled: diceRolled,
  cards_discarded: ({ seat, data }, name) => t("settlers.says_cards_discarded", { name: name(seat), cards: cardList(data.cards) }),
  robber_moved: at(nameOf, ({ hex }) => hexKey(hex), robberMoved),
  development_card_bought: ({ seat, data }, name) =>
    data.card
      ? t("settlers.says_development_card_bought_shown", { name: name(seat), card: cardName(data.card) })
      : t("settlers.says_development_card_bought", { name: name(seat) }),
  road_building_played: ({ seat, data }, name) => t("settlers.says_road_building_played", { name: name(seat), n: data.roads }),
  year_of_plenty_played: ({ seat, data }, name) => t("settlers.says_year_of_plenty_played", { name: name(seat), cards: cardList(data.cards) }),
  monopoly_played: monopolyPlayed,
  traded_with_bank: ({ seat, data }, name) => t("settlers.says_traded_with_bank", { name: name(seat), ...terms(data) }),
  trade_offered: ({ seat, data }, name) => t("settlers.says_trade_offered", { name: name(seat), ...terms(data) }),
  trade_answered: ({ data }, name) => t(`settlers.says_trade_answered_${data.accepted ? "accepted" : "refused"}`, { name: name(data.seat), ...terms(data) }),
  trade_closed: ({ seat, data }, name) => t("settlers.says_trade_closed", { name: name(seat), other: name(data.seat), ...terms(data) }),
  trade_withdrawn: ({ seat }, name) => t("settlers.says_trade_withdrawn", { name: name(seat) }),
  turn_ended: ({ seat }, name) => t("settlers.says_turn_ended", { name: name(seat) }),
});

export const tellers = tellersWith(placeName);

/**
 * A teller of an event at a place.
 * @param {Naming} nameOf
 * @param {(data: any) => string} keyOf the place of the event's data
 * @param {(event: GameEvent, gaps: {name: (seat: number | null) => string, where: string}) => string} tell
 * @returns {Teller}
 */
function at(nameOf, keyOf, tell) {
  return (event, name, view, _, after, place) => {
    const key = keyOf(event.data);
    // Named by the view after the event: in the first view, random hexes may not be laid out yet.
    return tell(event, { name, where: place(nameOf(after ?? view, key), [key]) });
  };
}

/** @param {Good} good */
export const goodName = (good) => t(`settlers.good_${good}`);

/** @param {Development} card */
export const cardName = (card) => t(`settlers.development_${card}`);

/**
 * Cards in words, such as "2 wool, 1 ore".
 * @param {Counts} counts
 */
export function cardList(counts) {
  const words = goodsIn(counts).map((good) => t("settlers.amount", { n: counts[good] ?? 0, good: goodName(good) }));
  return words.join(", ") || t("settlers.amount_none");
}

/** @param {{give: Counts, get: Counts}} data */
export const terms = ({ give, get }) => ({ give: cardList(give), get: cardList(get) });

/**
 * @param {GameEvent} event
 * @param {{name: (seat: number | null) => string, where: string}} gaps
 */
function settlementBuilt({ seat, data }, { name, where }) {
  if (!totalOf(data.gains ?? {})) return t("settlers.says_settlement_built", { name: name(seat), where });
  return t("settlers.says_settlement_built_gains", { name: name(seat), where, cards: cardList(data.gains) });
}

/** @type {Teller} */
function diceRolled({ seat, data }, name) {
  const n = data.dice[0] + data.dice[1];
  const gaps = { name: name(seat), n: String(n) };
  const names = data.owed.flatMap((/** @type {number} */ owed, /** @type {number} */ other) => (owed ? [name(other)] : []));
  if (names.length) return t("settlers.says_dice_rolled_owed", { ...gaps, names: listed(names) });
  if (n === 7) return t("settlers.says_dice_rolled_seven", gaps);
  const gains = data.gains.flatMap((/** @type {Counts} */ cards, /** @type {number} */ other) =>
    totalOf(cards) ? [t("settlers.gain", { name: name(other), cards: cardList(cards) })] : [],
  );
  return gains.length ? t("settlers.says_dice_rolled", { ...gaps, gains: gains.join("; ") }) : t("settlers.says_dice_rolled_none", gaps);
}

/**
 * @param {GameEvent} event
 * @param {{name: (seat: number | null) => string, where: string}} gaps
 */
function robberMoved({ seat, data }, { name, where }) {
  const code = data.by_knight ? "knight_played" : "robber_moved";
  const gaps = { name: name(seat), where };
  if (data.victim === null || data.victim === undefined) return t(`settlers.says_${code}`, gaps);
  const victim = name(data.victim);
  const good = [data.stolen].flat().find((each) => typeof each === "string");
  if (!good) return t(`settlers.says_${code}_hidden`, { ...gaps, victim });
  return t(`settlers.says_${code}_shown`, { ...gaps, victim, good: goodName(/** @type {Good} */ (good)) });
}

/** @type {Teller} */
function monopolyPlayed({ seat, data }, name) {
  const n = totalOf(data.taken);
  const gaps = { name: name(seat), good: goodName(data.resource), n: String(n) };
  return t(n ? "settlers.says_monopoly_played" : "settlers.says_monopoly_played_none", gaps);
}
