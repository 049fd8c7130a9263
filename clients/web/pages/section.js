/** A folded part of a form; its heading says what is chosen in it. */

import { el } from "../ui/dom.js";

/**
 * @typedef {object} Section
 * @property {HTMLElement} part
 * @property {(chosen: string, isUsual: boolean) => void} say writes into the heading what is chosen
 */

/**
 * @param {string} title
 * @param {...(Element | Element[])} fields
 * @returns {Section}
 */
export function section(title, ...fields) {
  const chosen = el("span", { class: "chosen" });
  const part = el(
    "details",
    { class: "section" },
    el("summary", {}, el("span", {}, title), chosen),
    el("div", { class: "section-fields" }, ...fields),
  );
  const say = (/** @type {string} */ text, /** @type {boolean} */ isUsual) => {
    chosen.textContent = text;
    part.classList.toggle("unusual", !isUsual);
  };
  return { part, say };
}
