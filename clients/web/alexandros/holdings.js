/** A seat's holdings, and the supply of walls. */

import { score } from "../game/seats/seats.js";
import { el } from "../ui/dom.js";
import { t } from "../ui/texts.js";
import { cardList } from "./sentences.js";
import { icon, SYMBOLS } from "./symbols.js";

/** @import { GameEvent, View } from "../api/types.js" */
/** @import { Counts, Position, SeatState } from "./types.js" */

/**
 * @param {View} view
 * @param {number} seat
 * @param {GameEvent | null} event
 */
export function holdings(view, seat, event) {
  const state = /** @type {Position} */ (view.state).seats[seat];
  const gain = event?.type === "taxes_levied" ? event.data.gains[seat] : 0;
  // The panel already shows the viewer's own hand.
  const isOpen = state.hand && view.viewer.seat !== seat;
  return [score(state.score, gain), counts(state), isOpen && openHand(/** @type {Counts} */ (state.hand), governorsLeft(state))];
}

/** @param {SeatState} state */
function counts(state) {
  const cards = t("alexandros.cards", { n: state.cards });
  return el(
    "span",
    { class: "seat-holdings" },
    el("span", { class: "count-cards", role: "img", "data-tip": cards, "aria-label": cards }, String(state.cards)),
    governorsLeft(state),
  );
}

/** @param {SeatState} state */
function governorsLeft({ governors_left: left }) {
  const words = t("alexandros.governors_left", { n: left });
  return el("span", { class: "count-governors", role: "img", "data-tip": words, "aria-label": words }, "●".repeat(left) || "–");
}

/**
 * The cards of an open hand, with the governors.
 * @param {Counts} hand
 * @param {HTMLElement} governors
 */
function openHand(hand, governors) {
  // On a phone the open hand replaces the holdings, so the governors must be in it.
  const own = SYMBOLS.filter((symbol) => hand[symbol]);
  const cards = own.map((symbol) => [icon(symbol), String(hand[symbol])]).flat();
  return el("span", { class: "open-holdings" }, el("span", { class: "open-hand", role: "img", "aria-label": cardList(hand) }, cards), governors);
}

/**
 * The walls left, by colour.
 * @param {View} view
 */
export function wallsLeft(view) {
  if (!view.state) return null;
  const { black, red } = /** @type {Position} */ (view.state).walls_left;
  return el(
    "p",
    { class: "walls-left" },
    el("span", { class: "wall-sample black", "aria-hidden": "true" }),
    el("span", {}, `${black} ${t("alexandros.walls_black")}`),
    el("span", { class: "wall-sample red", "aria-hidden": "true" }),
    el("span", {}, `${red} ${t("alexandros.walls_red")}`),
  );
}
