/** The moves that an undo took back, or would take back. */

/** @import { GameEvent } from "../../api/types.js" */

const BACK = new Set(["undone", "redone"]);
/** Types of events that leave the position unchanged. */
const ASKED = new Set(["undo_requested", "undo_accepted", "undo_declined", "time_expired", "time_asked", "time_granted", "time_refused", "paused", "resumed", "vacation_taken", "vacation_ended", "stand_in_agreed", "came_back"]);

/**
 * The moves that an event took back, or asked to take back, in the order they were made.
 * @param {GameEvent[]} events the record
 * @param {Pick<GameEvent, "version" | "data">} event
 * @returns {GameEvent[]}
 */
export function takenBack(events, { version, data }) {
  // Not a slice of the record: if an undo lies between, some of the moves belong to another line.
  const before = earlier(events, version);
  const moves = [];
  for (let at = headBefore(events, version); at > data.to; at = before[at]) {
    const event = events[at - 1];
    if (!ASKED.has(event.type)) moves.unshift(event);
  }
  return moves;
}

/**
 * The predecessor of each event before a version, on that event's own line.
 * @param {GameEvent[]} events
 * @param {number} until
 */
function earlier(events, until) {
  /** @type {number[]} */
  const before = [];
  for (let n = 1; n < until; n += 1) {
    if (!BACK.has(events[n - 1].type)) before[n] = headBefore(events, n);
  }
  return before;
}

/**
 * The event that led to the position before a version.
 * @param {GameEvent[]} events
 * @param {number} version
 */
function headBefore(events, version) {
  const last = events[version - 2];
  return last && BACK.has(last.type) ? last.data.to : version - 1;
}
