/** The panel of settlers: prompt, hand, building and its prices. */

import { outcome } from "../game/words/outcome.js";
import { badge } from "../game/seats/pieces.js";
import { aim, ruleMark, whoActs } from "../game/panel/prompt.js";
import { bindMove, moveButton, sendOrArm } from "../game/panel/secondtap.js";
import { seatName } from "../game/words/sentences.js";
import { withNames } from "../game/words/eventelements.js";
import { button } from "../ui/controls.js";
import { el } from "../ui/dom.js";
import { t } from "../ui/texts.js";
import { developmentCard, emptyCard, goodCard, goodSigns } from "./cards.js";
import { goodsIn } from "./counts.js";
import { proposal } from "./proposal.js";
import { DEVELOPMENTS, diceFaces, icon } from "./symbols.js";
import { offerBox } from "./trade.js";

/** @import { Child } from "../ui/dom.js" */
/** @import { View } from "../api/types.js" */
/** @import { Callbacks } from "../game/ruleset.js" */
/** @import { Choosing } from "./choosing.js" */
/** @import { Shape } from "./symbols.js" */
/** @import { Counts, Development, Edition, Pair, Position, SeatState } from "./types.js" */

/** The moves that build or buy, by price. */
const BUILDS = /** @type {[string, Shape, (choosing: Choosing) => string][]} */ ([
  ["build_road", "road", ({ own }) => t("settlers.roads_left", { n: own.roads_left })],
  ["build_settlement", "settlement", ({ own }) => t("settlers.settlements_left", { n: own.settlements_left })],
  ["build_city", "city", ({ own }) => t("settlers.cities_left", { n: own.cities_left })],
  ["buy_development_card", "card", ({ state }) => t("settlers.deck_left", { n: state.deck })],
]);

/** The move that plays each development card. */
const PLAYS = /** @type {Record<Development, string>} */ ({
  knight: "play_knight",
  road_building: "play_road_building",
  year_of_plenty: "play_year_of_plenty",
  monopoly: "play_monopoly",
});

/**
 * The panel of a position, with choices if the viewer is to move.
 * @param {View} view
 * @param {Choosing | null} choosing
 * @param {Callbacks} callbacks
 * @param {number | null} shownHand the seat whose hand is shown
 * @param {Edition} edition
 */
export function panel(view, choosing, callbacks, shownHand, edition) {
  if (!view.state) return [];
  const proposed = choosing && proposal(choosing, callbacks);
  return [
    prompt(view, choosing, callbacks),
    el(
      "div",
      { class: "actions doing" },
      ...edition.parts(view, choosing, callbacks),
      // The other actions are hidden until the proposal is decided: a phone's strip has no room for
      // both.
      ...(proposed ? [proposed] : [offerBox(view, choosing, callbacks), ...(choosing ? actions(choosing, callbacks) : [])]),
    ),
    hand(view, choosing, callbacks, shownHand, edition),
  ];
}

/**
 * @param {View} view
 * @param {Choosing | null} choosing
 * @param {Callbacks} callbacks
 */
function prompt(view, choosing, { explain }) {
  const [text, hint] = choosing ? instruction(choosing) : idle(view);
  const { dice } = /** @type {Position} */ (view.state);
  return el(
    "div",
    { class: choosing ? "prompt mine" : "prompt" },
    dice && facesOf(dice),
    el("h2", {}, text),
    ruleMark(explain),
    aim(view, Number(view.options.target_points)),
    hint && el("p", {}, hint),
  );
}

/**
 * The faces of a roll.
 * @param {Pair} dice
 */
function facesOf(dice) {
  // Keep the element while the roll is on show, so that a redraw does not stop the dice.
  const [one, other] = dice;
  const faces = rolls.get(dice) ?? diceFaces(dice, t("settlers.dice", { n: one + other, one, other }));
  rolls.set(dice, faces);
  return faces;
}

/** @type {WeakMap<Pair, SVGElement>} */
const rolls = new WeakMap();

/**
 * @param {View} view
 * @returns {[Child[] | string, Child[] | string]}
 */
function idle(view) {
  if (view.result) return [t("prompt_over"), withNames(view, (name) => outcome(view, name))];
  return [whoActs(view), view.viewer.seat === null ? t("prompt_watch") : ""];
}

/**
 * The instruction to the player, and a hint.
 * @param {Choosing} choosing
 * @returns {[string, string]}
 */
function instruction(choosing) {
  const { edition, mode, view } = choosing;
  if (Object.values(PLAYS).includes(mode)) return play(choosing);
  const own = edition.prompts[view.phase ?? ""] ?? PROMPTS[view.phase ?? ""] ?? play;
  return own(choosing);
}

/** @type {Edition["prompts"]} */
const PROMPTS = {
  found_settlement: ({ own }) => [
    t("settlers.prompt_found_settlement"),
    own.settlements.length ? t("settlers.prompt_found_settlement_second") : t("settlers.prompt_found_settlement_first"),
  ],
  found_road: () => [t("settlers.prompt_found_road"), ""],
  roll: (choosing) => [t("settlers.prompt_roll"), cardHint(choosing)],
  roads: freeRoads,
  discard: ({ own }) => [t("settlers.prompt_discard", { n: own.owed }), ""],
  robber,
};

/**
 * The hint that a development card may be played first, if one may.
 * @param {Choosing} choosing
 */
export function cardHint(choosing) {
  return Object.values(PLAYS).some((type) => choosing.has(type)) ? t("settlers.prompt_roll_hint") : "";
}

/**
 * @param {Choosing} choosing
 * @returns {[string, string]}
 */
function freeRoads({ state }) {
  return [t("settlers.prompt_free_roads", { n: state.free_roads }), ""];
}

/**
 * @param {Choosing} choosing
 * @returns {[string, string]}
 */
function robber({ here }) {
  return [t(here.length > 1 ? "settlers.prompt_victim" : "settlers.prompt_robber"), ""];
}

/**
 * @param {Choosing} choosing
 * @returns {[string, string]}
 */
function play(choosing) {
  const { mode, state, view } = choosing;
  if (mode === "play_knight") return robber(choosing);
  if (mode in PROMPTS_OF_MODE) return [t(PROMPTS_OF_MODE[mode]), ""];
  if (!choosing.isFree && state.offer) return [t("settlers.prompt_answer", { name: seatName(view, view.to_act[0]) }), ""];
  if (state.offer) return [t(offerPrompt(choosing)), ""];
  if (state.free_roads) return freeRoads(choosing);
  return [t("settlers.prompt_play"), choosing.placed.length ? t("settlers.prompt_play_hint") : ""];
}

/**
 * The state of the player's own open offer.
 * @param {Choosing} choosing
 */
function offerPrompt(choosing) {
  const { seat: own, state } = choosing;
  // Once all have answered, the maker of an offer must learn what is left to do.
  const isAwaited = state.seats.some(({ resigned }, seat) => seat !== own && !resigned && !state.offer?.answers[seat]);
  if (isAwaited) return "settlers.prompt_answers_wait";
  return choosing.has("close_trade") ? "settlers.prompt_answers_some" : "settlers.prompt_answers_none";
}

/** @type {Record<string, string>} */
const PROMPTS_OF_MODE = {
  build_road: "settlers.prompt_build_road",
  build_settlement: "settlers.prompt_build_settlement",
  build_city: "settlers.prompt_build_city",
};

/**
 * The hand: goods and development cards.
 * @param {View} view
 * @param {Choosing | null} choosing
 * @param {Callbacks} callbacks
 * @param {number | null} shown
 * @param {Edition} edition
 */
function hand(view, choosing, callbacks, shown, edition) {
  if (shown === null) return null;
  const own = /** @type {Position} */ (view.state).seats[shown];
  const title = shown === view.viewer.seat ? t("settlers.hand") : withNames(view, (name) => t("settlers.hand_of", { name: name(shown) }));
  return el(
    "div",
    { class: "cards" },
    el("div", { class: "hand", "data-hand": shown }, el("h3", {}, badge(shown), el("span", { class: "hand-title" }, title)), el("div", { class: "row" }, goods(edition.purse(own), own.cards))),
    own.developments && own.development_cards > 0 && developments(own, shown === view.viewer.seat ? choosing : null, callbacks),
  );
}

/**
 * @param {Counts | null} held
 * @param {number} cards
 */
function goods(held, cards) {
  if (!held) return el("p", { class: "note" }, t("settlers.hand_hidden", { n: cards }));
  const own = goodsIn(held);
  return own.length ? own.map((good) => goodCard(good, { count: held[good] })) : [emptyCard(t("settlers.hand_empty"))];
}

/**
 * @param {SeatState} own
 * @param {Choosing | null} choosing
 * @param {Callbacks} callbacks
 */
function developments({ developments: held, bought }, choosing, callbacks) {
  const faces = DEVELOPMENTS.filter((name) => held?.[name]).map((name) => {
    const type = PLAYS[name];
    const choose = choosing?.has(type) ? () => begin(choosing, callbacks, type) : null;
    return developmentCard(name, { count: held?.[name], choose, note: choose && t("settlers.act_play_short") });
  });
  const isNew = Object.values(bought ?? {}).some(Boolean);
  const note = choosing?.state.card_played ? t("settlers.act_played") : isNew ? t("settlers.developments_bought") : "";
  return el("div", {}, el("h3", {}, t("settlers.developments")), el("div", { class: "row" }, faces), choosing && note && el("p", { class: "note" }, note));
}

/**
 * @param {Choosing} choosing
 * @param {Callbacks} callbacks
 * @param {string} mode
 */
function begin(choosing, callbacks, mode) {
  choosing.begin(mode);
  callbacks.changed();
}

/**
 * The buttons to roll, build, trade and end the turn.
 * @param {Choosing} choosing
 * @param {Callbacks} callbacks
 */
function actions(choosing, callbacks) {
  const roll = choosing.of("roll").map((move) => moveButton("main big", t("settlers.act_roll"), null, choosing, move, callbacks));
  if (!choosing.isFree) return roll;
  const canGoOn = choosing.list.moves.some(({ type }) => type.startsWith("build_") || type === "buy_development_card");
  return [
    el("div", { class: "builds" }, BUILDS.map(([type, shape, left]) => build(choosing, callbacks, type, shape, left(choosing)))),
    button("trade", t("settlers.act_trade"), null, () => begin(choosing, callbacks, "trade")),
    ...choosing.of("end_turn").map((move) => moveButton(canGoOn ? "end" : "main end", t("settlers.act_end_turn"), null, choosing, move, callbacks)),
  ];
}

/**
 * @param {Choosing} choosing
 * @param {Callbacks} callbacks
 * @param {string} type
 * @param {Shape} shape
 * @param {string} left the supply left, in words
 */
function build(choosing, callbacks, type, shape, left) {
  const [first] = choosing.of(type);
  const price = choosing.priceOf(type);
  const isBought = type === "buy_development_card";
  const act = () => (isBought ? sendOrArm(control, choosing, first, callbacks) : begin(choosing, callbacks, type));
  const control = el(
    "button",
    { type: "button", class: "button build", title: left, disabled: !first, onclick: act },
    el("span", { class: "label" }, icon(shape), t(`settlers.act_${type}`)),
    el("span", { class: "hint" }, price ? goodSigns(price) : t("settlers.act_free")),
  );
  return isBought && first ? bindMove(control, choosing, first) : control;
}
