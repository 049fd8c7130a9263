/** Choosing on the map: clicks, and the keyboard with one space or point in focus at a time. */

import { at } from "./geometry.js";

/** @import { BoardDrawing } from "./board.js" */
/** @import { Pair } from "./types.js" */
/** @import { Spot } from "./geometry.js" */

/** @type {Record<string, Spot>} */
const ARROWS = {
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
};
const NARROWEST = 0.35;

/**
 * @typedef {object} Choices
 * @property {(key: string) => void} onSpace
 * @property {(key: string) => void} onPoint
 * @property {(key: string | null) => void} onLook a space is hovered or focused, or none
 */

export class MapInput {
  /**
   * @param {BoardDrawing} drawing
   * @param {Choices} choices
   */
  constructor(drawing, choices) {
    this.drawing = drawing;
    this.choices = choices;
    const { map } = drawing;
    map.addEventListener("click", (event) => this.#choose(event.target));
    map.addEventListener("keydown", (event) => this.#key(event));
    map.addEventListener("pointerover", (event) => this.#look(event.target));
    map.addEventListener("pointerleave", () => this.choices.onLook(null));
    map.addEventListener("focusin", (event) => this.#focused(event.target));
    for (const space of drawing.spaces.values()) {
      space.setAttribute("role", "button");
      space.setAttribute("tabindex", "-1");
    }
  }

  /**
   * Say what each space is, and which of all can be reached with Tab.
   * @param {(key: string) => string} describe
   * @param {string | undefined} preferred
   */
  describe(describe, preferred) {
    for (const [key, space] of this.drawing.spaces) space.setAttribute("aria-label", describe(key));
    const points = this.#points();
    points.forEach((point) => point.setAttribute("role", "button"));
    const entry = points[0] ?? this.drawing.spaces.get(preferred ?? "") ?? this.#nodes()[0];
    this.#rove(this.#current() ?? entry);
  }

  /** Put the focus on the first point, where the keyboard is at work on the map. */
  enterPoints() {
    const first = this.#points()[0];
    if (first && this.drawing.map.contains(document.activeElement)) first.focus();
  }

  /** @returns {SVGElement[]} */
  #points() {
    return [.../** @type {NodeListOf<SVGElement>} */ (this.drawing.layers.points.querySelectorAll(".point"))];
  }

  /** @returns {SVGElement[]} */
  #nodes() {
    return [...this.#points(), ...this.drawing.spaces.values()];
  }

  /** @returns {SVGElement | null} */
  #current() {
    const active = document.activeElement;
    return active instanceof SVGElement && this.drawing.map.contains(active) ? active : null;
  }

  /** @param {SVGElement} chosen */
  #rove(chosen) {
    for (const node of this.#nodes()) node.setAttribute("tabindex", node === chosen ? "0" : "-1");
  }

  /** @param {EventTarget | null} target */
  #choose(target) {
    const { space, point } = named(target);
    if (point) this.choices.onPoint(point);
    else if (space) this.choices.onSpace(space);
  }

  /** @param {EventTarget | null} target */
  #look(target) {
    this.choices.onLook(named(target).space);
  }

  /** @param {EventTarget | null} target */
  #focused(target) {
    if (target instanceof SVGElement) this.#rove(target);
    this.#look(target);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const from = this.#current();
    if (!from || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" || event.key === " ") this.#choose(from);
    else if (event.key in ARROWS) this.#go(from, ARROWS[event.key]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /**
   * @param {SVGElement} from
   * @param {Spot} direction
   */
  #go(from, direction) {
    const among = named(from).point ? this.#points() : [...this.drawing.spaces.values()];
    const here = this.#spot(from);
    const ranked = among
      .filter((node) => node !== from)
      .map((node) => ({ node, cost: cost(here, this.#spot(node), direction) }))
      .filter(({ cost }) => cost < Infinity)
      .sort((a, b) => a.cost - b.cost);
    ranked[0]?.node.focus();
  }

  /**
   * @param {SVGElement} node
   * @returns {Spot}
   */
  #spot(node) {
    const { space, point } = named(node);
    if (point) return at(/** @type {Pair} */ (point.split(",").map(Number)));
    return this.drawing.chart.byKey.get(space ?? "")?.centre ?? { x: 0, y: 0 };
  }
}

/**
 * How far a step is, the more the less it goes into the direction.
 * @param {Spot} from
 * @param {Spot} to
 * @param {Spot} direction
 */
function cost(from, to, direction) {
  const x = to.x - from.x;
  const y = to.y - from.y;
  const length = Math.hypot(x, y);
  const towards = (x * direction.x + y * direction.y) / length;
  return towards < NARROWEST ? Infinity : length * (2 - towards);
}

/**
 * @param {EventTarget | null} target
 * @returns {{space: string | null, point: string | null}}
 */
function named(target) {
  if (!(target instanceof Element)) return { space: null, point: null };
  return {
    space: target.closest("[data-space]")?.getAttribute("data-space") ?? null,
    point: target.closest("[data-point]")?.getAttribute("data-point") ?? null,
  };
}
