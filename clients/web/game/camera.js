/** The camera over the map: wheel, drag, pinch and buttons move its view box. */

import { prefersStillness } from "../ui/dom.js";

/** @typedef {{x: number, y: number, width: number, height: number}} Box */

const CLOSEST = 300;
const TAP_PIXELS = 7;
const GLIDE_MILLISECONDS = 320;
const FAR_UNITS_PER_PIXEL = 3.1;
const SETTLING_MILLISECONDS = 200;

export class Camera {
  /** @type {Map<number, PointerEvent>} */
  #fingers = new Map();
  #travelled = 0;
  #glide = 0;
  #touched = false;
  #scale = 0;
  #settling = 0;

  /**
   * @param {SVGSVGElement} map
   * @param {Box} world
   * @param {(unitsPerPixel: number) => void} scaled
   */
  constructor(map, world, scaled) {
    this.map = map;
    this.scaled = scaled;
    this.world = world;
    this.box = { ...world };
    new ResizeObserver(() => this.#resized()).observe(map);
    map.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    map.addEventListener("pointerdown", (event) => this.#down(event));
    map.addEventListener("pointermove", (event) => this.#move(event));
    for (const name of ["pointerup", "pointercancel", "pointerleave"]) {
      map.addEventListener(name, (event) => this.#up(/** @type {PointerEvent} */ (event)));
    }
    map.addEventListener("click", (event) => this.#swallowDrag(event), { capture: true });
  }

  /** Show the whole world. */
  fit() {
    this.#touched = false;
    this.#glideTo(this.#fitted(this.world));
  }

  /**
   * @param {number} factor above 1 zooms in
   */
  zoom(factor) {
    const { x, y, width, height } = this.box;
    this.#touched = true;
    this.#glideTo(this.#scaled(factor, x + width / 2, y + height / 2));
  }

  /**
   * Zoom in on a spot.
   * @param {{x: number, y: number}} spot
   * @param {number} width of the map to show
   */
  closeUp({ x, y }, width) {
    this.#touched = true;
    const { width: across, height } = this.#fitted({ x: 0, y: 0, width, height: 0 });
    this.#glideTo({ x: x - across / 2, y: y - height / 2, width: across, height });
  }

  /**
   * Move no further than it takes to show some spots.
   * @param {{x: number, y: number}[]} spots
   */
  reveal(spots) {
    if (!spots.length || spots.every((spot) => this.#sees(spot))) return;
    const xs = spots.map((spot) => spot.x);
    const ys = spots.map((spot) => spot.y);
    const margin = 130;
    const x = Math.min(...xs) - margin;
    const y = Math.min(...ys) - margin;
    const around = { x, y, width: Math.max(...xs) + margin - x, height: Math.max(...ys) + margin - y };
    this.#glideTo(this.#widened(this.#fitted(around)));
  }

  /** @param {{x: number, y: number}} spot */
  #sees({ x, y }) {
    const { box } = this;
    const margin = 40;
    return (
      x > box.x + margin && x < box.x + box.width - margin &&
      y > box.y + margin && y < box.y + box.height - margin
    );
  }

  /** @param {Box} box */
  #widened(box) {
    const factor = Math.max(1, Math.min(this.box.width, this.world.width) / box.width);
    return {
      x: box.x - (box.width * (factor - 1)) / 2,
      y: box.y - (box.height * (factor - 1)) / 2,
      width: box.width * factor,
      height: box.height * factor,
    };
  }

  #resized() {
    this.box = this.#touched ? this.#fitted(this.box) : this.#fitted(this.world);
    this.#show();
  }

  /**
   * The smallest box of the map's proportions around another.
   * @param {Box} box
   * @returns {Box}
   */
  #fitted(box) {
    const { clientWidth, clientHeight } = this.map;
    if (!clientWidth || !clientHeight) return box;
    const ratio = clientWidth / clientHeight;
    const width = Math.max(box.width, box.height * ratio, CLOSEST);
    const height = width / ratio;
    return {
      x: box.x + (box.width - width) / 2,
      y: box.y + (box.height - height) / 2,
      width,
      height,
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

  #show() {
    const { box, world } = this;
    box.x = clampStart(box.x, box.width, world.x, world.width);
    box.y = clampStart(box.y, box.height, world.y, world.height);
    this.map.setAttribute("viewBox", `${box.x} ${box.y} ${box.width} ${box.height}`);
    const unitsPerPixel = box.width / (this.map.clientWidth || 1);
    this.map.style.setProperty("--px", `${unitsPerPixel}px`);
    this.map.classList.toggle("far", unitsPerPixel > FAR_UNITS_PER_PIXEL);
    if (unitsPerPixel !== this.#scale) this.scaled(unitsPerPixel);
    this.#scale = unitsPerPixel;
    this.#settle();
  }

  /** Mark a map at rest: its ground then keeps a layer of its own and is not painted again at each step. */
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
    this.#touched = true;
    cancelAnimationFrame(this.#glide);
    this.box = this.#scaled(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0015)), x, y);
    this.#show();
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
    this.#touched = true;
    cancelAnimationFrame(this.#glide);
    if (others.length) this.#pinch(before, event, others[0]);
    else this.#drag(before, event);
    this.#show();
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

  /** @param {PointerEvent} event */
  #up(event) {
    this.#fingers.delete(event.pointerId);
  }

  /** @param {MouseEvent} event */
  #swallowDrag(event) {
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
