/** The news on a board: the events since the viewer's own last move. */

import { actorOf } from "../words/sentences.js";
import { isMeta } from "../state/state.js";

/** @import { GameEvent } from "../../api/types.js" */
/** @import { Mark } from "./marks.js" */
/** @import { Table } from "../state/state.js" */

/**
 * The events to mark: all since the viewer's own last move, but in a replay only the one on show.
 * @param {Pick<Table, "events" | "cursor" | "place" | "seat" | "view">} table
 */
export function newsOf({ events, cursor, place, seat, view }) {
  if (seat === null || cursor !== null || view?.status === "finished") return events.slice(place - 1, place);
  const shown = events.slice(0, place).filter(({ type, undone }) => !undone && !isMeta(type));
  return shown.slice(shown.findLastIndex((event) => event.seat === seat) + 1);
}

/**
 * The marks of events, one per place.
 * @param {GameEvent[]} events
 * @param {(event: GameEvent) => string[]} placesOf the places an event touched
 * @returns {Mark[]}
 */
export function marksOf(events, placesOf) {
  const touched = events.map((event) => ({ seat: actorOf(event), places: placesOf(event) })).filter(({ places }) => places.length);
  const last = touched.at(-1);
  const marks = touched.flatMap((each) => each.places.map((place) => ({ place, seat: each.seat, isLatest: each === last })));
  // Of several marks of a place, a Map keeps the last: that of the newest event.
  return [...new Map(marks.map((mark) => [mark.place, mark])).values()];
}
