/** The names on a map: laid out at each scale, so that none lies on a sign, a piece or another name. */
// No texts and no state here, because the server draws pictures with this module.

import { svg } from "../../ui/dom.js";
import { chosen, nameBox, overlap } from "./boxes.js";
import { widthOf } from "./textwidth.js";

/** @import { Rectangle, Lettering } from "./boxes.js" */

/**
 * A name on a map.
 * @typedef {object} MapName
 * @property {string} text
 * @property {string} kind its class
 * @property {Lettering[]} places where it may stand, the best first
 * @property {number} [weight] of its letters, as its class has it
 * @property {number} [room] the most units that it may be wide
 */

// Letters keep this size on the screen at every scale; names without room are left out, and the
// line below the map and the places' labels name them instead.
const PIXELS = 11;
const WEIGHT = 500;

export class Names {
  /** @type {Rectangle[][]} for each name the boxes at this scale that are clear of all that never moves */
  #choices = [];
  /** @type {Lettering[][]} the places of these boxes */
  #places = [];
  /** @type {Rectangle[]} */
  #pieces = [];
  /** @type {(Lettering | null)[]} the places now drawn */
  #drawn;
  #unitsPerPixel = 0;

  /** @param {MapName[]} names the most important first */
  constructor(names) {
    this.names = names;
    this.#drawn = names.map(() => null);
    this.nodes = names.map(({ text, kind }) => svg("text", { class: `map-name ${kind} crowded` }, text));
    this.layer = svg("g", { class: "map-names", "aria-hidden": "true" }, this.nodes);
    /** @type {Rectangle[]} the boxes of signs, numbers and marks */
    this.signs = [];
  }

  /**
   * Lay the names out at a scale.
   * @param {number} unitsPerPixel
   */
  scale(unitsPerPixel) {
    this.#unitsPerPixel = unitsPerPixel;
    const em = PIXELS * unitsPerPixel;
    const clear = this.names.map((name) => this.#clearPlaces(name, em));
    this.#choices = clear.map((pairs) => pairs.map(([, box]) => box));
    this.#places = clear.map((pairs) => pairs.map(([place]) => place));
    this.#draw();
  }

  /**
   * Move or hide the names on which pieces stand now.
   * @param {Rectangle[]} pieces
   */
  avoid(pieces) {
    this.#pieces = pieces;
    // Before the first scale there is nothing to choose from.
    if (this.#unitsPerPixel) this.#draw();
  }

  /** @param {Rectangle[]} signs the boxes of signs, numbers and marks */
  stayClearOf(signs) {
    this.signs = signs;
    if (this.#unitsPerPixel) this.scale(this.#unitsPerPixel);
  }

  /**
   * @param {MapName} name
   * @param {number} em
   * @returns {[Lettering, Rectangle][]}
   */
  #clearPlaces({ text, places, weight = WEIGHT, room = Infinity }, em) {
    const width = widthOf(text, weight) * em;
    if (width > room) return [];
    return places.flatMap((place) => {
      const box = nameBox(place, width, em);
      return this.signs.some((sign) => overlap(sign, box)) ? [] : [/** @type {[Lettering, Rectangle]} */ ([place, box])];
    });
  }

  #draw() {
    for (const [n, choice] of chosen(this.#choices, this.#pieces).entries()) {
      const place = choice < 0 ? null : this.#places[n][choice];
      // Most steps move no name, and a written attribute makes the browser paint it again.
      if (place === this.#drawn[n]) continue;
      this.#drawn[n] = place;
      this.nodes[n].classList.toggle("crowded", !place);
      if (place) write(this.nodes[n], place);
    }
  }
}

/**
 * @param {SVGElement} node
 * @param {Lettering} place
 */
function write(node, { x, y, anchor, dx, dy }) {
  const attributes = { x, y, "text-anchor": anchor, dx: `${dx}em`, dy: `${dy}em` };
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
}
