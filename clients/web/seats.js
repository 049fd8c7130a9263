/** The seats: who plays, scores, cards, governors, whose turn it is. */

import { el } from "./dom.js";
import { cardList, seatName } from "./sentences.js";
import { badge, icon, SYMBOLS } from "./symbols.js";
import { t } from "./texts.js";

/** @import { Counts, GameEvent, SeatState, View } from "./types.js" */

/**
 * @param {View} view
 * @param {GameEvent | null} event the one on show
 */
export function seatList(view, event) {
  const gains = event?.type === "taxes_levied" ? event.data.gains : [];
  return el(
    "ol",
    { class: "seats" },
    view.seats.map(({ seat }) => row(view, seat, gains[seat] ?? 0)),
  );
}

/**
 * @param {View} view
 * @param {number} seat
 * @param {number} gain
 */
function row(view, seat, gain) {
  const state = view.state?.seats[seat];
  const acts = view.to_act.includes(seat);
  const won = view.result?.winners.includes(seat);
  return el(
    "li",
    { class: `seat${acts ? " acting" : ""}${won ? " won" : ""}`, "aria-current": acts ? "true" : null },
    badge(seat),
    el(
      "span",
      { class: "seat-who" },
      el("span", { class: "seat-name" }, view.seats[seat].name ? seatName(view, seat) : t("row_open_seat")),
      el("span", { class: "seat-note" }, notes(view, seat).join(" · ")),
    ),
    state && score(state, gain),
    state && holdings(state),
    state?.hand && view.viewer.seat !== seat && openHand(state.hand),
  );
}

/** @param {Counts} hand */
function openHand(hand) {
  const own = SYMBOLS.filter((symbol) => hand[symbol]);
  return el(
    "span",
    { class: "open-hand", role: "img", "aria-label": cardList(hand) },
    own.map((symbol) => [icon(symbol), String(hand[symbol])]).flat(),
  );
}

/**
 * @param {View} view
 * @param {number} seat
 */
function notes(view, seat) {
  const words = [];
  if (view.viewer.seat === seat) words.push(t("seat_you"));
  if (view.to_act.includes(seat)) words.push(t("to_move"));
  if (view.state?.seats[seat].resigned) words.push(t("resigned"));
  return words;
}

/**
 * @param {SeatState} state
 * @param {number} gain
 */
function score(state, gain) {
  return el(
    "span",
    { class: "seat-score" },
    el("span", { title: t("score", { n: state.score }) }, String(state.score)),
    gain > 0 && el("span", { class: "gain" }, `+${gain}`),
  );
}

/** @param {SeatState} state */
function holdings(state) {
  const cards = t("cards", { n: state.cards });
  const governors = t("governors_left", { n: state.governors_left });
  return el(
    "span",
    { class: "seat-holdings" },
    el("span", { class: "count-cards", role: "img", title: cards, "aria-label": cards }, String(state.cards)),
    el(
      "span",
      { class: "count-governors", role: "img", title: governors, "aria-label": governors },
      "●".repeat(state.governors_left) || "–",
    ),
  );
}

/**
 * Walls left, as both colours.
 * @param {View} view
 */
export function wallsLeft(view) {
  if (!view.state) return null;
  const { black, red } = view.state.walls_left;
  return el(
    "p",
    { class: "walls-left" },
    el("span", { class: "wall-sample black", "aria-hidden": "true" }),
    el("span", {}, `${black} ${t("walls_black")}`),
    el("span", { class: "wall-sample red", "aria-hidden": "true" }),
    el("span", {}, `${red} ${t("walls_red")}`),
  );
}
