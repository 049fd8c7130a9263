/** Trade: choosing terms for the bank or the other players, an offer, and the answers to it. */

import { badge } from "../game/seats/pieces.js";
import { bindMove, moveButton, sendOrArm } from "../game/panel/secondtap.js";
import { seatName } from "../game/words/sentences.js";
import { withNames } from "../game/words/eventelements.js";
import { button } from "../ui/controls.js";
import { el } from "../ui/dom.js";
import { listed, t } from "../ui/texts.js";
import { counterTerms, gapIn, lacking } from "./bargain.js";
import { goodSigns, picker } from "./cards.js";
import { goodsIn, withoutZeros } from "./counts.js";
import { cardList, goodName, terms } from "./sentences.js";

/** @import { View } from "../api/types.js" */
/** @import { Callbacks } from "../game/ruleset.js" */
/** @import { Choosing } from "./choosing.js" */
/** @import { Counts, Good, Offer, Position, Terms } from "./types.js" */

/**
 * The form to choose what to give and get, with the bank, in an offer, or in an answer.
 * @param {Choosing} choosing
 * @param {Callbacks} callbacks
 */
export function composer(choosing, callbacks) {
  const { edition, mode, picked, purse } = choosing;
  const side = (/** @type {"give" | "get"} */ purpose, /** @type {Counts} */ limits) =>
    picker(t(`settlers.trade_${purpose}`), edition.goods, picked[purpose] ?? {}, limits, (good, by) => {
      choosing.pick(purpose, good, by, limits[good] ?? 0);
      callbacks.changed();
    }, purpose === "give");
  const go = mode === "counter" ? propose(choosing, callbacks) : offer(choosing, callbacks);
  return [side("give", purse), side("get", obtainable(choosing)), mode === "trade" && bank(choosing, callbacks), go];
}

/**
 * The largest number of each good that the bank and the other players may have.
 * @param {Choosing} choosing
 * @returns {Counts}
 */
function obtainable({ edition, seat, state }) {
  const bank = edition.bank(state);
  // Hands are hidden: each of a player's cards may be of any good.
  const others = state.seats.filter((_, n) => n !== seat);
  return Object.fromEntries(edition.goods.map((good) => [good, others.reduce((sum, each) => sum + edition.most(each, good), bank[good] ?? 0)]));
}

/**
 * @param {Choosing} choosing
 * @param {Callbacks} callbacks
 */
const offer = (choosing, callbacks) => sender(choosing, t("settlers.trade_offer"), (terms) => callbacks.send({ type: "offer_trade", ...terms }));

/**
 * @param {Choosing} choosing
 * @param {Callbacks} callbacks
 */
const propose = (choosing, callbacks) => sender(choosing, t("settlers.answer_send"), (terms) => callbacks.send({ type: "answer_trade", accept: true, ...terms }));

/**
 * The button that sends the terms chosen; while they lack something it is greyed and says what.
 * @param {Choosing} choosing
 * @param {string} label
 * @param {(terms: Terms) => void} send
 */
function sender({ picked, purse }, label, send) {
  const chosen = { give: withoutZeros(picked.give ?? {}), get: withoutZeros(picked.get ?? {}) };
  const reason = gapText(chosen, purse);
  const go = button("main", label, reason, () => reason ?? send(chosen));
  // Not `disabled`: a screen reader reaches the button and reads the reason on it.
  if (reason) go.setAttribute("aria-disabled", "true");
  return go;
}

/**
 * @param {Terms} chosen
 * @param {Counts} purse
 */
function gapText(chosen, purse) {
  const gap = gapIn(chosen, purse);
  if (gap === "short") return t("settlers.act_lacks", { cards: cardList(lacking(purse, chosen.give)) });
  return gap && t(gap === "same" ? "settlers.trade_of_likes" : "settlers.trade_help");
}

/**
 * The bank: shortcuts to its rates, and the button to trade if the terms match a legal trade.
 * @param {Choosing} choosing
 * @param {Callbacks} callbacks
 */
function bank(choosing, callbacks) {
  const trades = choosing.of("trade_with_bank");
  const { rates } = choosing.own;
  const [chosenGive, chosenGet] = ["give", "get"].map((purpose) => goodsIn(choosing.picked[purpose] ?? {}).join());
  const trade = trades.find(({ give, get }) => give === chosenGive && get === chosenGet);
  // Listed trades are one good for another; the rate itself is the service's.
  const isExact = trade && choosing.picked.give?.[/** @type {Good} */ (trade.give)] === rates[/** @type {Good} */ (trade.give)] && choosing.total("get") === 1;
  const go = button("", t("settlers.trade_bank"), null, () => trade && callbacks.send(trade));
  go.disabled = !isExact;
  const chooseRate = (/** @type {Good} */ good) => {
    choosing.picked = { ...choosing.picked, give: { [good]: rates[good] } };
    callbacks.changed();
  };
  return el(
    "div",
    { class: "bank-trade" },
    el("span", { class: "note" }, t("settlers.bank")),
    choosing.edition.goods.map((good) => {
      const words = rateText(good, rates);
      const isOff = !trades.some(({ give }) => give === good);
      return el("button", { type: "button", class: "button small", "data-tip": words, "aria-label": words, disabled: isOff, onclick: () => chooseRate(good) }, goodSigns({ [good]: rates[good] }));
    }),
    go,
  );
}

/**
 * @param {Good} good
 * @param {Counts} rates
 */
const rateText = (good, rates) => t("settlers.trade_rate", { good: goodName(good), n: String(rates[good]) });

/**
 * An open offer, the answers of the seats, and the buttons to act on it.
 * @param {View} view
 * @param {Choosing | null} choosing
 * @param {Callbacks} callbacks
 */
export function offerBox(view, choosing, callbacks) {
  const { offer: open } = /** @type {Position} */ (view.state);
  if (!open) return null;
  const from = view.to_act[0];
  const isMine = view.viewer.seat === from;
  const gaps = terms(open);
  const isShown = (/** @type {number} */ seat) => seat !== from && !view.state.seats[seat].resigned && (open.answers[seat] || seat !== view.viewer.seat);
  return el(
    "div",
    { class: "offer" },
    el("p", { class: "offer-terms" }, badge(from), el("span", {}, isMine ? t("settlers.offer_yours", gaps) : withNames(view, (name) => t("settlers.offer_of", { ...gaps, name: name(from) })))),
    el(
      "ul",
      { class: "answers" },
      open.answers.map((answer, seat) => answer && isShown(seat) && answerLine(view, open, answer, seat, choosing, callbacks)),
      silentLine(view, open.answers.flatMap((answer, seat) => (!answer && isShown(seat) ? [seat] : []))),
    ),
    choosing && !isMine && view.seats[from].bot && el("p", { class: "note" }, t("settlers.offer_of_bot")),
    choosing && (isMine ? withdraw(choosing, callbacks) : answers(choosing, open, callbacks)),
  );
}

/**
 * One line for all who have not answered: with a line each, three pushed the hand off a laptop's screen.
 * @param {View} view
 * @param {number[]} seats
 */
function silentLine(view, seats) {
  const words = withNames(view, (name) => t("settlers.answered_none", { n: seats.length, names: listed(seats.map(name)) }));
  return seats.length > 0 && el("li", {}, el("span", {}, words));
}

/**
 * @param {View} view
 * @param {Offer} open
 * @param {NonNullable<Offer["answers"][number]>} answer
 * @param {number} seat
 * @param {Choosing | null} choosing
 * @param {Callbacks} callbacks
 */
function answerLine(view, open, answer, seat, choosing, callbacks) {
  const name = seatName(view, seat);
  const close = choosing?.of("close_trade").find((move) => move.seat === seat);
  return el(
    "li",
    {},
    badge(seat),
    el("span", {}, answerText(open, answer, name)),
    close && button("main small", t("settlers.close_with", { name }), null, () => callbacks.send(close)),
  );
}

/**
 * @param {Offer} open
 * @param {NonNullable<Offer["answers"][number]>} answer
 * @param {string} name
 */
function answerText(open, answer, name) {
  if (answer === "refused") return t("settlers.answered_refused", { name });
  if (isSame(answer, open)) return t("settlers.answered_accepted", { name });
  return t("settlers.says_trade_answered_accepted", { name, ...terms(answer) });
}

/**
 * @param {Terms} a
 * @param {Terms} b
 */
const isSame = (a, b) => cardList(a.give) === cardList(b.give) && cardList(a.get) === cardList(b.get);

/**
 * @param {Choosing} choosing
 * @param {Callbacks} callbacks
 */
function withdraw(choosing, callbacks) {
  return choosing.of("withdraw_trade").map((move) => button("small", t("settlers.offer_withdraw"), null, () => callbacks.send(move)));
}

/**
 * The buttons to accept, refuse or counter, and to refuse all offers of this turn.
 * @param {Choosing} choosing
 * @param {Offer} open
 * @param {Callbacks} callbacks
 */
function answers(choosing, open, callbacks) {
  const listed = choosing.of("answer_trade");
  if (!listed.length) return null;
  const accept = listed.find((move) => move.accept);
  const refuse = listed.find((move) => !move.accept);
  const counter = () => {
    choosing.begin("counter", counterTerms(open, choosing.purse));
    callbacks.changed();
  };
  // Say why the button is greyed: without a reason people had to guess.
  const reason = accept ? null : t("settlers.act_lacks", { cards: cardList(lacking(choosing.purse, open.get)) });
  const yes = button("main", t("settlers.answer_accept"), reason, () => accept && sendOrArm(yes, choosing, accept, callbacks));
  if (accept) bindMove(yes, choosing, accept);
  yes.disabled = !accept;
  return el(
    "div",
    { class: "answer" },
    yes,
    refuse && moveButton("", t("settlers.answer_refuse"), null, choosing, refuse, callbacks),
    button("", t("settlers.answer_counter"), null, counter),
    callbacks.giveOrderButton("refuse_offers", t("settlers.answer_refuse_all")),
  );
}
