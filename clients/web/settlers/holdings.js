/** A seat's holdings, and the supplies of bank and deck. */

import { score } from "../game/seats/seats.js";
import { el } from "../ui/dom.js";
import { t } from "../ui/texts.js";
import { goodSigns } from "./cards.js";
import { totalOf } from "./counts.js";
import { cardList } from "./sentences.js";
import { icon } from "./symbols.js";

/** @import { GameEvent, View } from "../api/types.js" */
/** @import { Shape } from "./symbols.js" */
/** @import { Edition, Position, SeatState } from "./types.js" */

/**
 * The points visible to the viewer.
 * @param {SeatState} seat
 */
export const pointsOf = ({ points, hidden_points }) => points + (hidden_points ?? 0);

/**
 * @param {View} view
 * @param {number} seat
 * @param {GameEvent | null} event
 * @param {Edition} edition
 */
export function holdings(view, seat, event, edition) {
  const position = /** @type {Position} */ (view.state);
  const own = position.seats[seat];
  const isOpen = own.hand && view.viewer.seat !== seat;
  return [
    score(pointsOf(own), 0),
    el("span", { class: "tally" }, tally(position, seat, gainOf(event, seat)), edition.badges(view, seat), isOpen && goodSigns(edition.purse(own) ?? {})),
  ];
}

/**
 * @param {Position} position
 * @param {number} seat
 * @param {number} gain
 */
function tally({ seats, longest_road, largest_army }, seat, gain) {
  const { cards, development_cards, knights, road_length, owed } = seats[seat];
  const isLongest = longest_road === seat;
  const isLargest = largest_army === seat;
  return [
    figure("", el("span", { class: "count-cards" }, String(cards)), t("settlers.cards", { n: cards })),
    gain > 0 && el("span", { class: "gain" }, `+${gain}`),
    figure("card", String(development_cards), t("settlers.developments_hidden", { n: development_cards })),
    figure("knight", String(knights), honoured(t("settlers.knights", { n: knights }), isLargest && t("settlers.honour_largest_army")), isLargest),
    figure("road", String(road_length), honoured(t("settlers.road_length", { n: road_length }), isLongest && t("settlers.honour_longest_road")), isLongest),
    owed > 0 && el("span", { class: "owes" }, t("settlers.owes", { n: owed })),
  ];
}

/**
 * @param {string} words
 * @param {string | false} honour
 */
const honoured = (words, honour) => (honour ? `${honour}: ${words}` : words);

/**
 * A number with its sign, and words for screen readers.
 * @param {Shape | ""} shape
 * @param {string | Node} shown
 * @param {string} words
 * @param {boolean} [isHonour]
 */
export function figure(shape, shown, words, isHonour = false) {
  return el("span", { class: isHonour ? "figure honour" : "figure", role: "img", "data-tip": words, "aria-label": words }, shape && icon(shape), shown);
}

/**
 * The number of cards an event brought a seat.
 * @param {GameEvent | null} event
 * @param {number} seat
 */
function gainOf(event, seat) {
  return event?.type === "dice_rolled" ? totalOf(event.data.gains?.[seat] ?? {}) : 0;
}

/**
 * @param {View} view
 * @param {Edition} edition
 */
export function supplies(view, edition) {
  if (!view.state) return null;
  const position = /** @type {Position} */ (view.state);
  const bank = edition.bank(position);
  return el(
    "p",
    { class: "supplies" },
    el("span", {}, t("settlers.bank")),
    figure("card", String(position.deck), t("settlers.deck_left", { n: position.deck })),
    el("span", { class: "tally", role: "img", "data-tip": cardList(bank), "aria-label": cardList(bank) }, edition.goods.map((good) => el("span", { class: "figure" }, icon(good), String(bank[good] ?? 0)))),
  );
}
