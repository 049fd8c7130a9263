/** Bidding: the number to bid, what the player can pay with, and passing. */

import { bindMove, moveButton, sendOrArm } from "../game/panel/secondtap.js";
import { goodSigns } from "../settlers/cards.js";
import { totalOf } from "../settlers/counts.js";
import { el } from "../ui/dom.js";
import { t } from "../ui/texts.js";
import { auctionOf } from "./labels.js";

/** @import { Callbacks } from "../game/ruleset.js" */
/** @import { Choosing } from "../settlers/choosing.js" */
/** @import { Counts } from "../settlers/types.js" */
/** @import { Auction, Facts, Move } from "./types.js" */
/** @import { Child } from "../ui/dom.js" */

/**
 * @param {Choosing} choosing
 * @param {Callbacks} callbacks
 * @returns {Child[]}
 */
export function bidding(choosing, callbacks) {
  const bids = choosing.of("bid").map((/** @type {Move} */ move) => Number(move.bid));
  const passes = choosing.of("pass").map((move) => moveButton("", t("alexander_the_great.act_pass"), null, choosing, move, callbacks));
  if (!bids.length) return [...passes, el("p", { class: "note" }, t("alexander_the_great.auction_worthless"))];
  const note = el("p", { class: "note", role: "status" });
  return [raising(choosing, callbacks, bids, note), ...passes, mayOverbid(choosing) && means(choosing), note];
}

/**
 * Whether an order to bid up to a limit can be of use to a seat.
 * @param {number | null} seat
 * @param {Auction} auction
 * @param {Choosing | null} choosing of the seat if it is to bid or pass now
 */
export function mayBidUp(seat, auction, choosing) {
  const isBidding = auction.in.length > 1 && auction.in.includes(seat ?? -1);
  return isBidding && (!choosing || choosing.has("bid"));
}

/** @param {Choosing} choosing */
const mayOverbid = ({ view }) => view.options.overbidding === "penalty";

/**
 * The number to bid, starting with the least; the service refuses bids that are too low or too
 * high.
 * @param {Choosing} choosing
 * @param {Callbacks} callbacks
 * @param {number[]} bids the legal bids
 * @param {HTMLElement} note shows the consequence of the bid
 */
function raising(choosing, callbacks, bids, note) {
  const least = bids[0];
  /** @type {Facts} */
  const facts = choosing.facts(choosing.of("bid")[bids.length - 1]);
  // With the option to overbid, the list ends below the limit; the player can type higher bids.
  const limit = facts.may_be ?? bids[bids.length - 1];
  const show = () => {
    const bid = field.valueAsNumber;
    go.disabled = !field.validity.valid;
    less.setAttribute("aria-disabled", String(bid <= least));
    more.setAttribute("aria-disabled", String(bid >= limit));
    if (go.disabled) return;
    choosing.amounts = { ...choosing.amounts, bid };
    go.textContent = t("alexander_the_great.act_bid", { n: bid });
    bindMove(go, choosing, bidOf(bid));
    note.textContent = consequence(choosing, bid);
  };
  const step = (/** @type {number} */ by) => () => {
    // The stepper brings a typed number back into bounds.
    const bid = (field.valueAsNumber || least) + by;
    field.value = String(Math.min(limit, Math.max(least, bid)));
    show();
  };
  const send = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (!go.disabled) sendOrArm(go, choosing, bidOf(field.valueAsNumber), callbacks);
  };
  const field = numberField(choosing.amounts.bid ?? least, show);
  const less = stepButton("−", t("alexander_the_great.bid_less"), step(-1));
  const more = stepButton("+", t("alexander_the_great.bid_more"), step(1));
  const go = el("button", { class: "button main" });
  show();
  return el("form", { class: "bid-step", novalidate: true, onsubmit: send }, less, field, more, go);
}

/** @param {number} bid */
const bidOf = (bid) => ({ type: "bid", bid });

/**
 * @param {number} value
 * @param {() => void} onInput
 */
const numberField = (value, onInput) =>
  el("input", { type: "number", inputmode: "numeric", min: 1, required: true, value, "aria-label": t("alexander_the_great.bid_amount"), oninput: onInput });

/**
 * @param {string} sign
 * @param {string} words
 * @param {() => void} act
 */
const stepButton = (sign, words, act) => el("button", { type: "button", class: "button", "aria-label": words, onclick: act }, sign);

/**
 * The goods and knights the player could pay with.
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
 * The consequence of a bid for the player.
 * @param {Choosing} choosing
 * @param {number} bid
 */
function consequence(choosing, bid) {
  /** @type {Move[]} */
  const listed = choosing.of("bid");
  if (!mayOverbid(choosing)) return t("alexander_the_great.auction_worth", { n: Number(listed.at(-1)?.bid) });
  /** @type {Facts[]} */
  const facts = listed.filter((move) => Number(move.bid) >= bid).map((move) => choosing.facts(move));
  // Without facts the bid is above the listed ones: more than the player can pay.
  return facts[0]?.affordable ? t("alexander_the_great.auction_risk") : t("alexander_the_great.auction_over", { n: bid });
}

/**
 * The player's goods that the auction takes.
 * @param {Choosing} choosing
 * @returns {Counts}
 */
function useful(choosing) {
  return Object.fromEntries(auctionOf(choosing).takes.map((good) => [good, choosing.purse[good] ?? 0]));
}
