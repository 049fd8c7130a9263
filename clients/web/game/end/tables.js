/** Tables of figures to read, or to hear in place of a drawing. */

import { el } from "../../ui/dom.js";

/** @import { Child } from "../../ui/dom.js" */

/**
 * A table for screen readers.
 * @param {string} caption
 * @param {string[]} head
 * @param {(string | number)[][]} rows the first cell names the row
 */
export function spokenTable(caption, head, rows) {
  // Moved out of sight instead of `hidden`, which would hide it from screen readers, too.
  return el("div", { class: "spoken" }, figures(caption, head, rows));
}

/**
 * @param {string} caption
 * @param {string[]} head
 * @param {(Child | number)[][]} rows the first cell names the row
 */
export function figures(caption, head, rows) {
  return el(
    "table",
    { class: "figures" },
    el("caption", { class: "spoken" }, caption),
    el("thead", {}, el("tr", {}, head.map((name) => el("th", { scope: "col" }, name)))),
    el("tbody", {}, rows.map(([name, ...values]) => el("tr", {}, el("th", { scope: "row" }, shown(name)), values.map((value) => el("td", {}, shown(value)))))),
  );
}

/** @param {Child | number} value */
function shown(value) {
  return typeof value === "number" ? String(value) : value;
}
