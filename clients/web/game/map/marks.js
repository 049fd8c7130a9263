/** Marks on a board: rings around places and bands along them. */
// No texts and no state here, because the server draws pictures with this module.

import { refill, svg } from "../../ui/dom.js";

/**
 * A place to mark, in the colour and pattern of a seat.
 * @typedef {object} Mark
 * @property {string} place
 * @property {number | null} seat
 * @property {boolean} isLatest whether the newest event on the board touched this place
 */

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
    // Most steps change no mark, and redrawing would paint a layer of the whole map.
    const key = JSON.stringify(marks);
    if (key === this.#drawnKey) return;
    this.#drawnKey = key;
    // The latest last, so that it lies on top.
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
    // Three lines: a light casing around the colour, which shows on any ground, and a seam with the
    // seat's pattern, for readers who see colours differently.
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
