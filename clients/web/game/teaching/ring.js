/** A ring around the place to tap, which follows it as the page moves; it takes no taps itself. */

import { el } from "../../ui/dom.js";

const MARGIN = 5;
const LEAST = 30;

export class Ring {
  #element = el("div", { class: "coach-ring", hidden: true, "aria-hidden": "true" });
  /** @type {string[]} */
  #places = [];
  #frame = 0;
  #drawn = "";

  /**
   * Put the ring around the first of the places that is in view.
   * @param {string[]} places selectors
   */
  around(places) {
    this.#places = places;
    if (!this.#element.isConnected) document.body.append(this.#element);
    if (!this.#frame) this.#follow();
  }

  hide() {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#element.hidden = true;
    this.#drawn = "";
  }

  #follow() {
    // Measured at each frame, as not every move has an event: the map glides, the strip grows, the
    // page scrolls.
    this.#place();
    this.#frame = requestAnimationFrame(() => this.#follow());
  }

  #place() {
    const box = this.#target()?.getBoundingClientRect();
    // Write only after a move: a written style costs a layout at each frame.
    const key = box ? [box.x, box.y, box.width, box.height].map(Math.round).join() : "";
    if (key === this.#drawn) return;
    this.#drawn = key;
    this.#element.hidden = !box;
    if (box) this.#surround(box);
  }

  #target() {
    const found = this.#places.map((place) => document.querySelector(place));
    return found.find((element) => element && isInView(element.getBoundingClientRect()));
  }

  /** @param {DOMRect} box */
  #surround({ x, y, width, height }) {
    const across = Math.max(LEAST, width + 2 * MARGIN);
    const down = Math.max(LEAST, height + 2 * MARGIN);
    const { style } = this.#element;
    style.width = `${across}px`;
    style.height = `${down}px`;
    style.transform = `translate(${x + (width - across) / 2}px, ${y + (height - down) / 2}px)`;
  }
}

/** @param {DOMRect} box */
function isInView({ top, right, bottom, left, width, height }) {
  // The box of a vertical edge has no width, but the edge can be seen.
  return width + height > 0 && top < innerHeight && bottom > 0 && left < innerWidth && right > 0;
}
