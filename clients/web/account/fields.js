/** The fields of the account page's forms. */

import { el } from "../ui/dom.js";
import { t } from "../ui/texts.js";

/**
 * An input below its label.
 * @param {string} label
 * @param {HTMLElement} input
 * @param {string} [hint]
 */
export function field(label, input, hint) {
  return el("label", { class: "field" }, el("span", {}, t(label)), input, hint && el("small", {}, t(hint)));
}

/**
 * A box to tick before its label.
 * @param {string} label
 * @param {HTMLElement} box
 */
export function check(label, box) {
  return el("label", { class: "check" }, box, el("span", {}, t(label)));
}
