/** Cards on display, in hands and in piles. */

import { el } from "../ui/dom.js";
import { t } from "../ui/texts.js";
import { symbolName } from "./sentences.js";
import { icon, SYMBOLS } from "./symbols.js";

/** @import { Counts, SymbolName } from "./types.js" */

/**
 * A card, a button if it can be chosen.
 * @param {SymbolName} symbol
 * @param {{count?: number, note?: string | null, choose?: (() => void) | null}} [face]
 */
export function card(symbol, { count = 1, note = null, choose = null } = {}) {
  const name = symbolName(symbol);
  const face = [
    icon(symbol),
    el("span", { class: "card-name" }, name),
    count > 1 && el("span", { class: "card-count" }, `×${count}`),
    note && el("span", { class: "card-note" }, note),
  ];
  const kind = `card card-${symbol}`;
  if (!choose) return el("span", { class: kind }, face);
  return el("button", { type: "button", class: `${kind} lifted`, onclick: choose }, face);
}

export function emptySlot() {
  return el("span", { class: "card card-empty" }, t("alexandros.slot_empty"));
}

/**
 * @param {Counts} hand
 * @param {(symbol: SymbolName) => {note?: string | null, choose?: (() => void) | null}} offer
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
 * @param {(() => void) | null} choose
 */
export function pile(name, size, choose) {
  const face = [
    el("span", { class: "pile-size" }, String(size)),
    el("span", { class: "card-name" }, name),
  ];
  const kind = "card card-back";
  if (!choose) return el("span", { class: kind }, face);
  return el("button", { type: "button", class: `${kind} lifted`, onclick: choose }, face);
}
