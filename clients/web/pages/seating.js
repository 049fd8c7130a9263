/** The seats of a new game: how many, who sits in each, and who goes first. */

import { el, refill } from "../ui/dom.js";
import { listed, t } from "../ui/texts.js";

/** @import { RulesetOffered } from "../api/types.js" */

export const ME = "me";
export const FREE = "free";
/** The player who is challenged. */
export const RIVAL = "rival";

/**
 * @typedef {object} Seats
 * @property {RulesetOffered} ruleset
 * @property {string[]} occupants of each seat: me, free, the player challenged, or a bot's name
 */

/** @param {Seats} seats */
export function seatFields(seats) {
  const rows = el("div", { class: "seat-rows" });
  const first = el("span", {}, firstSeatChoice(seats.occupants));
  const fill = () => refill(rows, seats.occupants.map((_, seat) => occupantChoice(seats, seat)));
  const resize = (/** @type {number} */ n) => {
    seats.occupants = withSeats(seats.occupants, n, seats.ruleset);
    fill();
    refill(first, firstSeatChoice(seats.occupants));
  };
  fill();
  const counts = countsOf(seats).map((n) => countOption(n, n === seats.occupants.length, resize));
  return [
    el("div", { class: "counts", role: "group", "aria-label": t("field_seats") }, counts),
    rows,
    el("p", { class: "note", hidden: !seats.ruleset.strength }, seats.ruleset.strength),
    el("label", { class: "field" }, el("span", {}, t("field_first")), first),
  ];
}

/**
 * The numbers of seats on offer: in a challenge, bots fill those beyond two.
 * @param {Seats} seats
 */
function countsOf({ ruleset, occupants }) {
  const isForTwo = occupants.includes(RIVAL) && !ruleset.bots.length;
  return isForTwo ? [2] : ruleset.seats;
}

/**
 * @param {number} n
 * @param {boolean} checked
 * @param {(n: number) => void} resize
 */
function countOption(n, checked, resize) {
  const input = el("input", { type: "radio", name: "seats", value: n, checked, onchange: () => resize(n) });
  return el("label", { class: "count" }, input, el("span", {}, String(n)));
}

/**
 * Occupants for a number of seats: first the given ones, then bots.
 * @param {string[]} occupants
 * @param {number} n
 * @param {RulesetOffered} ruleset
 */
function withSeats(occupants, n, ruleset) {
  const added = ruleset.bots.at(-1) ?? FREE;
  return Array.from({ length: n }, (_, seat) => occupants[seat] ?? added);
}

/**
 * The occupants for another ruleset, which may need more or fewer seats.
 * @param {string[]} occupants
 * @param {RulesetOffered} ruleset
 */
export function reseat(occupants, ruleset) {
  const n = ruleset.seats.find((count) => count >= occupants.length) ?? ruleset.seats[ruleset.seats.length - 1];
  return withSeats(occupants, n, ruleset);
}

/**
 * The occupants that a form begins with.
 * @param {RulesetOffered} ruleset
 */
export function usualOccupants(ruleset) {
  return reseat([ME, ruleset.bots.includes("greedy") ? "greedy" : FREE], ruleset);
}

/**
 * The occupants of a challenge: the two players come first, as the service wants it.
 * @param {RulesetOffered} ruleset
 */
export function rivalOccupants(ruleset) {
  return reseat([ME, RIVAL], ruleset);
}

/**
 * @param {Seats} seats
 * @param {number} seat
 */
function occupantChoice({ ruleset, occupants }, seat) {
  const now = occupants[seat];
  const isChallenge = occupants.includes(RIVAL);
  const isFixed = isChallenge && seat < 2;
  const options = isFixed ? [el("option", { value: now }, t(now === ME ? "seat_me" : "setup.seat_rival"))] : [
    seat === 0 && el("option", { value: ME, selected: now === ME }, t("seat_me")),
    ruleset.bots.map((bot) => el("option", { value: bot, selected: now === bot }, t(`bot_${bot}`))),
    !isChallenge && el("option", { value: FREE, selected: now === FREE }, t("seat_free")),
  ];
  const name = t("field_seat", { n: seat + 1 });
  const select = el("select", { "aria-label": name }, options.flat());
  select.addEventListener("change", () => {
    occupants[seat] = select.value;
  });
  return el("label", { class: "field" }, el("span", {}, name), select);
}

/** @param {string[]} occupants */
function firstSeatChoice(occupants) {
  return el(
    "select",
    { name: "first", "aria-label": t("field_first") },
    el("option", { value: "" }, t("first_lot")),
    occupants.map((_, seat) => el("option", { value: String(seat) }, t("field_seat", { n: seat + 1 }))),
  );
}

/**
 * The occupants in words: "you and 2 × greedy bot".
 * @param {string[]} occupants
 * @param {string} [rival] the player challenged, in words
 */
export function occupantsText(occupants, rival = "") {
  const wordOf = (/** @type {string} */ kind) => {
    const k = occupants.filter((each) => each === kind).length;
    if (kind === ME) return t("setup.you");
    if (kind === RIVAL) return rival || t("setup.rival");
    if (kind === FREE) return k > 1 ? t("setup.free_many", { k }) : t("setup.free");
    return k > 1 ? t("setup.many", { k, what: t(`bot_${kind}`) }) : t(`setup.bot_${kind}`);
  };
  return listed([...new Set(occupants)].map(wordOf));
}

/**
 * The number of people who play, those to come included.
 * @param {string[]} occupants
 */
export const peopleAmong = (occupants) => occupants.filter((each) => [ME, FREE, RIVAL].includes(each)).length;

/**
 * The number of seats that are taken when the game is created: those before the first free one.
 * @param {string[]} occupants
 */
export function atOnce(occupants) {
  // A game without a free seat is never open, so a player with ten open games, the most that the
  // service allows, can still begin one against bots.
  const free = occupants.indexOf(FREE);
  return free < 0 ? occupants.length : free;
}
