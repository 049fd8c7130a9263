/** Bidding: a number to raise, step by step or typed, what one could pay it with, and the pass. */

import { goodSigns } from "../settlers/cards.js";
import { totalOf } from "../settlers/counts.js";
import { button } from "../ui/controls.js";
import { el } from "../ui/dom.js";
import { t } from "../ui/texts.js";
import { auctionOf } from "./labels.js";

/** @import { Callbacks } from "../game/ruleset.js" */
/** @import { Choosing } from "../settlers/choosing.js" */
/** @import { Counts } from "../settlers/types.js" */
/** @import { Child } from "../ui/dom.js" */

/**
 * @param {Choosing} choosing
 * @param {Callbacks} callbacks
 * @returns {Child[]}
 */
export function bidding(choosing, callbacks) {
  const bids = choosing.of("bid").map((move) => Number(move.bid));
  const passes = choosing.of("pass").map((move) => button("", t("alexander_the_great.act_pass"), null, () => callbacks.send(move)));
  if (!bids.length) return [...passes, el("p", { class: "note" }, t("alexander_the_great.auction_worthless"))];
  const told = el("p", { class: "note", role: "status" });
  return [raising(choosing, callbacks, bids, told), ...passes, mayOverbid(choosing) && means(choosing), told];
}

/** @param {Choosing} choosing */
const mayOverbid = ({ view }) => view.options.overbidding === "penalty";

/**
 * The bid, begun with the least; the service refuses one that is too low or too high.
 * @param {Choosing} choosing
 * @param {Callbacks} callbacks
 * @param {number[]} bids that are listed
 * @param {HTMLElement} told what the bid would mean
 */
function raising(choosing, callbacks, bids, told) {
  const least = bids[0];
  const most = choosing.facts(choosing.of("bid")[bids.length - 1]).may_be ?? bids[bids.length - 1];
  const show = () => {
    const bid = field.valueAsNumber;
    go.disabled = !field.validity.valid;
    less.setAttribute("aria-disabled", String(bid <= least));
    more.setAttribute("aria-disabled", String(bid >= most));
    if (go.disabled) return;
    choosing.amounts = { ...choosing.amounts, bid };
    go.textContent = t("alexander_the_great.act_bid", { n: bid });
    told.textContent = meaning(choosing, bid);
  };
  const step = (/** @type {number} */ by) => () => {
    const bid = (field.valueAsNumber || least) + by;
    field.value = String(Math.min(most, Math.max(least, bid)));
    show();
  };
  const send = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (!go.disabled) callbacks.send({ type: "bid", bid: field.valueAsNumber });
  };
  const field = numberField(choosing.amounts.bid ?? least, show);
  const less = pressed("−", t("alexander_the_great.bid_less"), step(-1));
  const more = pressed("+", t("alexander_the_great.bid_more"), step(1));
  const go = el("button", { class: "button main" });
  show();
  return el("form", { class: "bid-step", novalidate: true, onsubmit: send }, less, field, more, go);
}

/**
 * @param {number} value
 * @param {() => void} typed
 */
const numberField = (value, typed) =>
  el("input", { type: "number", inputmode: "numeric", min: 1, required: true, value, "aria-label": t("alexander_the_great.bid_amount"), oninput: typed });

/**
 * @param {string} sign
 * @param {string} words
 * @param {() => void} act
 */
const pressed = (sign, words, act) => el("button", { type: "button", class: "button", "aria-label": words, onclick: act }, sign);

/**
 * What I could pay with.
 * @param {Choosing} choosing
 */
function means(choosing) {
  const { knights } = auctionOf(choosing);
  const n = knights[choosing.seat];
  const held = useful(choosing);
  const shown = [totalOf(held) > 0 && goodSigns(held), n > 0 && t("alexander_the_great.knights", { n })].filter(Boolean);
  return el("p", { class: "note means" }, t("alexander_the_great.auction_means"), shown.length ? shown : t("settlers.hand_empty"));
}

/**
 * What a bid would mean for me; one above those listed is more than I have, as the service says.
 * @param {Choosing} choosing
 * @param {number} bid
 */
function meaning(choosing, bid) {
  const listed = choosing.of("bid");
  if (!mayOverbid(choosing)) return t("alexander_the_great.auction_worth", { n: Number(listed.at(-1)?.bid) });
  const facts = listed.filter((move) => Number(move.bid) >= bid).map((move) => choosing.facts(move));
  return facts[0]?.affordable ? t("alexander_the_great.auction_risk") : t("alexander_the_great.auction_over", { n: bid });
}

/**
 * What I have of the goods that the auction takes.
 * @param {Choosing} choosing
 * @returns {Counts}
 */
function useful(choosing) {
  return Object.fromEntries(auctionOf(choosing).takes.map((good) => [good, choosing.purse[good] ?? 0]));
}
