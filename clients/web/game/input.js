/** Choosing on the map: clicks, and the keyboard with one space or point in focus at a time. */

/**
 * A map that can be pointed at.
 * @typedef {{x: number, y: number}} Spot
 * @typedef {object} Drawn
 * @property {SVGSVGElement} map
 * @property {SVGElement[]} nodes all that can have the focus
 * @property {SVGElement[]} targets those of them that lie above the others while there are any
 * @property {(node: Element) => Spot} spot where a node is
 */

/** @type {Record<string, Spot>} */
const ARROWS = {
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
};
const NARROWEST = 0.35;

/**
 * @typedef {object} Choices
 * @property {(node: SVGElement) => void} onChoose a node, or a piece on the map, is clicked
 * @property {(node: SVGElement | null) => void} onLook a node is hovered or focused, or none
 */

export class MapInput {
  /** @type {number} */
  #telling = 0;
  /** @type {(node: SVGElement) => string} */
  #words = () => "";

  /**
   * @param {Drawn} drawing
   * @param {Choices} choices
   */
  constructor(drawing, choices) {
    this.drawing = drawing;
    this.choices = choices;
    const { map } = drawing;
    map.addEventListener("click", (event) => this.#choose(event.target));
    map.addEventListener("keydown", (event) => this.#key(event));
    map.addEventListener("pointerover", (event) => this.#look(event.target));
    map.addEventListener("pointerleave", () => this.choices.onLook(null));
    map.addEventListener("focusin", (event) => this.#focused(event.target));
    for (const node of drawing.nodes) {
      node.setAttribute("role", "button");
      node.setAttribute("tabindex", "-1");
    }
  }

  /**
   * Say what each node is and which of all can be reached with Tab. What is new has its name at once;
   * that of the others follows the game once there is time.
   * @param {(node: SVGElement) => string} describe
   * @param {SVGElement | undefined} preferred
   */
  describe(describe, preferred) {
    const { nodes, targets } = this.drawing;
    targets.forEach((target) => target.setAttribute("role", "button"));
    this.#rove(this.#current() ?? targets[0] ?? preferred ?? nodes[0]);
    nodes.filter((node) => !node.hasAttribute("aria-label")).forEach((node) => tell(node, describe(node)));
    this.#words = describe;
    cancelIdle(this.#telling);
    this.#telling = whenIdle(() => nodes.forEach((node) => tell(node, describe(node))));
  }

  /** Put the focus on the first target, where the keyboard is at work on the map. */
  enterTargets() {
    const [first] = this.drawing.targets;
    if (first && this.drawing.map.contains(document.activeElement)) first.focus();
  }

  /** @returns {SVGElement | null} */
  #current() {
    const active = document.activeElement;
    return active instanceof SVGElement && this.drawing.map.contains(active) ? active : null;
  }

  /** @param {SVGElement} chosen */
  #rove(chosen) {
    const { map } = this.drawing;
    for (const node of map.querySelectorAll('[tabindex="0"]')) if (node !== chosen) node.setAttribute("tabindex", "-1");
    for (const target of this.drawing.targets) target.setAttribute("tabindex", "-1");
    chosen.setAttribute("tabindex", "0");
  }

  /** @param {EventTarget | null} target */
  #choose(target) {
    const node = this.#named(target);
    if (node) this.choices.onChoose(node);
  }

  /** @param {EventTarget | null} target */
  #look(target) {
    this.choices.onLook(this.#named(target));
  }

  /**
   * What of the map an element belongs to.
   * @param {EventTarget | null} target
   * @returns {SVGElement | null}
   */
  #named(target) {
    return target instanceof Element ? target.closest("[data-space], [data-point], [data-wall], [data-place]") : null;
  }

  /** @param {EventTarget | null} target */
  #focused(target) {
    if (target instanceof SVGElement) {
      tell(target, this.#words(target));
      this.#rove(target);
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
    event.stopPropagation();
  }

  /**
   * Step to the next node that way.
   * @param {SVGElement} from
   * @param {Spot} direction
   * @param {boolean} isWide whether to step over all of the map though only a part of it is on offer
   */
  #go(from, direction, isWide) {
    const { nodes, targets } = this.drawing;
    const among = targets.length && !isWide ? targets : nodes;
    const here = this.drawing.spot(from);
    const ranked = among
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
function tell(node, text) {
  if (node.getAttribute("aria-label") !== text) node.setAttribute("aria-label", text);
}

/** @param {() => void} act */
function whenIdle(act) {
  return "requestIdleCallback" in window ? requestIdleCallback(act, { timeout: 400 }) : setTimeout(act, 60);
}

/** @param {number} handle */
function cancelIdle(handle) {
  if ("cancelIdleCallback" in window) cancelIdleCallback(handle);
  else clearTimeout(handle);
}

/**
 * How far a step is, the more the less it goes into the direction.
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
