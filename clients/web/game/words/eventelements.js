/** Events as elements: names in their seats' colours, and words that light up places of the board. */

import { el } from "../../ui/dom.js";
import { seatName, sentence } from "./sentences.js";

/** @import { GameEvent, View } from "../../api/types.js" */
/** @import { Child } from "../../ui/dom.js" */
/** @import { Teller } from "../ruleset.js" */
/** @import { Marking } from "./sentences.js" */

// In a sentence, an element is its number between two private-use characters, which no text has.
// Sentences thus stay strings, tellers and catalogues need no markup, and translators choose the
// order of words.
const STANDIN = /\uE000(\d+)\uE000/;

/**
 * @param {GameEvent} event
 * @param {View} view
 * @param {Record<string, Teller>} own the tellers of the game's ruleset
 * @param {View[]} views the view after each event
 * @param {GameEvent[]} events the record
 * @returns {Child[]}
 */
export function telling(event, view, own, views, events) {
  return inElements((marking) => sentence(event, view, own, views, events, marking));
}

/**
 * A text of the page with names of seats in it, each in its seat's colour.
 * @param {View} view
 * @param {(name: (seat: number) => string) => string} say
 */
export function withNames(view, say) {
  return inElements((marking) => say((seat) => marking.name(seatName(view, seat), seat)));
}

/**
 * A text in which elements replace names and places.
 * @param {(marking: Marking) => string} say
 * @returns {Child[]}
 */
export function inElements(say) {
  /** @type {Element[]} */
  const elements = [];
  const standIn = (/** @type {Element} */ element) => `\uE000${elements.push(element) - 1}\uE000`;
  const parts = say({
    name: (words, seat) => (seat === null ? words : standIn(nameTag(words, seat))),
    place: (words, places) => standIn(el("span", { class: "where", "data-places": places.join(";") }, words)),
  }).split(STANDIN);
  // `split` with a group puts the matches at the odd places. Cloned, as a sentence may have the same
  // name twice: the element itself would stand only in the last place.
  return parts.map((part, n) => (n % 2 ? elements[Number(part)].cloneNode(true) : part));
}

/**
 * A name underlined in its seat's colour and pattern.
 * @param {string} name
 * @param {number} seat
 */
export const nameTag = (name, seat) => el("span", { class: `name seat-${seat}` }, name);

/**
 * The places of the board that an element and those in it stand for.
 * @param {Element | null} element
 * @returns {string[]}
 */
export function placesIn(element) {
  if (!element) return [];
  const elements = [element, ...element.querySelectorAll("[data-places]")];
  return elements.flatMap((each) => each.getAttribute("data-places")?.split(";") ?? []);
}
