/** The camera over the map: gestures, buttons and, on a narrow page, choices move its view box. */

import { prefersStillness } from "../../ui/dom.js";
import { Gestures } from "./gestures.js";
import { isBeside, Room, scaleIn } from "./room.js";
import { boxAround, leastDistance } from "./spots.js";

/** @import { Spot } from "./input.js" */

/** @typedef {{x: number, y: number, width: number, height: number}} Box */

const CLOSEST = 300;
const GLIDE_MILLISECONDS = 320;
const FAR_UNITS_PER_PIXEL = 3.1;
const SETTLING_MILLISECONDS = 200;

// The least distance in pixels between two targets at which a finger hits the right one; Apple
// recommends 44, Android 48.
const FINGER_PIXELS = 46;
// From this distance on a first tap chooses: one that only zoomed by some percent seemed to do
// nothing.
const LEAST_FINGER_PIXELS = 44;

// At some widths of the map, 10 of 120, a glide ends a rounding error short of its scale. Without
// this, every further tap counted as zooming in, and no hex could be chosen.
const ROUNDING = 1e-6;

// A view lent for a choice is kept this long, as the next choice often follows at once.
const LENT_MILLISECONDS = 700;

export class Camera {
  #glide = 0;
  /** @type {"whole" | "near" | "lent" | "own"} the whole world, a part of it, a view lent for a choice, or the player's own */
  #mode = "whole";
  /** @type {Spot[]} the spots to choose from */
  #spots = [];
  /** The scale at which a finger hits each of them. */
  #near = Infinity;
  #giving = 0;
  /** The middle and the scale of the view that the camera has or glides to. */
  #aim = { x: 0, y: 0, scale: 0 };
  #scale = 0;
  #settling = 0;

  /**
   * @param {SVGSVGElement} map
   * @param {Box} world
   * @param {(unitsPerPixel: number) => void} scaled
   * @param {number} [grain] the size of a target that is a part of the map, in units
   */
  constructor(map, world, scaled, grain = Infinity) {
    this.map = map;
    this.scaled = scaled;
    this.world = world;
    this.grain = grain;
    this.box = { ...world };
    this.room = new Room(map, () => this.#resized());
    new Gestures(map, { zoom: (factor, x, y) => this.#zoomAt(factor, x, y), pan: (x, y) => this.#pan(x, y) });
  }

  /** Show the whole world. */
  fit() {
    this.#mode = "whole";
    this.#glideTo(this.#fitted(this.world));
  }

  /** @param {number} factor above 1 zooms in */
  zoom(factor) {
    const { x, y, width, height } = this.#free(this.box);
    this.#mode = "own";
    this.#glideTo(this.#scaled(factor, x + width / 2, y + height / 2));
  }

  /**
   * Zoom in on a spot, unless the whole world is as near.
   * @param {Spot} spot
   * @param {number} width of the map to show
   */
  closeUp({ x, y }, width) {
    const around = { x: x - width / 2, y, width, height: 0 };
    if (this.#scaleOf(around) >= this.#scaleOf(this.world)) return this.fit();
    this.#mode = "near";
    this.#glideTo(this.#fitted(around));
  }

  /**
   * Move no further than needed to show the spots to choose from. For a finger, also zoom in until
   * each can be hit, if all still fit. Without spots, return to the whole world. Beside the panel,
   * do nothing.
   * @param {Spot[]} spots
   * @param {Spot[]} [sights] shown as well, however small
   */
  reveal(spots, sights = []) {
    clearTimeout(this.#giving);
    this.#spots = [...spots, ...sights];
    // Sights only have to be seen; a finger has to hit the targets.
    this.#near = this.#nearEnough(spots);
    // Beside the panel the map is large enough for every choice: only the player moves it.
    if (isBeside()) return this.#pointElsewhere();
    if (!this.#spots.length) this.#giving = setTimeout(() => this.#giveBack(), LENT_MILLISECONDS);
    else this.#showSpots();
  }

  /**
   * Zoom in on a tapped spot if the spots to choose from lie too close together for a finger.
   * @param {Spot} spot
   * @param {Spot[]} spots
   * @returns {boolean} true if it zoomed in, so that the tap chooses nothing
   */
  approach(spot, spots) {
    const near = this.#nearEnough(spots);
    if (this.#isWithin((near * FINGER_PIXELS) / LEAST_FINGER_PIXELS)) return false;
    clearTimeout(this.#giving);
    this.#lend();
    this.#spots = [spot];
    this.#near = near;
    this.#glideTo(this.#scaled(this.#scale / near, spot.x, spot.y));
    return true;
  }

  /** @param {number} scale */
  #isWithin(scale) {
    return this.#scale <= scale * (1 + ROUNDING);
  }

  #giveBack() {
    if (this.#mode === "lent") this.fit();
  }

  /** Light up the button for the whole map if the player's own view leaves out a choice. */
  #pointElsewhere() {
    const { x, y, width, height } = this.box;
    const isOut = (/** @type {Spot} */ spot) => spot.x < x || spot.x > x + width || spot.y < y || spot.y > y + height;
    const isElsewhere = isBeside() && this.#mode === "own" && this.#spots.some(isOut);
    this.map.parentElement?.querySelector(".zoom")?.classList.toggle("elsewhere", isElsewhere);
  }

  #lend() {
    if (this.#mode === "whole") this.#mode = "lent";
  }

  #showSpots() {
    const around = boxAround(this.#spots);
    const isNear = this.#isWithin(this.#near) || this.#scaleOf(around) > this.#near;
    if (isNear && this.#spots.every((spot) => this.#sees(spot))) return;
    this.#lend();
    // Before the first view there is no scale to keep.
    const now = this.#scale || Infinity;
    this.#glideTo(this.#fitted(around, Math.min(now, this.#near, this.#scaleOf(this.world)), this.room.hidden));
  }

  /**
   * The scale at which a finger can hit each spot.
   * @param {Spot[]} spots
   */
  #nearEnough(spots) {
    if (!matchMedia("(pointer: coarse)").matches) return Infinity;
    return Math.min(leastDistance(spots), this.grain) / FINGER_PIXELS;
  }

  /** @param {Spot} spot */
  #sees({ x, y }) {
    const box = this.#free(this.box, this.room.hidden);
    const margin = Math.min(40, box.width / 10);
    return (
      x > box.x + margin && x < box.x + box.width - margin &&
      y > box.y + margin && y < box.y + box.height - margin
    );
  }

  /** Keep the same part in view when the size of the map, or of the strip over it, changes. */
  #resized() {
    const { x, y, scale } = this.#aim;
    cancelAnimationFrame(this.#glide);
    if (isBeside() && this.#mode === "lent") this.#mode = "whole";
    const isWhole = this.#mode === "whole" || scale >= this.#scaleOf(this.world);
    if (isWhole || !scale) this.box = this.#fitted(this.world);
    else this.box = this.#centred({ x, y, width: 0, height: 0 }, scale);
    this.#show();
    if (this.#spots.length && this.#mode !== "own" && !isBeside()) this.#showSpots();
  }

  /** @param {Box} box */
  #scaleOf(box) {
    return scaleIn(this.map, this.room.margins(this.world), box);
  }

  /**
   * The view that shows a box in the free room.
   * @param {Box} box
   * @param {number} [least] the least scale, in units a pixel
   * @param {number} [hidden] pixels of the foot to leave out as well
   * @returns {Box}
   */
  #fitted(box, least = 0, hidden = 0) {
    if (!this.map.clientWidth || !this.map.clientHeight) return box;
    return this.#centred(box, Math.max(this.#scaleOf(box), least, CLOSEST / this.map.clientWidth), hidden);
  }

  /**
   * The view at a scale with the middle of a box in the middle of the free room.
   * @param {Box} box
   * @param {number} scale
   * @param {number} [hidden]
   * @returns {Box}
   */
  #centred(box, scale, hidden = 0) {
    const { clientWidth, clientHeight } = this.map;
    const { top, right, bottom, left } = this.room.margins(this.world);
    return {
      x: box.x + box.width / 2 - (scale * (clientWidth + left - right)) / 2,
      y: box.y + box.height / 2 - (scale * (clientHeight + top - bottom - hidden)) / 2,
      width: clientWidth * scale,
      height: clientHeight * scale,
    };
  }

  /**
   * The part of a view that nothing covers.
   * @param {Box} box
   * @param {number} [hidden]
   * @returns {Box}
   */
  #free(box, hidden = 0) {
    const scale = box.width / (this.map.clientWidth || 1);
    const { top, right, bottom, left } = this.room.margins(this.world);
    return {
      x: box.x + left * scale,
      y: box.y + top * scale,
      width: box.width - (left + right) * scale,
      height: box.height - (top + bottom + hidden) * scale,
    };
  }

  /**
   * @param {number} factor
   * @param {number} x
   * @param {number} y
   * @returns {Box}
   */
  #scaled(factor, x, y) {
    const widest = this.#fitted(this.world).width;
    const width = Math.min(Math.max(this.box.width / factor, CLOSEST), widest);
    const ratio = width / this.box.width;
    return {
      x: x - (x - this.box.x) * ratio,
      y: y - (y - this.box.y) * ratio,
      width,
      height: this.box.height * ratio,
    };
  }

  /** @param {Box} goal */
  #glideTo(goal) {
    cancelAnimationFrame(this.#glide);
    this.#aimAt(goal);
    const from = this.box;
    const startTime = performance.now();
    const length = prefersStillness() ? 0 : GLIDE_MILLISECONDS;
    const step = (/** @type {number} */ now) => {
      const part = length ? Math.min(1, Math.max(0, now - startTime) / length) : 1;
      this.box = between(from, goal, 1 - (1 - part) ** 3);
      this.#show();
      if (part < 1) this.#glide = requestAnimationFrame(step);
    };
    step(startTime);
  }

  /** @param {Box} box */
  #aimAt(box) {
    const { x, y, width, height } = this.#free(box);
    this.#aim = { x: x + width / 2, y: y + height / 2, scale: box.width / (this.map.clientWidth || 1) };
  }

  #showOwn() {
    this.#mode = "own";
    this.#show();
    this.#aimAt(this.box);
  }

  #show() {
    const { box } = this;
    this.#keepInWorld(box);
    const unitsPerPixel = box.width / (this.map.clientWidth || 1);
    const viewBox = `${box.x} ${box.y} ${box.width} ${box.height}`;
    if (unitsPerPixel === this.#scale && viewBox === this.map.getAttribute("viewBox")) return;
    this.map.setAttribute("viewBox", viewBox);
    // Lines and letters keep their size on the screen, however near the view is.
    this.map.style.setProperty("--px", `${unitsPerPixel}px`);
    this.map.classList.toggle("far", unitsPerPixel > FAR_UNITS_PER_PIXEL);
    const isScaled = unitsPerPixel !== this.#scale;
    this.#scale = unitsPerPixel;
    this.#pointElsewhere();
    // A drag does not change the scale, so the names need not be placed again.
    if (isScaled) this.scaled(unitsPerPixel);
    this.#settle();
  }

  /** @param {Box} box */
  #keepInWorld(box) {
    const { world } = this;
    const free = this.#free(box);
    const hidden = (this.room.hidden * box.width) / (this.map.clientWidth || 1);
    box.x += clampStart(free.x, free.width, world.x, world.width) - free.x;
    box.y += clampStart(free.y, free.height, world.y, world.height, hidden) - free.y;
  }

  // A layer of its own saves the ground from being painted at each step: 4 ms instead of 93. While
  // the map moves, such a layer would have to be painted at each frame.
  /** Mark the map as settled once it stands still. */
  #settle() {
    const { classList } = this.map;
    classList.remove("settled");
    clearTimeout(this.#settling);
    this.#settling = setTimeout(() => classList.add("settled"), SETTLING_MILLISECONDS);
  }

  /**
   * Zoom about a spot of the window that stays where it is.
   * @param {number} factor
   * @param {number} clientX
   * @param {number} clientY
   */
  #zoomAt(factor, clientX, clientY) {
    const bounds = this.map.getBoundingClientRect();
    const x = this.box.x + ((clientX - bounds.left) / bounds.width) * this.box.width;
    const y = this.box.y + ((clientY - bounds.top) / bounds.height) * this.box.height;
    cancelAnimationFrame(this.#glide);
    this.box = this.#scaled(factor, x, y);
    this.#showOwn();
  }

  /**
   * @param {number} x in pixels
   * @param {number} y
   */
  #pan(x, y) {
    const scale = this.box.width / this.map.clientWidth;
    cancelAnimationFrame(this.#glide);
    this.box.x -= x * scale;
    this.box.y -= y * scale;
    this.#showOwn();
  }
}

/**
 * The start nearest to `start` that keeps a stretch within another, or centres it if it is longer.
 * @param {number} start
 * @param {number} length
 * @param {number} from
 * @param {number} room
 * @param {number} [beyond] how much further the stretch may start
 */
function clampStart(start, length, from, room, beyond = 0) {
  const [least, most] = length >= room ? [from + (room - length) / 2, from + (room - length) / 2] : [from, from + room - length];
  return Math.min(Math.max(start, least), most + beyond);
}

/**
 * @param {Box} a
 * @param {Box} b
 * @param {number} part
 * @returns {Box}
 */
function between(a, b, part) {
  const mix = (/** @type {keyof Box} */ name) => a[name] + (b[name] - a[name]) * part;
  return { x: mix("x"), y: mix("y"), width: mix("width"), height: mix("height") };
}
