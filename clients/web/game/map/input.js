/** Choosing on the map by click or keyboard; one node at a time is in the tab order. */

/**
 * A map with nodes that can be chosen.
 * @typedef {{x: number, y: number}} Spot
 * @typedef {object} Drawn
 * @property {SVGSVGElement} map
 * @property {SVGElement[]} nodes every element that can have the focus
 * @property {SVGElement[]} targets the nodes that can be chosen now; arrow keys visit only these while there are any
 * @property {(node: Element) => Spot} spot the place of a node
 */

/** @type {Record<string, Spot>} */
const ARROWS = {
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
};
// The cosine of 70°: an arrow key reaches only nodes within this angle of its direction.
const NARROWEST = 0.35;

/**
 * @typedef {object} Choices
 * @property {(node: SVGElement) => void} onChoose called when a node or a piece is clicked
 * @property {(node: SVGElement | null) => void} onLook called when a node is hovered or focused, with null when none is
 * @property {(node: SVGElement) => boolean} approach true if a tap only zoomed in, as the node was too small for a finger
 */

export class MapInput {
  /** @type {number} */
  #labelling = 0;
  /** @type {(node: SVGElement) => string} */
  #describe = () => "";

  /**
   * @param {Drawn} drawing
   * @param {Choices} choices
   */
  constructor(drawing, choices) {
    this.drawing = drawing;
    this.choices = choices;
    const { map } = drawing;
    map.addEventListener("click", (event) => this.#click(event.target));
    map.addEventListener("keydown", (event) => this.#key(event));
    map.addEventListener("pointerover", (event) => this.#look(event.target));
    map.addEventListener("pointerleave", () => this.choices.onLook(null));
    map.addEventListener("focusin", (event) => this.#focused(event.target));
    // In the tab order, hundreds of nodes would come before the rest of the page.
    for (const node of drawing.nodes) node.setAttribute("tabindex", "-1");
    // Chromium gives the focus to an SVG that listens for it, as if it were a button itself.
    map.setAttribute("tabindex", "-1");
  }

  /**
   * Label the nodes and choose the one that Tab reaches. Nodes that are not targets are labelled
   * later.
   * @param {(node: SVGElement) => string} describe
   * @param {SVGElement | undefined} preferred
   */
  describe(describe, preferred) {
    const { nodes, targets } = this.drawing;
    this.#setTabStop(this.#current() ?? this.entry ?? preferred ?? nodes[0]);
    targets.filter((node) => !node.hasAttribute("aria-label")).forEach((node) => label(node, describe(node)));
    // Labelling hundreds of nodes held up the first paint by 0.1 to 0.2 s on a phone.
    this.#describe = describe;
    cancelIdle(this.#labelling);
    this.#labelling = whenIdle(() => nodes.forEach((node) => label(node, describe(node))));
  }

  /** The target that Tab reaches: the one that had the focus last, or the first. */
  get entry() {
    const { targets } = this.drawing;
    return targets.find((target) => target.getAttribute("tabindex") === "0") ?? targets[0] ?? null;
  }

  /** @returns {SVGElement | null} */
  #current() {
    const active = document.activeElement;
    const { map } = this.drawing;
    return active instanceof SVGElement && active !== map && map.contains(active) ? active : null;
  }

  /** @param {SVGElement} chosen */
  #setTabStop(chosen) {
    const { map } = this.drawing;
    for (const node of map.querySelectorAll('[tabindex="0"]')) if (node !== chosen) node.setAttribute("tabindex", "-1");
    for (const target of this.drawing.targets) target.setAttribute("tabindex", "-1");
    chosen.setAttribute("tabindex", "0");
  }

  /** @param {EventTarget | null} target */
  #click(target) {
    const node = this.#nodeOf(target);
    if (node && !this.choices.approach(node)) this.choices.onChoose(node);
  }

  /** @param {EventTarget | null} target */
  #choose(target) {
    const node = this.#nodeOf(target);
    if (node) this.choices.onChoose(node);
  }

  /** @param {EventTarget | null} target */
  #look(target) {
    this.choices.onLook(this.#nodeOf(target));
  }

  /**
   * The node or piece that an element belongs to.
   * @param {EventTarget | null} target
   * @returns {SVGElement | null}
   */
  #nodeOf(target) {
    return target instanceof Element ? target.closest("[data-space], [data-point], [data-wall], [data-place]") : null;
  }

  /** @param {EventTarget | null} target */
  #focused(target) {
    if (target instanceof SVGElement && target !== this.drawing.map) {
      // The browser may not have been idle yet, and a focused button needs a name.
      label(target, this.#describe(target));
      this.#setTabStop(target);
    }
    this.#look(target);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const from = this.#current();
    if (!from || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" || event.key === " ") this.#choose(from);
    else if (event.key in ARROWS) this.#go(from, ARROWS[event.key], event.shiftKey);
    else return;
    event.preventDefault();
    // Arrows elsewhere on the page step through the replay.
    event.stopPropagation();
  }

  /**
   * Move the focus to the nearest node in a direction.
   * @param {SVGElement} from
   * @param {Spot} direction
   * @param {boolean} isWide visits every node even while there are targets
   */
  #go(from, direction, isWide) {
    const { nodes, targets } = this.drawing;
    const candidates = targets.length && !isWide ? targets : nodes;
    const here = this.drawing.spot(from);
    const ranked = candidates
      .filter((node) => node !== from)
      .map((node) => ({ node, cost: cost(here, this.drawing.spot(node), direction) }))
      .filter(({ cost }) => cost < Infinity)
      .sort((a, b) => a.cost - b.cost);
    ranked[0]?.node.focus();
  }
}

/**
 * @param {SVGElement} node
 * @param {string} text
 */
function label(node, text) {
  // Writing the same label again would cost as much as the first time.
  if (node.getAttribute("aria-label") === text) return;
  node.setAttribute("role", "button");
  node.setAttribute("aria-label", text);
}

/** @param {() => void} act */
function whenIdle(act) {
  // Safari has no `requestIdleCallback`.
  return "requestIdleCallback" in window ? requestIdleCallback(act, { timeout: 400 }) : setTimeout(act, 60);
}

/** @param {number} handle */
function cancelIdle(handle) {
  if ("cancelIdleCallback" in window) cancelIdleCallback(handle);
  else clearTimeout(handle);
}

/**
 * The cost of a step: its length, and more the further it strays from the direction; infinite
 * beyond a limit.
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
