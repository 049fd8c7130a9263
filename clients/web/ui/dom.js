/** Making elements, HTML and SVG, without ever parsing markup. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * @typedef {Node | string | null | undefined | false} Child
 * @typedef {Record<string, any>} Attributes
 */

/**
 * An HTML element; attributes that begin with "on" are listeners, null and false are left out.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Attributes | null} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function el(tag, attributes, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

/**
 * An SVG element, as `el` makes HTML ones.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Attributes | null} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(tag, attributes, ...children) {
  const element = /** @type {SVGElementTagNameMap[K]} */ (document.createElementNS(SVG, tag));
  return filled(element, attributes, children);
}

/**
 * @template {Element} E
 * @param {E} element
 * @param {Attributes | null | undefined} attributes
 * @param {(Child | Child[])[]} children
 * @returns {E}
 */
function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== null && value !== undefined && value !== false) {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
  element.append(...nodes(children));
  return element;
}

/**
 * @param {(Child | Child[])[]} children
 * @returns {(Node | string)[]}
 */
function nodes(children) {
  return children.flat().filter((child) => child !== null && child !== undefined && child !== false);
}

/**
 * Put new children in place of all the old.
 * @param {Element} parent
 * @param {...(Child | Child[])} children
 */
export function refill(parent, ...children) {
  parent.replaceChildren(...nodes(children));
}

/**
 * Fill a part of the page anew and leave the focus on the like of what had it.
 * @param {HTMLElement} part
 * @param {() => void} fill
 */
export function keepingFocus(part, fill) {
  const stops = () => /** @type {HTMLElement[]} */ ([...part.querySelectorAll("button, input, a")]);
  const before = stops().findIndex((each) => each === document.activeElement);
  fill();
  if (before >= 0) (stops()[before] ?? stops().at(-1))?.focus({ preventScroll: true });
}

/**
 * The element of an id, which the page must have.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no #${id}.`);
  return found;
}

/** Whether the reader asked for little motion. */
export function prefersStillness() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
