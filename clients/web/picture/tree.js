/** A document without a browser: as much of the DOM as the drawings need, kept as a plain tree. */

class Classes {
  /** @param {Node} node */
  constructor(node) {
    this.node = node;
  }

  /** @param {...string} names */
  add(...names) {
    names.forEach((name) => this.toggle(name, true));
  }

  /** @param {...string} names */
  remove(...names) {
    names.forEach((name) => this.toggle(name, false));
  }

  /** @param {string} name */
  contains(name) {
    return this.#present().includes(name);
  }

  /**
   * @param {string} name
   * @param {boolean} [isOn]
   */
  toggle(name, isOn = !this.contains(name)) {
    const others = this.#present().filter((each) => each !== name);
    this.node.setAttribute("class", [...others, ...(isOn ? [name] : [])].join(" "));
    return isOn;
  }

  #present() {
    return (this.node.getAttribute("class") ?? "").split(" ").filter(Boolean);
  }
}

class Node {
  /** @type {Map<string, string>} */
  attributes = new Map();
  /** @type {(Node | string)[]} */
  childNodes = [];
  /** @type {Node | null} */
  parentNode = null;
  style = new Style();
  classList = new Classes(this);

  /** @param {string} tag */
  constructor(tag) {
    this.tag = tag;
    this.dataset = new Proxy(this, { get: (node, name) => node.attributes.get(`data-${String(name)}`) });
  }

  /** @returns {Node[]} */
  get children() {
    return /** @type {Node[]} */ (this.childNodes.filter((child) => child instanceof Node));
  }

  /** @returns {Node | null} */
  get firstElementChild() {
    return this.children[0] ?? null;
  }

  /** @returns {Node | null} */
  get lastElementChild() {
    return this.children.at(-1) ?? null;
  }

  /** @param {string} text */
  set textContent(text) {
    this.replaceChildren(text);
  }

  /** @param {string} name */
  getAttribute(name) {
    return this.attributes.get(name) ?? null;
  }

  /**
   * @param {string} name
   * @param {string} value
   */
  setAttribute(name, value) {
    this.attributes.set(name, String(value));
  }

  /** @param {string} name */
  removeAttribute(name) {
    this.attributes.delete(name);
  }

  // Drawings listen for clicks, and a picture has none.
  addEventListener() {}

  /** @param {...(Node | string)} nodes */
  append(...nodes) {
    nodes.forEach((node) => this.#own(node));
    this.childNodes.push(...nodes);
  }

  /** @param {...(Node | string)} nodes */
  prepend(...nodes) {
    nodes.forEach((node) => this.#own(node));
    this.childNodes.unshift(...nodes);
  }

  /** @param {...(Node | string)} nodes */
  replaceChildren(...nodes) {
    this.childNodes = [];
    this.append(...nodes);
  }

  remove() {
    if (!this.parentNode) return;
    this.parentNode.childNodes = this.parentNode.childNodes.filter((child) => child !== this);
    this.parentNode = null;
  }

  /**
   * @param {string} selectors classes and attributes, such as `.yield, [data-token]`
   * @returns {Node[]}
   */
  querySelectorAll(selectors) {
    const wanted = selectors.split(",").map((selector) => selector.trim());
    const inside = this.children.flatMap((child) => [child, ...child.querySelectorAll("*")]);
    return inside.filter((node) => wanted.some((selector) => node.#is(selector)));
  }

  /** @param {string} selectors */
  querySelector(selectors) {
    return this.querySelectorAll(selectors)[0] ?? null;
  }

  /** @param {string} selector */
  #is(selector) {
    if (selector === "*") return true;
    if (selector.startsWith(".")) return this.classList.contains(selector.slice(1));
    const [, name] = /^\[([\w-]+)\]$/.exec(selector) ?? [];
    return name ? this.attributes.has(name) : this.tag === selector;
  }

  /** @param {Node | string} node */
  #own(node) {
    if (!(node instanceof Node)) return;
    node.remove();
    node.parentNode = this;
  }
}

/** Inline styles: those set as properties and those set by name. */
class Style {
  /**
   * @param {string} name
   * @param {string} value
   */
  setProperty(name, value) {
    Object.assign(this, { [name]: value });
  }
}

globalThis.document = /** @type {any} */ ({ createElementNS: (/** @type {string} */ _, /** @type {string} */ tag) => new Node(tag) });

/**
 * A tree as lists of tag, attributes and children.
 * @param {any} node
 * @returns {any}
 */
export function plain(node) {
  if (typeof node === "string") return node;
  const style = Object.entries(node.style).map(([name, value]) => `${name}:${value}`).join(";");
  const attributes = Object.fromEntries(node.attributes);
  return [node.tag, style ? { ...attributes, style } : attributes, node.childNodes.map(plain)];
}
