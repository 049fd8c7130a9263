/** The part of the map that nothing covers: the strip covers its foot, the zoom buttons an edge. */
// A panel that grows or shrinks never resizes the map: on a wide page it stands beside it, on a phone
// below it, and at widths between it lies over the map's foot. No other module knows how much of the
// map is covered.

import { BAND_PIXELS } from "./margin.js";

/** @import { Box } from "./camera.js" */

/**
 * @typedef {{top: number, right: number, bottom: number, left: number}} Margins in pixels
 */

/** @type {Margins} */
const NONE = { top: 0, right: 0, bottom: 0, left: 0 };
const GAP = 6;

// The height of the line that describes a place, unless it stands beside the buttons.
const LINE = 30;

// The style sheets have the same width.
const WIDE = matchMedia("(min-width: 1100px)");

/** True if the panel stands beside the map and so covers none of it. */
export const isBeside = () => WIDE.matches;

export class Room {
  #margins = NONE;
  /** Of a phone's map, the pixels of the foot under a strip that is taller than the room below. */
  hidden = 0;
  /** The size of the map, and the largest height covered at its foot at that size. */
  #foot = { width: 0, height: 0, covered: 0 };

  /**
   * @param {SVGSVGElement} map
   * @param {() => void} changed called when the map or what covers it has another size
   */
  constructor(map, changed) {
    this.map = map;
    const observer = new ResizeObserver(() => {
      this.#margins = NONE;
      this.hidden = hiddenFoot(map);
      changed();
    });
    observer.observe(map);
    const strip = stripOf();
    if (strip) observer.observe(strip);
  }

  /**
   * The margins to keep free around a world. The zoom buttons are put where the world loses least
   * of its size.
   * @param {Box} world
   */
  margins(world) {
    // Measured once per size: the camera asks at each frame, and reading sizes forces a layout.
    if (this.#margins === NONE && this.map.clientWidth) this.#margins = this.#withBands(this.#measured(world));
    return this.#margins;
  }

  /** @param {Box} world */
  #measured(world) {
    const bottom = this.#coveredFoot();
    const zoom = this.map.parentElement?.querySelector(".zoom");
    const button = zoom?.querySelector("button");
    if (!zoom || !button) return { ...NONE, bottom };
    const edge = button.offsetHeight + 2 * GAP;
    const across = { ...NONE, bottom, top: edge };
    const down = { ...NONE, bottom, right: edge, top: LINE };
    const isAcross = scaleIn(this.map, across, world) <= scaleIn(this.map, down, world);
    zoom.classList.toggle("across", isAcross);
    return isAcross ? across : down;
  }

  /**
   * Margins with the bands of a grid's letters and numbers.
   * @param {Margins} margins
   */
  #withBands({ top, left, ...others }) {
    const band = this.map.classList.contains("has-margin") ? BAND_PIXELS : 0;
    return { ...others, top: top + band, left: left + band };
  }

  /** The pixels of the map's foot to keep free. */
  #coveredFoot() {
    // A replay's prompts differ in height. If the map moved with each of them, it would be painted
    // whole: 200 ms instead of 30 on a busy machine. So for a watcher the largest height stays.
    const { clientWidth: width, clientHeight: height } = this.map;
    const { width: oldWidth, height: oldHeight, covered: most } = this.#foot;
    const isWatched = this.map.closest(".watching") && width === oldWidth && height === oldHeight;
    this.#foot = { width, height, covered: Math.max(covered(this.map), isWatched ? most : 0) };
    return this.#foot.covered;
  }
}

/**
 * The scale, in units a pixel, at which a box fits between the margins.
 * @param {SVGSVGElement} map
 * @param {Margins} margins
 * @param {Box} box
 */
export function scaleIn({ clientWidth, clientHeight }, { top, right, bottom, left }, box) {
  const across = Math.max(1, clientWidth - left - right);
  const down = Math.max(1, clientHeight - top - bottom);
  return Math.max(box.width / across, box.height / down);
}

const stripOf = () => document.getElementById("panel");

/** @param {Element} strip */
const isBar = (strip) => getComputedStyle(strip).position === "sticky";

/**
 * The pixels by which a phone's bar reaches over the map's foot, however far the page is scrolled.
 * @param {Element} map
 */
function hiddenFoot(map) {
  const strip = stripOf();
  if (!strip || isBeside() || !isBar(strip)) return 0;
  const below = innerHeight - scrollY - map.getBoundingClientRect().bottom;
  return Math.max(0, strip.clientHeight - below);
}

/**
 * The pixels of the map's foot that the strip covers and the scale leaves free; 0 for a phone's bar,
 * which hides the foot but changes no scale.
 * @param {Element} map
 */
function covered(map) {
  const strip = stripOf();
  if (!strip || isBeside() || isBar(strip)) return 0;
  const foot = map.getBoundingClientRect().bottom;
  return Math.max(0, foot - strip.getBoundingClientRect().top);
}
