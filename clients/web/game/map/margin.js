/** The letters above a map and the numbers beside it, for grid references; they stay in sight. */

import { svg } from "../../ui/dom.js";

/** @import { Box } from "./camera.js" */

/** @typedef {{name: string, at: number}} Ruling a column or row, and where its middle lies in units */

export const BAND_PIXELS = 18;
const FRAME_PIXELS = 3;
const LETTER_PIXELS = 9;
const STRIDES = [1, 2, 5, 10, 20];

export class Margin {
  #unitsPerPixel = 1;
  #top = svg("rect", { class: "margin-band" });
  #left = svg("rect", { class: "margin-band" });
  // Hides letters that would stand among the numbers.
  #corner = svg("rect", { class: "margin-band" });

  /**
   * @param {Ruling[]} columns
   * @param {Ruling[]} rows
   */
  constructor(columns, rows) {
    // The size of letters is set in pixels by the style sheet, and so are distances in letters.
    this.columns = { rulings: columns, nodes: columns.map(({ name, at }) => svg("text", { class: "margin-name", x: at, dy: "1.17em" }, name)) };
    this.rows = { rulings: rows, nodes: rows.map(({ name, at }) => svg("text", { class: "margin-name", y: at, dx: ".82em", dy: ".36em" }, name)) };
    this.top = svg("g", {}, this.#top, this.columns.nodes);
    this.left = svg("g", {}, this.#left, this.rows.nodes);
    this.layer = svg("g", { class: "margin", "aria-hidden": "true" }, this.top, this.left, this.#corner);
  }

  /**
   * Show as many letters and numbers as have room at a scale.
   * @param {number} unitsPerPixel
   */
  scale(unitsPerPixel) {
    this.#unitsPerPixel = unitsPerPixel;
    for (const { rulings, nodes } of [this.columns, this.rows]) {
      const stride = strideOf(rulings, unitsPerPixel);
      nodes.forEach((node, n) => node.classList.toggle("crowded", n % stride > 0));
    }
  }

  /**
   * Stand at the edges of a part of the map.
   * @param {Box} box
   */
  place({ x, y, width, height }) {
    const band = BAND_PIXELS * this.#unitsPerPixel;
    this.top.setAttribute("transform", `translate(0 ${y})`);
    this.left.setAttribute("transform", `translate(${x} 0)`);
    set(this.#top, { x, width, height: band });
    set(this.#left, { y, width: band, height });
    set(this.#corner, { x, y, width: band, height: band });
  }

  /**
   * Stand at the edges of a whole map that hides the bands.
   * @param {Box} box
   */
  frame(box) {
    // Without its band a letter may stand nearer to the edge, clear of what lies off the coast.
    this.place({ ...box, y: box.y - FRAME_PIXELS * this.#unitsPerPixel });
  }

  /**
   * Stay at the edges of a map whenever it moves.
   * @param {SVGSVGElement} map
   */
  follow(map) {
    map.classList.add("has-margin");
    new MutationObserver(() => this.place(map.viewBox.baseVal)).observe(map, { attributeFilter: ["viewBox"] });
  }
}

/**
 * The step between the names that have room, such as 2 for every second one.
 * @param {Ruling[]} rulings
 * @param {number} unitsPerPixel
 */
function strideOf(rulings, unitsPerPixel) {
  if (rulings.length < 2) return 1;
  const step = Math.abs(rulings[1].at - rulings[0].at) / unitsPerPixel;
  const longest = Math.max(...rulings.map(({ name }) => name.length));
  return STRIDES.find((stride) => stride * step >= (longest + 1) * LETTER_PIXELS) ?? rulings.length;
}

/**
 * @param {SVGElement} node
 * @param {Record<string, number>} attributes
 */
function set(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
}
