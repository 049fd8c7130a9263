/** Sentences for events, and names of seats, boards and reasons. */

import { duration } from "../../ui/duration.js";
import { has, t } from "../../ui/texts.js";
import { takenBack } from "./undonemoves.js";

/** @import { GameEvent, View } from "../../api/types.js" */
/** @import { Teller } from "../ruleset.js" */
/** @import { Table } from "../state/state.js" */

/** @type {Record<string, Teller>} */
const TELLERS = {
  created: () => t("says_created"),
  study_created: () => t("says_created"),
  seat_freed: ({ data }) => t("says_seat_freed", { seat: data.seat + 1 }),
  cancelled: (_event, _name, view) => t("says_cancelled", { name: view.host.name ?? t("player_forgotten") }),
  abandoned: ({ data }) => t(`says_abandoned_${data.reason}`),
  seat_taken: ({ seat }, name) => t("says_seat_taken", { name: name(seat) }),
  resigned: ({ data }, name) => t("says_resigned", { name: name(data.seat) }),
  redone: ({ seat, data }, name) => t("says_redone", { name: name(seat), to: data.to }),
  undo_accepted: ({ seat }, name) => t("says_undo_accepted", { name: name(seat) }),
  undo_declined: () => t("says_undo_declined"),
  time_expired: ({ seat, data }, name) => t(`says_time_expired_${data.policy}`, { name: name(seat) }),
  time_asked: ({ seat, data }, name) =>
    data.seconds === null
      ? t("says_pause_asked", { name: name(seat) })
      : t("says_time_asked", { name: name(seat), time: duration(data.seconds) }),
  time_granted: ({ seat, data }, name) =>
    data.seconds === null
      ? t("says_undo_accepted", { name: name(seat) })
      : t("says_time_granted", { name: name(data.asker), time: duration(data.seconds) }),
  paused: () => t("pause_on"),
  resumed: ({ seat }, name) => t(seat === null ? "says_pause_over" : "says_resumed", { name: name(seat) }),
  stand_in_agreed: ({ seat, data }, name) =>
    t(data.begins ? "says_stand_in_begins" : "says_stand_in_agreed", { name: name(seat), absent: name(data.absent) }),
  came_back: ({ seat }, name) => t("says_came_back", { name: name(seat) }),
  vacation_taken: ({ seat, data }, name) => t("says_vacation_taken", { name: name(seat), time: duration(data.days * 86400) }),
  vacation_ended: ({ seat }, name) => t("says_vacation_ended", { name: name(seat) }),
  time_refused: ({ seat, data }, name) => t(seat === data.asker ? "says_time_withdrawn" : "says_time_refused", { name: name(seat) }),
};

/**
 * Whether events of a type are moves of the game, and not about seats, time or undo.
 * @param {string} type
 */
export const isMove = (type) => type === "resigned" || !(type in TELLERS || type in BACK);

/** @type {Record<string, string>} the texts of events that take back moves, or ask to */
const BACK = { undone: "says_taken_back", undo_requested: "says_undo_requested" };
// Three are enough to recognise the turn; more would fill a phone's banner.
const MOST_MOVES = 3;

/**
 * The marks for a seat's name in a sentence, and for words that stand for places of the board.
 * @typedef {{name: (words: string, seat: number | null) => string, place: (words: string, places: string[]) => string}} Marking
 */

/** @type {Marking} */
const UNMARKED = { name: (words) => words, place: (words) => words };

/**
 * @param {GameEvent} event
 * @param {View} view
 * @param {Record<string, Teller>} own the tellers of the game's ruleset
 * @param {View[]} views the view after each event
 * @param {GameEvent[]} [events] the record, for the moves that an undo took back
 * @param {Marking} [marking]
 * @returns {string}
 */
export function sentence(event, view, own, views, events, marking = UNMARKED) {
  const name = (/** @type {number | null} */ seat) => marking.name(seatName(view, seat), seat);
  if (BACK[event.type] && events) return backSentence(event, view, own, views, events, marking);
  // A ruleset's own teller comes first. An event of a newer release has no teller here, but still
  // gets a line.
  const tell = own[event.data.dealt ? "dealt" : event.type] ?? TELLERS[event.type];
  if (!tell) return t("says_other", { name: name(event.seat), type: event.type });
  // The view before the event, too: only it knows what was
  // there, such as the advisor that changed hands.
  const what = tell(event, name, view, views[event.version - 2], views[event.version - 1], marking.place);
  return event.by ? t(`says_by_${event.by}`, { what }) : what;
}

/**
 * @param {GameEvent} event
 * @param {View} view
 * @param {Record<string, Teller>} own
 * @param {View[]} views
 * @param {GameEvent[]} events
 * @param {Marking} marking
 */
function backSentence(event, view, own, views, events, marking) {
  const seat = actorOf(event);
  const name = marking.name(seatName(view, seat), seat);
  const moves = takenBack(events, event);
  const code = BACK[event.type];
  if (moves.length !== 1) return t(`${code}_many`, { name, n: moves.length });
  return t(code, { name, what: sentence(moves[0], view, own, views, undefined, marking) });
}

/**
 * Moves in words, the first three at most.
 * @param {GameEvent[]} moves
 * @param {View} view
 * @param {Record<string, Teller>} own
 * @param {View[]} views
 * @param {Marking} marking
 */
export function movesInWords(moves, view, own, views, marking) {
  const words = moves.slice(0, MOST_MOVES).map((move) => sentence(move, view, own, views, undefined, marking));
  return (moves.length > MOST_MOVES ? [...words, "…"] : words).join(" ");
}

/**
 * The sentence for a seat whose moves another seat took back; null if none were.
 * @param {GameEvent} event
 * @param {Table} table
 * @param {Record<string, Teller>} own
 */
export function lossOf(event, { events, view, views, seat }, own) {
  const by = event.data.requested_by;
  if (!view || event.type !== "undone" || seat === null || [by, event.seat].includes(seat)) return null;
  const moves = takenBack(events, event);
  if (!moves.some((move) => move.seat === seat)) return null;
  const name = seatName(view, by);
  if (moves.length > 1) return t("undone_yours_many", { name, n: moves.length });
  return t("undone_yours", { name, what: sentence(moves[0], view, own, views) });
}

/**
 * The seat that brought an event about.
 * @param {GameEvent} event
 * @returns {number | null}
 */
// The last seat that agrees records an undo, but the seat that asked for it is the actor.
export const actorOf = ({ seat, data }) => data.requested_by ?? seat;

/**
 * A seat's name, numbered if another looks like it.
 * @param {View} view
 * @param {number | null} seat
 */
export function seatName(view, seat) {
  if (seat === null) return t("brand");
  return playerName(view.seats, seat) ?? t("field_seat", { n: seat + 1 });
}

/** @typedef {{name: string | null, bot: string | null, forgotten: boolean, name_twin?: boolean} | null} Occupant */

/**
 * The name of the player in a seat, numbered if another looks like it; null for a free seat.
 * @param {Occupant[]} seats
 * @param {number} seat
 */
export function playerName(seats, seat) {
  const name = nameOf(seats[seat]);
  if (!name) return null;
  // Games saved by the worker under an older release lack the mark; then equal names are compared.
  const isTwin = seats[seat]?.name_twin ?? seats.filter((other) => nameOf(other) === name).length > 1;
  return isTwin ? `${name} ${seat + 1}` : name;
}

/**
 * @param {Occupant} occupant
 */
function nameOf(occupant) {
  return occupant?.forgotten ? t("player_forgotten") : occupant?.name;
}

/**
 * A board's name in the reader's language; a custom board keeps its own title, if it has one.
 * @template {string | null} Title
 * @param {string} ruleset
 * @param {string | null} board its id
 * @param {Title} title
 */
export function boardName(ruleset, board, title) {
  const own = `${ruleset}.board_${board}`;
  return has(own) ? t(own) : title;
}

/**
 * The sentence that says why a game ended.
 * @param {View} view
 * @param {string} reason
 */
export function reasonText(view, reason) {
  // A ruleset may word a shared reason in its own terms.
  const own = `${view.ruleset}.reason_${reason}`;
  return t(has(own) ? own : `reason_${reason}`);
}
