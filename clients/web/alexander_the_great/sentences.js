/** Sentences for the events of Alexander the Great. */

import { cornerKey } from "../settlers/geometry.js";
import { placeName } from "../settlers/names.js";
import { cardList, goodName, tellersWith } from "../settlers/sentences.js";
import { listed, t } from "../ui/texts.js";
import { localName } from "./places.js";

/** @import { View } from "../api/types.js" */
/** @import { Teller } from "../game/ruleset.js" */
/** @import { Good } from "../settlers/types.js" */
/** @import { Crossing, March, Occasion, RouteBoard } from "./types.js" */

/** @type {import("../settlers/sentences.js").Naming} The words for a place, for a crossing by its name. */
export const nameOf = (view, key) => {
  const crossing = routeOf(view).find(({ corner }) => cornerKey(corner) === key);
  return crossing ? t("alexander_the_great.where", { name: localName(crossing.name) }) : placeName(view, key);
};

const settlers = tellersWith(nameOf);

/** @type {Record<string, Teller>} */
export const tellers = {
  ...settlers,
  dealt: ({ seat, data }, name) => joined(t("alexander_the_great.says_dealt", { name: name(seat), first: name(data.dealt.first_seat) }), drawsText(data.dealt, name)),
  turn_ended: (event, name, ...views) => joined(settlers.turn_ended(event, name, ...views), drawsText(event.data, name)),
  resigned: ({ data }, name, _, before, after) => joined(t("says_resigned", { name: name(data.seat) }), ...promotions(advisorsIn(after), name, advisorsIn(before)), drawsText(data, name)),
  marched,
  bid_made: ({ seat, data }, name) => t(data.winner === null ? "alexander_the_great.says_bid_made" : "alexander_the_great.says_bid_made_won", { name: name(seat), n: data.bid }),
  passed,
  auction_paid: (event, name, view, before, after, place) => joined(auctionPaid(event, name, view, before, after, place), ...promotions(event.data.advisors, name, advisorsIn(before))),
  bid_forfeited: ({ seat, data }, name) => t("alexander_the_great.says_bid_forfeited", { name: name(seat), cards: cardList(data.cards) }),
  advisor_chosen: advisorChosen,
};

/**
 * The advisor that was chosen, and the advisors that seats then took over without a choice.
 * @type {Teller}
 */
function advisorChosen({ seat, data }, name, _, before) {
  // After a choice among equals (G21) the chooser may at once take over a better advisor. The
  // sentence distinguishes it from the chosen one.
  const held = advisorsIn(before);
  const taken = held[data.from] ?? data.advisors[seat ?? 0];
  const swapped = held.map((advisor, each) => (each === seat ? taken : each === data.from ? held[seat ?? 0] : advisor));
  const gaps = { name: name(seat), other: name(data.from), advisor: t(`alexander_the_great.advisor_${taken}`) };
  return joined(t("alexander_the_great.says_advisor_chosen", gaps), ...promotions(data.advisors, name, swapped));
}

/** @param {Occasion} event */
const eventName = (event) => t(`alexander_the_great.occasion_${event}`);

/**
 * @param {View} view
 * @returns {Crossing[]}
 */
const routeOf = ({ board }) => /** @type {RouteBoard} */ (/** @type {unknown} */ (board)).route;

/** @param {...(string | null)} sentences */
const joined = (...sentences) => sentences.filter(Boolean).join(" ");

/**
 * The visible draws from the reserve.
 * @param {{draws?: (Good | null)[]}} data
 * @param {(seat: number | null) => string} name
 */
function drawsText({ draws }, name) {
  if (!draws?.some(Boolean)) return null;
  const shown = draws.flatMap((good, seat) => (good ? [`${name(seat)} ${goodName(good)}`] : []));
  return t("alexander_the_great.says_draws_shown", { draws: listed(shown) });
}

/** @type {Teller} */
function marched({ seat, data }, name, view, _, __, place) {
  const { kind, corner, name: words } = routeOf(view)[data.crossing];
  const gaps = { name: name(seat), place: place(localName(words), [cornerKey(corner)]) };
  if (kind === "persepolis") return t("alexander_the_great.says_marched_persepolis", gaps);
  if (data.auction) return t("alexander_the_great.says_marched_auction", { ...gaps, event: eventName(data.auction) });
  if (kind === "gate") return t("alexander_the_great.says_marched_gate", gaps);
  return t(kind === "temple" ? "alexander_the_great.says_marched_built" : "alexander_the_great.says_marched", gaps);
}

/** @type {Teller} */
function passed({ seat, data }, name) {
  const gaps = { name: name(seat) };
  if (data.winner !== null) return t("alexander_the_great.says_passed_won", { ...gaps, winner: name(data.winner) });
  return t(data.nobody ? "alexander_the_great.says_passed_nobody" : "alexander_the_great.says_passed", gaps);
}

/**
 * Sentences for the seats whose advisor rose in rank; none if the advisors before are unknown.
 * @param {(string | null)[]} advisors by seat
 * @param {(seat: number | null) => string} name
 * @param {(string | null)[]} held the advisors before, by seat
 */
function promotions(advisors, name, held) {
  const isBetter = (/** @type {string | null} */ advisor, /** @type {number} */ seat) => advisor && seat in held && RANKS.indexOf(advisor) > RANKS.indexOf(held[seat] ?? "");
  return advisors.flatMap((advisor, seat) => (isBetter(advisor, seat) ? [t("alexander_the_great.says_advisor", { name: name(seat), advisor: t(`alexander_the_great.advisor_${advisor}`) })] : []));
}

/** @param {View | undefined} view */
const advisorsIn = (view) => (/** @type {March | undefined} */ (view?.state)?.seats ?? []).map(({ advisor }) => advisor);

const RANKS = ["third", "second", "first"];

/** @type {Teller} */
function auctionPaid({ seat, data }, name, view, _, __, place) {
  const knights = data.knights ? [t("alexander_the_great.knights", { n: data.knights })] : [];
  const cards = Object.keys(data.cards).length ? [cardList(data.cards)] : [];
  const gaps = { name: name(seat), cards: listed([...cards, ...knights]) };
  if (data.chip) return t("alexander_the_great.says_auction_paid_chip", { ...gaps, event: eventName(data.chip) });
  if (data.corner === null) return t("alexander_the_great.says_auction_paid_unplaced", gaps);
  const words = routeOf(view).find(({ corner }) => corner === data.corner)?.name ?? "";
  return t("alexander_the_great.says_auction_paid_founding", { ...gaps, place: place(localName(words), [cornerKey(data.corner)]) });
}
