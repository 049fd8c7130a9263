/** The move that is being put together: the choices left, and the button that sends it. */

import { bindMove, moveButton, sendOrArm } from "../game/panel/secondtap.js";
import { seatName } from "../game/words/sentences.js";
import { button } from "../ui/controls.js";
import { el } from "../ui/dom.js";
import { t } from "../ui/texts.js";
import { goodCard, picker } from "./cards.js";
import { totalOf, withoutZeros } from "./counts.js";
import { cardList, cardName } from "./sentences.js";
import { RESOURCES } from "./symbols.js";
import { composer } from "./trade.js";

/** @import { Callbacks } from "../game/ruleset.js" */
/** @import { Child } from "../ui/dom.js" */
/** @import { Choosing } from "./choosing.js" */
/** @import { Counts, Facts, Move, Resource } from "./types.js" */

/**
 * The choices that each type of move needs; a move on the board needs only a place.
 * @type {Record<string, (choosing: Choosing, callbacks: Callbacks) => (Child | Child[])[]>}
 */
const PARTS = {
  discard,
  play_year_of_plenty: plenty,
  play_monopoly: monopoly,
  play_road_building: roads,
  trade: composer,
  counter: composer,
};

/**
 * The move being put together, null if none is.
 * @param {Choosing} choosing
 * @param {Callbacks} callbacks
 */
export function proposal(choosing, callbacks) {
  const { mode, place } = choosing;
  if (!mode && !place) return null;
  const back = () => {
    choosing.back();
    callbacks.changed();
  };
  // A forced move has no way back.
  const isForced = mode === "discard";
  const parts = place ? onThePlace(choosing, callbacks) : (PARTS[mode]?.(choosing, callbacks) ?? [el("p", { class: "note" }, t("settlers.choose_on_board"))]);
  return el("div", { class: "proposal" }, ...parts, !isForced && button("quiet", t("back"), null, back));
}

/**
 * A button for each move on the chosen place.
 * @param {Choosing} choosing
 * @param {Callbacks} callbacks
 */
function onThePlace(choosing, callbacks) {
  return choosing.here.map((move) => button("main", label(choosing, move), bill(choosing.facts(move)), () => callbacks.send(move)));
}

/**
 * The cost or gain of a move, in words.
 * @param {Facts} facts
 */
function bill({ cost, gains }) {
  if (gains && totalOf(gains)) return `+ ${cardList(gains)}`;
  return cost ? (totalOf(cost) ? cardList(cost) : t("settlers.act_free")) : null;
}

/**
 * @param {Choosing} choosing
 * @param {Move} move
 */
function label({ view }, { type, victim }) {
  if (type.startsWith("build_")) return t(`settlers.act_${type}`);
  if (victim === null || victim === undefined) return t("settlers.act_rob_nobody");
  return t("settlers.act_rob", { name: seatName(view, victim) });
}

/**
 * @param {Choosing} choosing
 * @param {Callbacks} callbacks
 */
function discard(choosing, callbacks) {
  return chosenCards(choosing, callbacks, choosing.own.hand ?? {}, choosing.own.owed, t("settlers.hand"), t("settlers.act_discard"));
}

/**
 * @param {Choosing} choosing
 * @param {Callbacks} callbacks
 */
function plenty(choosing, callbacks) {
  const due = totalOf(choosing.of("play_year_of_plenty")[0].cards ?? {});
  return chosenCards(choosing, callbacks, choosing.state.bank, due, t("settlers.plenty_title", { n: due }), playText("year_of_plenty"));
}

/**
 * The choice of an exact number of cards.
 * @param {Choosing} choosing
 * @param {Callbacks} callbacks
 * @param {Counts} limits
 * @param {number} due
 * @param {string} title
 * @param {string} act
 */
function chosenCards(choosing, callbacks, limits, due, title, act) {
  const { mode, picked } = choosing;
  const left = due - choosing.total("cards");
  const missing = left > 0 ? t("settlers.discard_left", { n: left }) : left < 0 ? t("settlers.discard_over", { n: -left }) : "";
  const isProposed = mode === "discard" && picked.cards === choosing.of(mode)[0].cards;
  const go = moveButton("main", act, missing || null, choosing, { type: mode, cards: withoutZeros(picked.cards ?? {}) }, callbacks, isProposed);
  go.disabled = left !== 0;
  return [
    picker(title, RESOURCES, picked.cards ?? {}, limits, (good, by) => {
      choosing.pick("cards", good, by, limits[good] ?? 0);
      callbacks.changed();
    }),
    go,
  ];
}

/**
 * @param {Choosing} choosing
 * @param {Callbacks} callbacks
 */
function monopoly(choosing, callbacks) {
  const choice = (/** @type {Move} */ move) => {
    const control = goodCard(/** @type {Resource} */ (move.resource), { choose: () => sendOrArm(control, choosing, move, callbacks) });
    return bindMove(control, choosing, move);
  };
  return [
    el("p", { class: "proposal-title" }, t("settlers.monopoly_title")),
    el("div", { class: "row" }, choosing.of("play_monopoly").map(choice)),
  ];
}

/**
 * @param {Choosing} choosing
 * @param {Callbacks} callbacks
 */
function roads(choosing, callbacks) {
  const [move] = choosing.of("play_road_building");
  return [button("main", playText("road_building"), t("settlers.development_help_road_building"), () => callbacks.send(move))];
}

/** @param {"year_of_plenty" | "road_building"} card */
const playText = (card) => t("settlers.act_play", { card: cardName(card) });
