/** The camera over the map: wheel, drag, pinch and buttons move its view box. */

import { prefersStillness } from "../../ui/dom.js";
import { Room, scaleIn } from "./room.js";
import { boxAround, leastDistance } from "./spots.js";

/** @import { Spot } from "./input.js" */

/** @typedef {{x: number, y: number, width: number, height: number}} Box */

const CLOSEST = 300;
const TAP_PIXELS = 7;
const GLIDE_MILLISECONDS = 320;
const FAR_UNITS_PER_PIXEL = 3.1;
const SETTLING_MILLISECONDS = 200;

// The least distance in pixels between two targets at which a finger hits the right one; Apple
// recommends 44, Android 48.
const FINGER_PIXELS = 46;

// At some widths of the map, 10 of 120, a glide ends a rounding error short of its scale. Without
// this, every further tap counted as zooming in, and no hex could be chosen.
const ROUNDING = 1e-6;

// A view lent for a choice is kept this long, as the next choice often follows at once.
const LENT_MILLISECONDS = 700;

export class Camera {
  /** @type {Map<number, PointerEvent>} */
  #fingers = new Map();
  #travelled = 0;
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
    // Not passive: the wheel would scroll the page, too.
    map.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    map.addEventListener("pointerdown", (event) => this.#down(event));
    map.addEventListener("pointermove", (event) => this.#move(event));
    for (const name of ["pointerup", "pointercancel", "pointerleave"]) {
      map.addEventListener(name, (event) => this.#fingers.delete(/** @type {PointerEvent} */ (event).pointerId));
    }
    // Captured, to stop the click at the end of a drag before it chooses anything.
    map.addEventListener("click", (event) => this.#swallowDrag(event), { capture: true });
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
   * each can be hit, if all still fit. Without spots, return to the whole world.
   * @param {Spot[]} spots
   * @param {Spot[]} [sights] shown as well, however small
   */
  reveal(spots, sights = []) {
    clearTimeout(this.#giving);
    this.#spots = [...spots, ...sights];
    // Sights only have to be seen; a finger has to hit the targets.
    this.#near = this.#nearEnough(spots);
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
    if (this.#isWithin(near)) return false;
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
    this.#glideTo(this.#fitted(around, Math.min(now, this.#near, this.#scaleOf(this.world))));
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
    const box = this.#free(this.box);
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
    const isWhole = this.#mode === "whole" || scale >= this.#scaleOf(this.world);
    if (isWhole || !scale) this.box = this.#fitted(this.world);
    else this.box = this.#centred({ x, y, width: 0, height: 0 }, scale);
    this.#show();
    if (this.#spots.length && this.#mode !== "own") this.#showSpots();
  }

  /** @param {Box} box */
  #scaleOf(box) {
    return scaleIn(this.map, this.room.margins(this.world), box);
  }

  /**
   * The view that shows a box in the free room.
   * @param {Box} box
   * @param {number} [least] the least scale, in units a pixel
   * @returns {Box}
   */
  #fitted(box, least = 0) {
    if (!this.map.clientWidth || !this.map.clientHeight) return box;
    return this.#centred(box, Math.max(this.#scaleOf(box), least, CLOSEST / this.map.clientWidth));
  }

  /**
   * The view at a scale with the middle of a box in the middle of the free room.
   * @param {Box} box
   * @param {number} scale
   * @returns {Box}
   */
  #centred(box, scale) {
    const { clientWidth, clientHeight } = this.map;
    const { top, right, bottom, left } = this.room.margins(this.world);
    return {
      x: box.x + box.width / 2 - (scale * (clientWidth + left - right)) / 2,
      y: box.y + box.height / 2 - (scale * (clientHeight + top - bottom)) / 2,
      width: clientWidth * scale,
      height: clientHeight * scale,
    };
  }

  /**
   * The part of a view that nothing covers.
   * @param {Box} box
   * @returns {Box}
   */
  #free(box) {
    const scale = box.width / (this.map.clientWidth || 1);
    const { top, right, bottom, left } = this.room.margins(this.world);
    return {
      x: box.x + left * scale,
      y: box.y + top * scale,
      width: box.width - (left + right) * scale,
      height: box.height - (top + bottom) * scale,
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
    // A drag does not change the scale, so the names need not be placed again.
    if (isScaled) this.scaled(unitsPerPixel);
    this.#settle();
  }

  /** @param {Box} box */
  #keepInWorld(box) {
    const { world } = this;
    const free = this.#free(box);
    box.x += clampStart(free.x, free.width, world.x, world.width) - free.x;
    box.y += clampStart(free.y, free.height, world.y, world.height) - free.y;
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

  /** @param {WheelEvent} event */
  #wheel(event) {
    event.preventDefault();
    const { x, y } = this.#spot(event);
    cancelAnimationFrame(this.#glide);
    // Browsers report a pinch on a touchpad as a wheel with Ctrl, in smaller steps.
    this.box = this.#scaled(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0015)), x, y);
    this.#showOwn();
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.button > 0) return;
    if (!this.#fingers.size) this.#travelled = 0;
    this.#fingers.set(event.pointerId, event);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const before = this.#fingers.get(event.pointerId);
    if (!before) return;
    const others = [...this.#fingers.values()].filter((finger) => finger !== before);
    this.#travelled += Math.hypot(event.clientX - before.clientX, event.clientY - before.clientY);
    this.#fingers.set(event.pointerId, event);
    if (this.#travelled < TAP_PIXELS) return;
    cancelAnimationFrame(this.#glide);
    if (others.length) this.#pinch(before, event, others[0]);
    else this.#drag(before, event);
    this.#showOwn();
  }

  /**
   * @param {PointerEvent} before
   * @param {PointerEvent} now
   */
  #drag(before, now) {
    const scale = this.box.width / this.map.clientWidth;
    this.box.x -= (now.clientX - before.clientX) * scale;
    this.box.y -= (now.clientY - before.clientY) * scale;
  }

  /**
   * @param {PointerEvent} before
   * @param {PointerEvent} now
   * @param {PointerEvent} other
   */
  #pinch(before, now, other) {
    const { x, y } = this.#spot(other);
    this.box = this.#scaled(distance(now, other) / Math.max(1, distance(before, other)), x, y);
  }

  /** @param {MouseEvent} event */
  #swallowDrag(event) {
    // `detail` is 0 for a click by keyboard or screen reader, which never ends a drag.
    if (this.#travelled >= TAP_PIXELS && event.detail > 0) event.stopPropagation();
  }

  /** @param {MouseEvent} event */
  #spot(event) {
    const bounds = this.map.getBoundingClientRect();
    return {
      x: this.box.x + ((event.clientX - bounds.left) / bounds.width) * this.box.width,
      y: this.box.y + ((event.clientY - bounds.top) / bounds.height) * this.box.height,
    };
  }
}

/**
 * @param {PointerEvent} a
 * @param {PointerEvent} b
 */
const distance = (a, b) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);

/**
 * The start nearest to `start` that keeps a stretch within another, or centres it if it is longer.
 * @param {number} start
 * @param {number} length
 * @param {number} from
 * @param {number} room
 */
const clampStart = (start, length, from, room) =>
  length >= room ? from + (room - length) / 2 : Math.min(Math.max(start, from), from + room - length);

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
