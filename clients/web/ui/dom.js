/** HTML and SVG elements, made without parsing markup. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * @typedef {Node | string | null | undefined | false} Child
 * @typedef {Record<string, any>} Attributes
 */

/**
 * Create an HTML element; attributes beginning with "on" are listeners, null and false are omitted.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Attributes | null} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function el(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/**
 * Create an SVG element; the arguments are those of `el`.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Attributes | null} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(tag, attributes, ...children) {
  const element = /** @type {SVGElementTagNameMap[K]} */ (document.createElementNS(SVG, tag));
  return fill(element, attributes, children);
}

/**
 * @template {Element} E
 * @param {E} element
 * @param {Attributes | null | undefined} attributes
 * @param {(Child | Child[])[]} children
 * @returns {E}
 */
function fill(element, attributes, children) {
  // Only attributes and text nodes: the page's policy requires trusted types, so parsing markup
  // throws.
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== null && value !== undefined && value !== false) {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
  element.append(...nodesOf(children));
  return element;
}

/**
 * @param {(Child | Child[])[]} children
 * @returns {(Node | string)[]}
 */
function nodesOf(children) {
  return children.flat().filter((child) => child !== null && child !== undefined && child !== false);
}

/**
 * Replace all children.
 * @param {Element} parent
 * @param {...(Child | Child[])} children
 */
export function refill(parent, ...children) {
  parent.replaceChildren(...nodesOf(children));
}

/**
 * Redraw a part of the page and keep the focus on the same control, or the one in its position if it is gone.
 * @param {HTMLElement} part
 * @param {() => void} fill
 */
export function keepingFocus(part, fill) {
  const controls = () => /** @type {HTMLElement[]} */ ([...part.querySelectorAll("button, input, a, summary")]);
  // By key, not by position: a new row above would move the focus to another game's button.
  const before = controls().findIndex((each) => each === document.activeElement);
  if (before < 0) return fill();
  const key = keyOf(controls()[before]);
  fill();
  const same = key && controls().find((each) => keyOf(each) === key);
  // Without `preventScroll` a phone's screen would jump to the control, away from the board.
  (same || (controls()[before] ?? controls().at(-1)))?.focus({ preventScroll: true });
}

/**
 * The key of a control in a list: its link, its id, or its text within a part that has a key.
 * @param {HTMLElement} control
 */
function keyOf(control) {
  const keyed = /** @type {HTMLElement | null} */ (control.closest("[data-key]"));
  const text = control === keyed ? "" : control.textContent;
  return control.getAttribute("href") || control.id || (keyed && `${keyed.dataset.key} ${text}`);
}

/**
 * The element with an id. Throws if there is none.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`The page has no #${id}.`);
  return element;
}

/** Whether the reader prefers reduced motion. */
export function prefersStillness() {
  // Ask each time: the reader may change the system's setting while the page is open.
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
