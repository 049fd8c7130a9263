/** Marks on a board: what others did since the viewer's own last move, and places that words point out. */

import { refill, svg } from "../ui/dom.js";
import { actorOf } from "./sentences.js";
import { isMeta } from "./state.js";

/** @import { GameEvent } from "../api/types.js" */
/** @import { Table } from "./state.js" */

/**
 * A place to mark, in the colour and pattern of a seat.
 * @typedef {object} Mark
 * @property {string} place
 * @property {number | null} seat
 * @property {boolean} isLatest whether the last event that touched the board touched it
 */

/**
 * The events to mark: all since the viewer's own last move, or in a replay the one on show.
 * @param {Pick<Table, "events" | "cursor" | "place" | "seat" | "view">} table
 */
export function newsOf({ events, cursor, place, seat, view }) {
  if (seat === null || cursor !== null || view?.status === "finished") return events.slice(place - 1, place);
  const shown = events.slice(0, place).filter(({ type, undone }) => !undone && !isMeta(type));
  return shown.slice(shown.findLastIndex((event) => event.seat === seat) + 1);
}

/**
 * The marks of events, one a place.
 * @param {GameEvent[]} events
 * @param {(event: GameEvent) => string[]} placesOf the places an event touched
 * @returns {Mark[]}
 */
export function marksOf(events, placesOf) {
  const touched = events.map((event) => ({ seat: actorOf(event), places: placesOf(event) })).filter(({ places }) => places.length);
  const last = touched.at(-1);
  const marks = touched.flatMap((each) => each.places.map((place) => ({ place, seat: each.seat, isLatest: each === last })));
  return [...new Map(marks.map((mark) => [mark.place, mark])).values()];
}

export class Marks {
  /** Below the pieces. */
  under = svg("g", { class: "marks", "aria-hidden": "true" });
  /** Above them. */
  over = svg("g", { class: "marks", "aria-hidden": "true" });
  #drawnKey = "";

  /** @param {(place: string) => string} outline the path around or along a place */
  constructor(outline) {
    this.outline = outline;
  }

  /** @param {Mark[]} marks */
  show(marks) {
    const key = JSON.stringify(marks);
    if (key === this.#drawnKey) return;
    this.#drawnKey = key;
    const ordered = marks.toSorted((a, b) => Number(a.isLatest) - Number(b.isLatest));
    refill(this.under, ...ordered.map(({ place, seat, isLatest }) => this.#mark(place, `seat-${seat}${isLatest ? " latest" : ""}`)));
  }

  /** @param {string[]} places */
  pointOut(places) {
    refill(this.over, ...places.map((place) => this.#mark(place, "pointed-out")));
  }

  /**
   * @param {string} place
   * @param {string} kind
   */
  #mark(place, kind) {
    const d = this.outline(place);
    const [shape] = place.split(" ");
    const lines = ["mark-case", "mark-body", "mark-seam"];
    return svg("g", { class: `mark mark-${shape} ${kind}` }, lines.map((name) => svg("path", { class: name, d })));
  }
}

/**
 * The path of a circle.
 * @param {{x: number, y: number}} centre
 * @param {number} radius
 */
export const ring = ({ x, y }, radius) => `M${x - radius} ${y}a${radius} ${radius} 0 1 1 ${2 * radius} 0a${radius} ${radius} 0 1 1 ${-2 * radius} 0Z`;
