/** A look before a card is taken: the spaces that it leads to, and the button that takes it. */

import { button } from "../ui/controls.js";
import { setting } from "../ui/settings.js";
import { listed, t } from "../ui/texts.js";
import { card } from "./cards.js";
import { boardOf, spaceName } from "./names.js";
import { symbolName } from "./sentences.js";

/** @import { Callbacks } from "../game/ruleset.js" */
/** @import { Offer } from "./cards.js" */
/** @import { Choosing } from "./choosing.js" */
/** @import { Move, Pair, SymbolName } from "./types.js" */

/** @typedef {Callbacks & {looked: () => void}} CardCallbacks called back when the look at a card changes */

/** The most spaces that a screen reader lists. */
const NAMED = 8;

/**
 * How a card can be chosen, null if it cannot.
 * @param {Choosing | null} choosing
 * @param {CardCallbacks} callbacks
 * @param {string} key the card's
 * @returns {Offer | null}
 */
export function offerOf(choosing, callbacks, key) {
  const moves = choosing?.cardMoves(key) ?? [];
  if (!choosing || !moves.length) return null;
  const choose = () => {
    if (moves.length === 1 && isSentAtOnce(choosing)) return callbacks.send(moves[0]);
    choosing.chooseCard(key);
    callbacks.changed();
  };
  const look = (/** @type {boolean} */ isOn) => {
    if (!isOn && choosing.hoveredCard !== key) return;
    choosing.hoveredCard = isOn ? key : null;
    callbacks.looked();
  };
  return { choose, look, chosen: choosing.card === key, words: spaceWords(choosing, moves) };
}

/**
 * Whether a tap on a card sends it: by the player's setting, or as there is nothing else to do but resign.
 * @param {Choosing} choosing
 */
function isSentAtOnce({ list }) {
  return setting("one_tap") === "on" || list.moves.filter(({ type }) => type !== "resign").length === 1;
}

/**
 * The instruction for the chosen card.
 * @param {Choosing} choosing
 * @returns {[string, string]}
 */
export function cardMoveInstruction(choosing) {
  const { card: key, cardMove } = choosing;
  const moves = choosing.cardMoves(key);
  if (!cardMove) return [t("alexandros.prompt_joker", { symbol: symbolOf(choosing, moves[0]) }), ""];
  const n = choosing.spacesOf([cardMove]).length;
  return [takeWords(choosing, cardMove), n ? t("alexandros.leads_to", { n }) : ""];
}

/**
 * The symbols that a joker may stand for, and the button that takes the card.
 * @param {Choosing} choosing
 * @param {CardCallbacks} callbacks
 */
export function cardProposal(choosing, callbacks) {
  const { cardMove } = choosing;
  const jokers = choosing.cardMoves(choosing.card).filter((move) => move.joker);
  const name = (/** @type {Move} */ move) => () => {
    if (isSentAtOnce(choosing)) return callbacks.send(move);
    choosing.joker = /** @type {string} */ (move.joker);
    callbacks.changed();
  };
  const choices = jokers.map((move) =>
    card(/** @type {SymbolName} */ (move.joker), { offer: { choose: name(move), chosen: move.joker === choosing.joker, words: spaceWords(choosing, [move]) } }),
  );
  return [...(jokers.length > 1 ? choices : []), cardMove && button("main", takeWords(choosing, cardMove), null, () => callbacks.send(cardMove))];
}

/**
 * @param {Choosing} choosing
 * @param {Move} move
 */
function takeWords(choosing, move) {
  if (move.from === "supply") return t("alexandros.act_draw");
  const symbol = symbolOf(choosing, move);
  if (move.joker) return t("alexandros.act_take_joker", { symbol, joker: symbolName(/** @type {SymbolName} */ (move.joker)) });
  return t(move.from === "hand" ? "alexandros.act_play_card" : "alexandros.act_take_card", { symbol });
}

/**
 * @param {Choosing} choosing
 * @param {Move} move
 */
function symbolOf({ state }, move) {
  const symbol = move.from === "hand" ? move.card : state.display[Number(move.slot)];
  return symbolName(/** @type {SymbolName} */ (symbol));
}

/**
 * The spaces that moves lead to, in words; empty if they lead nowhere.
 * @param {Choosing} choosing
 * @param {Move[]} moves
 */
function spaceWords(choosing, moves) {
  const spaces = choosing.spacesOf(moves).map((key) => /** @type {Pair} */ (key.split(",").map(Number)));
  if (!spaces.length) return "";
  const names = spaces.slice(0, NAMED).map((space) => spaceName(boardOf(choosing.view), space));
  return `${t("alexandros.leads_to", { n: spaces.length })} ${listed(names)}`;
}
