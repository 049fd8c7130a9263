/** Wheel, drag and pinch on a map, reported as zooms and pans. */

const TAP_PIXELS = 7;

/**
 * @typedef {object} Moves
 * @property {(factor: number, clientX: number, clientY: number) => void} zoom about a spot of the window
 * @property {(x: number, y: number) => void} pan by so many pixels
 */

export class Gestures {
  /** @type {Map<number, PointerEvent>} */
  #fingers = new Map();
  #travelled = 0;

  /**
   * @param {SVGSVGElement} map
   * @param {Moves} moves
   */
  constructor(map, moves) {
    this.moves = moves;
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

  /** @param {WheelEvent} event */
  #wheel(event) {
    event.preventDefault();
    // Browsers report a pinch on a touchpad as a wheel with Ctrl, in smaller steps.
    this.moves.zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0015)), event.clientX, event.clientY);
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
    this.#travelled += distance(event, before);
    this.#fingers.set(event.pointerId, event);
    if (this.#travelled < TAP_PIXELS) return;
    if (others.length) this.#pinch(before, event, others[0]);
    else this.moves.pan(event.clientX - before.clientX, event.clientY - before.clientY);
  }

  /**
   * @param {PointerEvent} before
   * @param {PointerEvent} now
   * @param {PointerEvent} other
   */
  #pinch(before, now, other) {
    this.moves.zoom(distance(now, other) / Math.max(1, distance(before, other)), other.clientX, other.clientY);
  }

  /** @param {MouseEvent} event */
  #swallowDrag(event) {
    // `detail` is 0 for a click by keyboard or screen reader, which never ends a drag.
    if (this.#travelled >= TAP_PIXELS && event.detail > 0) event.stopPropagation();
  }
}

/**
 * @param {PointerEvent} a
 * @param {PointerEvent} b
 */
const distance = (a, b) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
