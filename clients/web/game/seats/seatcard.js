/**
 * A card with everything about a seat, in words: on a phone, the seat's line shows only part of it.
 */

import { openDialog } from "../../ui/controls.js";
import { el } from "../../ui/dom.js";
import { loadStyles } from "../../ui/styles.js";

const FIGURES = "[data-tip], [role=img], .figure, .owes";

/**
 * Open the card of a seat. It copies the figures from the seat's elements, so it needs no ruleset.
 * @param {string} name
 * @param {Element} seat
 */
export async function openSeatCard(name, seat) {
  await loadStyles(new URL("seatcard.css", import.meta.url));
  // A figure may contain others, such as a number with its own words; list each once.
  const figures = [...seat.querySelectorAll(FIGURES)].filter(({ parentElement }) => !parentElement?.closest(FIGURES));
  const note = seat.querySelector(".seat-note")?.textContent;
  const handle = seat.querySelector("a.seat-name")?.getAttribute("href");
  openDialog(name, [
    handle ? el("p", {}, el("a", { href: handle }, handle)) : null,
    note ? el("p", { class: "note" }, note) : null,
    el("ul", { class: "seat-figures" }, figures.map((figure) => el("li", {}, signOf(figure), wordsOf(figure)))),
  ], { kind: "seat-card" });
}

/**
 * The sign of a figure, without its number.
 * @param {Element} figure
 */
function signOf(figure) {
  const cards = figure.matches(".count-cards") || figure.querySelector(".count-cards");
  const icon = figure.querySelector("svg")?.cloneNode(true);
  return el("span", { class: cards ? "seat-sign count-cards" : "seat-sign", "aria-hidden": "true" }, icon);
}

/** @param {Element} figure */
function wordsOf(figure) {
  return figure.getAttribute("data-tip") ?? figure.getAttribute("aria-label") ?? figure.textContent;
}
