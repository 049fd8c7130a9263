/** Cards on display, in hands and in piles. */

import { el } from "../ui/dom.js";
import { t } from "../ui/texts.js";
import { symbolName } from "./sentences.js";
import { icon, SYMBOLS } from "./symbols.js";

/**
 * How a card can be chosen: `look` is called while the pointer or the focus is on it, and with false after.
 * @typedef {object} Offer
 * @property {() => void} choose
 * @property {(isOn: boolean) => void} [look]
 * @property {boolean} [chosen]
 * @property {string} [words] where it leads, for screen readers
 */

/** @import { Child } from "../ui/dom.js" */
/** @import { Counts, SymbolName } from "./types.js" */

/**
 * A card, a button if it can be chosen.
 * @param {SymbolName} symbol
 * @param {{count?: number, note?: string | null, offer?: Offer | null}} [face]
 */
export function card(symbol, { count = 1, note = null, offer = null } = {}) {
  const name = symbolName(symbol);
  const face = [
    icon(symbol),
    el("span", { class: "card-name" }, name),
    count > 1 && el("span", { class: "card-count" }, `×${count}`),
    note && el("span", { class: "card-note" }, note),
  ];
  const kind = `card card-${symbol}`;
  return offer ? offered(kind, face, offer) : el("span", { class: kind }, face);
}

/**
 * A card that can be chosen.
 * @param {string} kind
 * @param {Child[]} face
 * @param {Offer} offer
 */
function offered(kind, face, { choose, look, chosen, words }) {
  const to = (/** @type {boolean} */ isOn) => (/** @type {Event} */ event) => {
    // A finger does not hover: its tap chooses.
    if (!(event instanceof PointerEvent) || event.pointerType === "mouse") look?.(isOn);
  };
  const looks = { onpointerenter: to(true), onpointerleave: to(false), onfocus: to(true), onblur: to(false) };
  const states = { "aria-pressed": chosen === undefined ? null : String(chosen), "aria-description": words || null };
  return el("button", { type: "button", class: `${kind} lifted`, onclick: choose, ...states, ...looks }, face);
}

export function emptySlot() {
  return el("span", { class: "card card-empty" }, t("alexandros.slot_empty"));
}

/**
 * @param {Counts} hand
 * @param {(symbol: SymbolName) => {note?: string | null, offer?: Offer | null}} offer
 */
export function handCards(hand, offer) {
  const held = SYMBOLS.filter((symbol) => hand[symbol]);
  if (!held.length) return [el("span", { class: "card card-empty" }, t("alexandros.hand_empty"))];
  return held.map((symbol) => card(symbol, { count: hand[symbol], ...offer(symbol) }));
}

/**
 * A face-down pile with its size.
 * @param {string} name
 * @param {number} size
 * @param {Offer | null} offer
 */
export function pile(name, size, offer) {
  const face = [
    el("span", { class: "pile-size" }, String(size)),
    el("span", { class: "card-name" }, name),
  ];
  const kind = "card card-back";
  return offer ? offered(kind, face, offer) : el("span", { class: kind }, face);
}
