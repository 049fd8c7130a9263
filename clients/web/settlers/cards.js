/** Cards of goods and developments, and steppers to choose some of them. */

import { el } from "../ui/dom.js";
import { t } from "../ui/texts.js";
import { goodsIn } from "./counts.js";
import { cardList, cardName, goodName } from "./sentences.js";
import { icon } from "./symbols.js";

/** @import { Shape } from "./symbols.js" */
/** @import { Counts, Development, Good } from "./types.js" */

/**
 * @typedef {object} Face
 * @property {number} [count]
 * @property {string | null} [note]
 * @property {string | null} [title]
 * @property {(() => void) | null} [choose] makes the card a button
 */

/**
 * A card, a button if it can be chosen.
 * @param {Shape} shape
 * @param {string} name
 * @param {Face} [face]
 */
export function card(shape, name, { count = 1, note = null, title = null, choose = null } = {}) {
  const face = [
    icon(shape),
    el("span", { class: "card-name" }, name),
    count > 1 && el("span", { class: "card-count" }, `×${count}`),
    note && el("span", { class: "card-note" }, note),
  ];
  const kind = `card card-${shape}`;
  if (!choose) return el("span", { class: kind, title }, face);
  return el("button", { type: "button", class: `${kind} lifted`, title, onclick: choose }, face);
}

/**
 * @param {Good} good
 * @param {Face} [face]
 */
export const goodCard = (good, face) => card(good, goodName(good), face);

/**
 * @param {Development} name
 * @param {Face} face
 */
export const developmentCard = (name, face) => card(name, cardName(name), { title: t(`settlers.development_help_${name}`), ...face });

/** @param {string} text */
export const emptyCard = (text) => el("span", { class: "card card-empty" }, text);

/**
 * Numbers with the signs of goods, with words for screen readers.
 * @param {Counts} counts
 */
export function goodSigns(counts) {
  return el(
    "span",
    { class: "signs", role: "img", "aria-label": cardList(counts) },
    goodsIn(counts).map((good) => el("span", { class: "sign-count" }, counts[good] === 1 ? "" : String(counts[good]), icon(good))),
  );
}

/**
 * Steppers to choose a number of each good.
 * @param {string} title
 * @param {Good[]} goods
 * @param {Counts} counts the numbers chosen
 * @param {Counts} limits the largest number of each
 * @param {(good: Good, by: 1 | -1) => void} pick
 * @param {boolean} [isHand] whether the limits are the player's own cards, which are then shown
 */
export function picker(title, goods, counts, limits, pick, isHand = false) {
  return el(
    "div",
    { class: Object.values(counts).some(Boolean) ? "picker" : "picker untouched", role: "group", "aria-label": title },
    el("p", { class: "picker-title" }, title),
    goods.map((good) => stepper(good, counts[good] ?? 0, limits[good] ?? 0, (by) => pick(good, by), isHand)),
  );
}

/**
 * @param {Good} good
 * @param {number} n
 * @param {number} most
 * @param {(by: 1 | -1) => void} step
 * @param {boolean} isHand
 */
function stepper(good, n, most, step, isHand) {
  const press = (/** @type {string} */ code, /** @type {string} */ sign, /** @type {1 | -1} */ by, /** @type {boolean} */ isOff) =>
    // Not `disabled`, which would lose the focus at the last step.
    el("button", { type: "button", "aria-label": t(code, { good: goodName(good) }), "aria-disabled": isOff ? "true" : null, onclick: () => isOff || step(by) }, sign);
  return el(
    "span",
    { class: n ? "step some" : "step", title: goodName(good) },
    press("settlers.fewer", "−", -1, n <= 0),
    // The form of a trade may push the hand out of sight.
    el("output", {}, icon(good), isHand ? `${n}/${most}` : String(n)),
    press("settlers.more", "+", 1, n >= most),
  );
}
