/** The places at the end of a game, as steps. */

import { el } from "../../ui/dom.js";
import { t } from "../../ui/texts.js";
import { badge } from "../seats/pieces.js";
import { seatName } from "../words/sentences.js";

/** @import { View } from "../../api/types.js" */

/** @typedef {{seat: number, place: number, score: number, left: boolean}} Placed */

/**
 * The steps of all seats, the first place first.
 * @param {View} view of a finished game
 */
export function podium(view) {
  return el("ol", { class: "podium" }, places(view).map((each) => step(view, each)));
}

/**
 * Every seat with its place: winners first, then by score. Players who left come last, and equal
 * players share a place.
 * @param {View} view
 * @returns {Placed[]}
 */
export function places(view) {
  const { winners = [], scores = [] } = view.result ?? {};
  const leftOf = (/** @type {number} */ seat) => Boolean(view.state?.seats[seat].resigned);
  const rank = (/** @type {number} */ seat) => [winners.includes(seat) ? 0 : 1, leftOf(seat) ? 1 : 0, winners.includes(seat) ? 0 : -scores[seat]];
  const compare = (/** @type {number} */ a, /** @type {number} */ b) => difference(rank(a), rank(b));
  const seats = view.seats.map(({ seat }) => seat).sort((a, b) => compare(a, b) || a - b);
  return seats.map((seat) => ({
    seat,
    place: seats.findIndex((other) => compare(other, seat) === 0) + 1,
    score: scores[seat],
    left: leftOf(seat),
  }));
}

/**
 * The first difference of two ranks.
 * @param {number[]} a
 * @param {number[]} b
 */
function difference(a, b) {
  return a.map((value, n) => value - b[n]).find((each) => each !== 0) ?? 0;
}

/**
 * @param {View} view
 * @param {Placed} placed
 */
function step(view, { seat, place, score, left }) {
  return el(
    "li",
    { class: `podium-step place-${place} seat-${seat}` },
    el("span", { class: "podium-who" }, badge(seat, view.seats[seat].bot), el("span", { class: `podium-name name seat-${seat}` }, seatName(view, seat))),
    el("span", { class: "podium-note" }, left ? t("resigned") : ""),
    el(
      "span",
      { class: "podium-block" },
      el("span", { class: "podium-place", "aria-hidden": "true" }, String(place)),
      el("span", { class: "spoken" }, t("end.place", { n: place })),
      el("span", { class: "podium-score" }, t("score", { n: score })),
    ),
  );
}
