/** A choice among radio buttons, for forms. */

import { el } from "../ui/dom.js";
import { t } from "../ui/texts.js";

/**
 * A choice of one among several, the first one checked.
 * @param {string} name
 * @param {string} legend
 * @param {[string, string, Record<string, string>?][]} options each a value, the code of its text, and the text's gaps
 */
export function choice(name, legend, options) {
  return el(
    "fieldset",
    {},
    el("legend", {}, t(legend)),
    options.map(([value, text, named], n) =>
      el("label", { class: "check" }, el("input", { type: "radio", name, value, checked: n === 0 }), el("span", {}, t(text, named))),
    ),
  );
}
