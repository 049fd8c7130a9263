/** The part of the map that nothing covers: the strip covers its foot, the zoom buttons an edge. */
// The strip lies over the map instead of below it, so a panel that grows or shrinks never resizes the
// map. No other module knows how much of the map is covered.

/** @import { Box } from "./camera.js" */

/**
 * @typedef {{top: number, right: number, bottom: number, left: number}} Margins in pixels
 */

/** @type {Margins} */
const NONE = { top: 0, right: 0, bottom: 0, left: 0 };
const GAP = 6;

// The height of the line that describes a place, unless it stands beside the buttons.
const LINE = 30;

export class Room {
  #margins = NONE;
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
    if (this.#margins === NONE && this.map.clientWidth) this.#margins = this.#measured(world);
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

/**
 * The pixels of the map's foot that the strip covers; a phone's bar stands below the map.
 * @param {Element} map
 */
function covered(map) {
  const strip = stripOf();
  if (!strip || getComputedStyle(strip).position === "sticky") return 0;
  const foot = map.getBoundingClientRect().bottom;
  return Math.max(0, foot - strip.getBoundingClientRect().top);
}
