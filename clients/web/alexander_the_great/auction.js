/** Alexander's march, and an auction's table: bids, the payment, the choice of an advisor. */

import { isHeld } from "../api/views.js";
import { badge } from "../game/seats/pieces.js";
import { moveButton } from "../game/panel/secondtap.js";
import { seatName } from "../game/words/sentences.js";
import { goodSigns, picker } from "../settlers/cards.js";
import { totalOf, withoutZeros } from "../settlers/counts.js";
import { cardHint } from "../settlers/panel.js";
import { el } from "../ui/dom.js";
import { t } from "../ui/texts.js";
import { bidding, mayBidUp } from "./bidding.js";
import { ahead, auctionOf } from "./labels.js";
import { localName } from "./places.js";
import { signIcon } from "./signs.js";

/** @import { View } from "../api/types.js" */
/** @import { Callbacks } from "../game/ruleset.js" */
/** @import { Choosing } from "../settlers/choosing.js" */
/** @import { Counts, Edition, Good } from "../settlers/types.js" */
/** @import { Child } from "../ui/dom.js" */
/** @import { Auction, March, Move, Payment } from "./types.js" */

/** @param {Auction} auction */
const eventName = ({ event }) => t(`alexander_the_great.occasion_${event}`);

/**
 * The instruction to the seat to bid.
 * @param {Choosing} choosing
 * @param {Auction} auction
 */
function bidInstruction(choosing, auction) {
  const event = eventName(auction);
  if (!choosing.has("bid")) return t("alexander_the_great.prompt_bid_none", { event });
  return auction.high ? t("alexander_the_great.prompt_bid", { event, n: auction.high.bid }) : t("alexander_the_great.prompt_bid_first", { event });
}

/** @type {Edition["prompts"]} */
export const prompts = {
  march: (choosing) => {
    const place = ahead(choosing, choosing.of("march")[0]);
    const next = t("alexander_the_great.prompt_march_hint", { place: `${localName(place.name)}, ${t(`alexander_the_great.crossing_${place.kind}`)}` });
    return [t("alexander_the_great.prompt_march"), [next, cardHint(choosing)].filter(Boolean).join(". ")];
  },
  bid: (choosing) => {
    const auction = auctionOf(choosing);
    return [bidInstruction(choosing, auction), t(`alexander_the_great.occasion_help_${auction.event}`)];
  },
  pay: (choosing) => {
    const auction = auctionOf(choosing);
    const listed = payment(choosing, choosing.of("pay")[0]);
    if (listed.forfeit) return [t("alexander_the_great.prompt_forfeit", { n: totalOf(listed.cost) }), t("alexander_the_great.prompt_forfeit_hint")];
    return [t("alexander_the_great.prompt_pay", { event: eventName(auction), n: auction.high?.bid ?? 0 }), ""];
  },
  advisor: () => [t("alexander_the_great.prompt_advisor"), t("alexander_the_great.prompt_advisor_hint")],
};

/**
 * @param {View} view
 * @param {Choosing | null} choosing
 * @param {Callbacks} callbacks
 * @returns {Child[]}
 */
export function parts(view, choosing, callbacks) {
  const { alexander, auction } = /** @type {March} */ (view.state);
  return [auction && table(view, auction, choosing, callbacks), alexander.barred && el("p", { class: "note barred" }, t("alexander_the_great.prompt_gate")), ...(choosing ? controls(choosing, callbacks) : [])];
}

/**
 * The controls for the moves the player can make.
 * @param {Choosing} choosing
 * @param {Callbacks} callbacks
 * @returns {Child[]}
 */
function controls(choosing, callbacks) {
  if (choosing.has("bid") || choosing.has("pass")) return bidding(choosing, callbacks);
  if (choosing.has("pay")) return paying(choosing, callbacks);
  if (choosing.mode) return [];
  return [
    ...choosing.of("march").map((move) => moveButton("main big", t("alexander_the_great.act_march"), null, choosing, move, callbacks)),
    ...choosing.of("choose_advisor").map((move) => advisor(choosing, move, callbacks)),
  ];
}

/**
 * What the auction is for, its place, and the bids.
 * @param {View} view
 * @param {Auction} auction
 * @param {Choosing | null} choosing
 * @param {Callbacks} callbacks
 */
function table(view, auction, choosing, callbacks) {
  const { route } = /** @type {March} */ (view.state);
  const place = localName(route[auction.crossing].name);
  const takes = /** @type {Counts} */ (Object.fromEntries(auction.takes.map((good) => [good, 1])));
  return el(
    "section",
    { class: "auction" },
    el("h3", {}, signIcon(auction.event), t("alexander_the_great.auction_at", { event: eventName(auction), place })),
    mayBidUp(view.viewer.seat, auction, choosing) && callbacks.orderButton("bid_up_to", t("alexander_the_great.bid_up_to"), ({ most }) => t("alexander_the_great.bidding_up_to", { n: most })),
    el("p", { class: "auction-takes note" }, t("alexander_the_great.auction_takes"), goodSigns(takes)),
    el("ul", { class: "bids" }, view.seats.map((_, seat) => bidder(view, auction, seat))),
  );
}

/**
 * @param {View} view
 * @param {Auction} auction
 * @param {number} seat
 */
function bidder(view, auction, seat) {
  const latest = auction.bids.findLast((bid) => bid.seat === seat);
  const isNext = !isHeld(view) && auction.seat === seat && auction.in.includes(seat);
  const isHigh = auction.high?.seat === seat;
  const status = latest && (latest.bid === null ? t("alexander_the_great.auction_passed") : t("alexander_the_great.auction_bid", { n: latest.bid }));
  return el(
    "li",
    { class: `bidder${isNext ? " next" : ""}${isHigh ? " high" : ""}${latest?.bid === null ? " out" : ""}` },
    badge(seat),
    el("span", { class: `bidder-name name seat-${seat}` }, seatName(view, seat)),
    el("span", { class: "bidder-says" }, status ?? (isNext ? t("alexander_the_great.auction_to_bid") : "")),
  );
}

/**
 * The cost of a legal payment, from the service.
 * @param {Choosing} choosing
 * @param {Move} move
 */
const payment = (choosing, move) => /** @type {Payment} */ (choosing.facts(move));

/**
 * The choice of the knights and goods to pay with, starting with the service's proposal.
 * @param {Choosing} choosing
 * @param {Callbacks} callbacks
 * @returns {Child[]}
 */
function paying(choosing, callbacks) {
  const listed = choosing.of("pay").map((move) => payment(choosing, move));
  const chosen = listed[Math.min(choosing.amounts.knights ?? 0, listed.length - 1)];
  const cards = choosing.picked.pay ?? chosen.cost;
  const left = totalOf(chosen.cost) - totalOf(cards);
  const missing = left > 0 ? t("alexander_the_great.pay_left", { n: left }) : left < 0 ? t("alexander_the_great.pay_over", { n: -left }) : null;
  const mayDiffer = listed.length > 1 || usefulFor(choosing, chosen).some((good) => (choosing.purse[good] ?? 0) > (chosen.cost[good] ?? 0));
  const move = { type: "pay", cards: withoutZeros(cards), knights: chosen.knights };
  const go = moveButton("main", t(chosen.forfeit ? "settlers.act_discard" : "alexander_the_great.act_pay"), missing, choosing, move, callbacks, !choosing.picked.pay && mayDiffer);
  go.disabled = left !== 0;
  return [el("div", { class: "paying" }, listed.length > 1 && knights(choosing, callbacks, listed, chosen), goods(choosing, callbacks, chosen, cards)), go];
}

/**
 * @param {Choosing} choosing
 * @param {Callbacks} callbacks
 * @param {Payment[]} listed
 * @param {Payment} chosen
 */
function knights(choosing, callbacks, listed, chosen) {
  const choose = (/** @type {number} */ n) => () => {
    choosing.amounts = { ...choosing.amounts, knights: n };
    // A different number of knights changes the number of cards to pay.
    choosing.picked = {};
    callbacks.changed();
  };
  const choice = (/** @type {Payment} */ each, /** @type {number} */ n) =>
    el("button", { type: "button", class: "button small", "aria-pressed": String(each === chosen), onclick: choose(n) }, t("alexander_the_great.knights", { n: each.knights }));
  return el("div", { class: "knights", role: "group" }, listed.map(choice));
}

/**
 * @param {Choosing} choosing
 * @param {Callbacks} callbacks
 * @param {Payment} chosen
 * @param {Counts} cards
 */
function goods(choosing, callbacks, chosen, cards) {
  const { purse } = choosing;
  return picker(t("settlers.hand"), usefulFor(choosing, chosen), cards, purse, (/** @type {Good} */ good, by) => {
    choosing.picked = { ...choosing.picked, pay: cards };
    choosing.pick("pay", good, by, purse[good] ?? 0);
    callbacks.changed();
  });
}

/**
 * The goods that a payment takes.
 * @param {Choosing} choosing
 * @param {Payment} chosen
 * @returns {Good[]}
 */
function usefulFor(choosing, { forfeit }) {
  // A forfeit takes cards from the hand, and gold is not a card.
  return forfeit ? choosing.edition.goods.filter((good) => good !== "gold") : auctionOf(choosing).takes;
}

/**
 * @param {Choosing} choosing
 * @param {Move} move
 * @param {Callbacks} callbacks
 */
function advisor(choosing, move, callbacks) {
  const { view } = choosing;
  const seat = Number(move.from);
  const held = /** @type {March} */ (view.state).seats[seat].advisor;
  return moveButton("main", t("alexander_the_great.act_choose_advisor", { name: seatName(view, seat) }), held && t(`alexander_the_great.advisor_${held}`), choosing, move, callbacks);
}
