/** The moves of Alexandros in words. */

import { t } from "../ui/texts.js";
import { boardOf, pointName, spaceName } from "./names.js";
import { cardList, symbolName } from "./sentences.js";

/** @import { Move, View } from "../api/types.js" */
/** @import { MoveWords } from "../game/ruleset.js" */
/** @import { Position } from "./types.js" */

/** @type {MoveWords} */
export const moves = {
  choose_card: chooseCard,
  march: ({ space, path }, view) => t("prepared.march", { space: spaceName(boardOf(view), space), point: pointName(boardOf(view), path.at(-1)) }),
  take_card: (move, view) => (move.from === "supply" ? t("prepared.draw") : t("prepared.take", { card: displayed(move, view) })),
  occupy: (move, view) => conquest("alexandros.act_occupy", move, view),
  take_over: (move, view) => conquest("alexandros.act_take_over", move, view),
  levy_taxes: ({ card }) => t("alexandros.act_levy", { symbol: symbolName(card) }),
  recall: ({ space }, view) => `${t("alexandros.act_recall")}: ${spaceName(boardOf(view), space)}`,
  end_turn: () => t("alexandros.act_end"),
};

/**
 * @param {Move} move
 * @param {View} view
 */
function displayed({ slot }, view) {
  const card = /** @type {Position} */ (view.state).display[slot];
  return card ? symbolName(card) : "";
}

/**
 * @param {Move} move
 * @param {View} view
 */
function chooseCard(move, view) {
  if (move.from === "hand") return t("prepared.card_hand", { card: symbolName(move.card) });
  const card = displayed(move, view);
  return move.joker ? t("prepared.card_joker", { card, joker: symbolName(move.joker) }) : t("prepared.card", { card });
}

/**
 * @param {string} code
 * @param {Move} move
 * @param {View} view
 */
function conquest(code, { governors, compensation }, view) {
  const words = [`${t(code)}: ${spaceName(boardOf(view), governors[0])}`, t("alexandros.governors_n", { n: governors.length })];
  if (compensation) words.push(cardList(compensation));
  return words.join("; ");
}
