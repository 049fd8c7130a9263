/** Painting on a map by mouse, touch and keyboard; a drag paints. */

import { Camera } from "../game/map/camera.js";
import { MapInput } from "../game/map/input.js";
import { zoomButtons } from "../game/map/zoom.js";
import { el, refill, svg } from "../ui/dom.js";

/** @import { Draft, Editor, Sheet, Spot, Tool } from "./editor.js" */

/**
 * @typedef {object} Painting
 * @property {() => Tool | null} tool the chosen tool, null for the hand that moves the map
 * @property {(place: string, tool: Tool, spot: Spot | null) => void} paint
 * @property {() => void} begin
 * @property {() => void} end
 * @property {(tool: Tool) => void} take choose a tool by its key
 */

export class Easel {
  /** @type {Sheet | null} */
  #sheet = null;
  /** @type {MapInput | null} */
  #input = null;
  /** @type {number | null} the pointer that paints */
  #pointer = null;
  #painted = "";
  #marks = svg("g", { class: "board-marks", "aria-hidden": "true" });

  /**
   * @param {Editor} editor
   * @param {Painting} painting
   */
  constructor(editor, painting) {
    this.editor = editor;
    this.painting = painting;
    this.element = el("div", { class: "easel" });
    // Captured, to run before the camera, which moves the map on the same events.
    const first = { capture: true };
    this.element.addEventListener("pointerdown", (event) => this.#down(event), first);
    this.element.addEventListener("pointermove", (event) => this.#move(event), first);
    for (const name of ["pointerup", "pointercancel"]) {
      this.element.addEventListener(name, (event) => this.#up(/** @type {PointerEvent} */ (event)), first);
    }
    this.element.addEventListener("click", (event) => this.#click(event), first);
    this.element.addEventListener("keydown", (event) => this.#key(event));
  }

  /**
   * @param {Draft} draft
   * @param {string} label the map's name for screen readers
   */
  show(draft, label) {
    const isNew = !this.#sheet || this.element.dataset.size !== `${draft.rows} ${draft.columns}`;
    const sheet = isNew ? this.#lay(draft) : /** @type {Sheet} */ (this.#sheet);
    sheet.map.setAttribute("aria-label", label);
    sheet.show(draft);
    this.#input?.describe((node) => this.editor.describe(draft, placeOf(node)), undefined);
  }

  /**
   * Mark the places at fault.
   * @param {Spot[]} spots
   */
  mark(spots) {
    refill(this.#marks, spots.map(({ x, y }) =>
      svg("g", { class: "board-mark", transform: `translate(${x} ${y})` }, svg("circle", { r: 17 }), svg("text", { y: 9 }, "!"))));
  }

  /**
   * @param {Draft} draft
   * @param {Record<string, any>} place
   */
  find(draft, place) {
    return this.#sheet?.find(draft, place) ?? null;
  }

  /** @param {Draft} draft */
  #lay(draft) {
    const sheet = this.editor.sheet(draft);
    this.#sheet = sheet;
    this.element.dataset.size = `${draft.rows} ${draft.columns}`;
    sheet.map.append(this.#marks);
    const camera = new Camera(sheet.map, sheet.box, () => undefined);
    const zoom = (/** @type {number} */ factor) => (factor ? camera.zoom(factor) : camera.fit());
    refill(this.element, sheet.map, zoomButtons(zoom));
    const { map, nodes } = sheet;
    const drawn = { map, nodes, targets: [], spot: (/** @type {Element} */ node) => sheet.spot(node) };
    this.#input = new MapInput(drawn, { onChoose: (node) => this.#paintWhole(node), onLook: () => undefined, approach: () => false });
    return sheet;
  }

  /** @param {SVGElement} node chosen by keyboard */
  #paintWhole(node) {
    const tool = this.painting.tool();
    if (tool) this.painting.paint(placeOf(node), tool, null);
  }

  /** @param {PointerEvent} event */
  #down(event) {
    const tool = this.painting.tool();
    if (!tool || !event.isPrimary || event.button > 0 || !this.#onMap(event)) return;
    // A drag that paints does not move the map.
    event.stopPropagation();
    this.#pointer = event.pointerId;
    this.#painted = "";
    this.painting.begin();
    this.#paintAt(event, tool);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const tool = this.painting.tool();
    if (event.pointerId !== this.#pointer || !tool) return;
    event.stopPropagation();
    if (!tool.drags) return;
    // A quick stroke fires one event a frame; the coalesced events in between close the gaps.
    // Safari has had them only since 18.2.
    const moves = "getCoalescedEvents" in event ? event.getCoalescedEvents() : [];
    for (const each of moves.length ? moves : [event]) this.#paintAt(each, tool);
  }

  /** @param {PointerEvent} event */
  #up(event) {
    if (event.pointerId !== this.#pointer) return;
    this.#pointer = null;
    this.painting.end();
  }

  /** @param {MouseEvent} event */
  #click(event) {
    // The press has painted already. A click by keyboard or assistive technology has no `detail`,
    // and must get through.
    if (event.detail > 0 && this.#onMap(event)) event.stopPropagation();
  }

  /**
   * @param {PointerEvent} event
   * @param {Tool} tool
   */
  #paintAt(event, tool) {
    // Not `event.target`: a touch keeps the element where it began as its target.
    const node = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-place]");
    if (!node || !this.element.contains(node)) return;
    const place = placeOf(node);
    if (place === this.#painted) return;
    this.#painted = place;
    this.painting.paint(place, tool, this.#spot(event));
  }

  /** @param {MouseEvent} event */
  #spot({ clientX, clientY }) {
    const map = /** @type {Sheet} */ (this.#sheet).map;
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(map.getScreenCTM()?.inverse());
    return { x, y };
  }

  /** @param {Event} event */
  #onMap(event) {
    return event.target instanceof Element && event.target.closest("svg") === this.#sheet?.map;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const node = document.activeElement;
    if (event.ctrlKey || event.metaKey || event.altKey || !(node instanceof SVGElement)) return;
    const isErasing = event.key === "Delete" || event.key === "Backspace";
    const tools = this.editor.groups.flatMap((group) => group.tools);
    const tool = tools.find(({ id, key }) => (isErasing ? id === this.editor.eraser : key === event.key.toLowerCase()));
    if (!tool) return;
    event.preventDefault();
    event.stopPropagation();
    this.painting.take(tool);
    this.painting.paint(placeOf(node), tool, null);
  }
}

/** @param {Element} node */
const placeOf = (node) => node.getAttribute("data-place") ?? "";
