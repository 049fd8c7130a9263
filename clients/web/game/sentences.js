/** Sentences for events, and names of seats, boards and reasons. */

import { has, t } from "../ui/texts.js";

/** @import { GameEvent, View } from "../api/types.js" */
/** @import { Teller } from "./ruleset.js" */

/** @type {Record<string, Teller>} */
const TELLERS = {
  created: () => t("says_created"),
  study_created: () => t("says_created"),
  seat_taken: ({ seat }, name) => t("says_seat_taken", { name: name(seat) }),
  resigned: ({ data }, name) => t("says_resigned", { name: name(data.seat) }),
  undone: ({ seat, data }, name) =>
    t("says_undone", { name: name(data.requested_by ?? seat), to: data.to }),
  redone: ({ seat, data }, name) => t("says_redone", { name: name(seat), to: data.to }),
  undo_requested: ({ seat, data }, name) =>
    t("says_undo_requested", { name: name(seat), to: data.to }),
  undo_accepted: ({ seat }, name) => t("says_undo_accepted", { name: name(seat) }),
  undo_declined: () => t("says_undo_declined"),
};

/**
 * @param {GameEvent} event
 * @param {View} view
 * @param {Record<string, Teller>} own the tellers of the game's ruleset
 * @param {View[]} views the view after each event
 */
export function sentence(event, view, own, views) {
  const name = (/** @type {number | null} */ seat) => seatName(view, seat);
  const tell = own[event.data.dealt ? "dealt" : event.type] ?? TELLERS[event.type];
  return tell ? tell(event, name, view, views[event.version - 2], views[event.version - 1]) : t("says_other", { name: name(event.seat), type: event.type });
}

/**
 * A seat's name, numbered if two players share it.
 * @param {View} view
 * @param {number | null} seat
 */
export function seatName(view, seat) {
  if (seat === null) return t("brand");
  return playerName(view.seats, seat) ?? t("field_seat", { n: seat + 1 });
}

/** @typedef {{name: string | null, bot: string | null, forgotten: boolean} | null} Occupant */

/**
 * The name of the player in a seat, numbered if two share it; null for a free seat.
 * @param {Occupant[]} seats
 * @param {number} seat
 */
export function playerName(seats, seat) {
  const name = nameOf(seats[seat]);
  if (!name) return null;
  const same = seats.filter((other) => nameOf(other) === name);
  return same.length > 1 ? `${name} ${seat + 1}` : name;
}

/**
 * @param {Occupant} occupant
 */
function nameOf(occupant) {
  if (occupant?.bot) return t(`bot_${occupant.bot}`);
  return occupant?.forgotten ? t("player_forgotten") : occupant?.name;
}

/**
 * A board's name in the reader's language; a custom board keeps its own title.
 * @param {string} ruleset
 * @param {string | null} board its id
 * @param {string} title
 */
export function boardName(ruleset, board, title) {
  const own = `${ruleset}.board_${board}`;
  return has(own) ? t(own) : title;
}

/**
 * The sentence that tells why a game ended.
 * @param {View} view
 * @param {string} reason
 */
export function reasonText(view, reason) {
  const own = `${view.ruleset}.reason_${reason}`;
  return t(has(own) ? own : `reason_${reason}`);
}
