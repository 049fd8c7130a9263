/** The moves of settlers in words. */

import { seatName } from "../game/words/sentences.js";
import { t } from "../ui/texts.js";
import { cornerKey, edgeKey, hexKey } from "./geometry.js";
import { placeName } from "./names.js";
import { cardList, cardName, goodName, terms } from "./sentences.js";

/** @import { Move, View } from "../api/types.js" */
/** @import { MoveWords } from "../game/ruleset.js" */
/** @import { Naming } from "./sentences.js" */
/** @import { Counts, Development, Position } from "./types.js" */

/**
 * The words of moves, with the edition's own words for places.
 * @param {Naming} nameOf
 * @returns {MoveWords}
 */
export const movesWith = (nameOf) => ({
  build_settlement: ({ corner }, view) => `${t("settlers.act_build_settlement")}: ${nameOf(view, cornerKey(corner))}`,
  build_road: ({ edge }, view) => `${t("settlers.act_build_road")}: ${nameOf(view, edgeKey(edge))}`,
  build_city: ({ corner }, view) => `${t("settlers.act_build_city")}: ${nameOf(view, cornerKey(corner))}`,
  roll: () => t("settlers.act_roll"),
  discard: ({ cards }) => `${t("settlers.act_discard")}: ${cardList(cards)}`,
  move_robber: (move, view) => robbery(move, view, nameOf),
  buy_development_card: () => t("settlers.act_buy_development_card"),
  play_knight: (move, view) => `${play("knight")}. ${robbery(move, view, nameOf)}`,
  play_road_building: () => play("road_building"),
  play_year_of_plenty: ({ cards }) => `${play("year_of_plenty")}: ${cardList(cards)}`,
  play_monopoly: ({ resource }) => `${play("monopoly")}: ${goodName(resource)}`,
  // The facts have the rate of the bank, which the move leaves out.
  trade_with_bank: ({ get }, _, { cost }) => `${t("settlers.trade_bank")}: ${swap(cost, { [get]: 1 })}`,
  offer_trade: ({ give, get }) => `${t("settlers.trade_offer")}: ${swap(give, get)}`,
  answer_trade: answer,
  close_trade: closing,
  withdraw_trade: () => t("settlers.offer_withdraw"),
  end_turn: () => t("settlers.act_end_turn"),
});

export const moves = movesWith(placeName);

/** @param {Development} card */
const play = (card) => t("settlers.act_play", { card: cardName(card) });

/**
 * @param {Counts} give
 * @param {Counts} get
 */
const swap = (give, get) => t("prepared.swap", terms({ give, get }));

/**
 * @param {Move} move
 * @param {View} view
 * @param {Naming} nameOf
 */
function robbery({ hex, victim }, view, nameOf) {
  const words = `${t("settlers.act_rob_nobody")}: ${nameOf(view, hexKey(hex))}`;
  return victim === undefined || victim === null ? words : `${words}. ${t("settlers.act_rob", { name: seatName(view, victim) })}`;
}

/**
 * @param {Move} move
 * @param {View} view
 */
function answer({ accept, give, get }, view) {
  if (!accept) return t("settlers.answer_refuse");
  const { offer } = /** @type {Position} */ (view.state);
  // Sides that the move leaves out are as offered: the offering seat gives what this one gets.
  const own = terms({ give: give ?? offer?.get ?? {}, get: get ?? offer?.give ?? {} });
  const offered = offer && terms({ give: offer.get, get: offer.give });
  const isAsOffered = offered?.give === own.give && offered.get === own.get;
  const words = t("prepared.terms", own);
  return isAsOffered ? t("prepared.accept", { terms: words }) : `${t("settlers.answer_counter")}: ${words}`;
}

/**
 * @param {Move} move
 * @param {View} view
 */
function closing({ seat }, view) {
  const words = t("settlers.close_with", { name: seatName(view, seat) });
  const answered = /** @type {Position} */ (view.state).offer?.answers[seat];
  // Its terms are those of the offering seat, which is the one that closes.
  return answered && answered !== "refused" ? `${words}: ${t("prepared.terms", terms(answered))}` : words;
}
