/** Events told in elements: names in their seats' colours, and words that stand for places of the board. */

import { el } from "../ui/dom.js";
import { sentence } from "./sentences.js";

/** @import { GameEvent, View } from "../api/types.js" */
/** @import { Child } from "../ui/dom.js" */
/** @import { Teller } from "./ruleset.js" */
/** @import { Marking } from "./sentences.js" */

/** An element's number between two characters that no text has. */
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
  /** @type {Element[]} */
  const elements = [];
  const standIn = (/** @type {Element} */ element) => `\uE000${elements.push(element) - 1}\uE000`;
  /** @type {Marking} */
  const marking = {
    name: (words, seat) => (seat === null ? words : standIn(nameTag(words, seat))),
    place: (words, places) => standIn(el("span", { class: "where", "data-places": places.join(";") }, words)),
  };
  const parts = sentence(event, view, own, views, events, marking).split(STANDIN);
  return parts.map((part, n) => (n % 2 ? elements[Number(part)] : part));
}

/**
 * A name underlined in its seat's colour and pattern.
 * @param {string} name
 * @param {number} seat
 */
const nameTag = (name, seat) => el("span", { class: `name seat-${seat}` }, name);

/**
 * The places of the board that an element and those in it stand for.
 * @param {Element | null} element
 * @returns {string[]}
 */
export function placesIn(element) {
  if (!element) return [];
  const told = [element, ...element.querySelectorAll("[data-places]")];
  return told.flatMap((each) => each.getAttribute("data-places")?.split(";") ?? []);
}
