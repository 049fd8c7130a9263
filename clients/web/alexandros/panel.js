/** The panel of Alexandros: prompt, cards, and actions with their cost and gain. */

import { outcome } from "../game/words/outcome.js";
import { badge } from "../game/seats/pieces.js";
import { aim, finalityWarning, ruleMark, whoActs } from "../game/panel/prompt.js";
import { moveButton } from "../game/panel/secondtap.js";
import { seatName } from "../game/words/sentences.js";
import { withNames } from "../game/words/eventelements.js";
import { button } from "../ui/controls.js";
import { el } from "../ui/dom.js";
import { t } from "../ui/texts.js";
import { card, emptySlot, handCards, pile } from "./cards.js";
import { total } from "./counts.js";
import { keyOf } from "./geometry.js";
import { provinceAt } from "./labels.js";
import { cardList, gainList, symbolName } from "./sentences.js";
import { icon, SYMBOLS } from "./symbols.js";
import { cardMoveInstruction, cardProposal, offerOf } from "./cardchoice.js";

/** @import { Child } from "../ui/dom.js" */
/** @import { View } from "../api/types.js" */
/** @import { Callbacks } from "../game/ruleset.js" */
/** @import { CardCallbacks } from "./cardchoice.js" */
/** @import { Choosing } from "./choosing.js" */
/** @import { Facts, Move, Position, SymbolName } from "./types.js" */

/**
 * The panel of a position, with choices if the viewer is to move.
 * @param {View} view
 * @param {Choosing | null} choosing
 * @param {CardCallbacks} callbacks
 * @param {number | null} shownHand the seat whose hand is shown
 */
export function panel(view, choosing, callbacks, shownHand) {
  if (!view.state) return [];
  return [
    prompt(view, choosing, callbacks),
    choosing && proposal(choosing, callbacks),
    el("div", { class: "cards" }, market(view, choosing, callbacks), hand(view, choosing, callbacks, shownHand)),
    choosing && actions(choosing, callbacks),
  ];
}

/**
 * @param {View} view
 * @param {Choosing | null} choosing
 * @param {Callbacks} callbacks
 */
function prompt(view, choosing, { explain }) {
  const [text, hint] = choosing ? instruction(choosing) : idle(view);
  const last = view.state?.last_turn && view.status === "live";
  return el(
    "div",
    { class: choosing ? "prompt mine" : "prompt" },
    el("h2", {}, text),
    ruleMark(explain),
    aim(view, Number(view.options.target_score)),
    (hint || last) && el("p", {}, last ? t("alexandros.prompt_last_turn") : "", last && hint ? " " : "", hint),
  );
}

/**
 * @param {View} view
 * @returns {[Child[] | string, Child[] | string]}
 */
function idle(view) {
  if (view.result) return [t("prompt_over"), withNames(view, (name) => outcome(view, name))];
  const watching = view.viewer.seat === null ? t("prompt_watch") : "";
  return [whoActs(view), watching];
}

/**
 * @param {Choosing} choosing
 * @returns {[string, string]}
 */
function instruction(choosing) {
  const { state, view } = choosing;
  if (choosing.card) return cardMoveInstruction(choosing);
  if (view.phase === "choose_card") return cardInstruction(choosing);
  if (view.phase === "march") return [marchInstruction(choosing), ""];
  const n = state.actions_left;
  if (choosing.isUnderWay) return [t("alexandros.prompt_actions", { n }), ""];
  return n ? [t("alexandros.prompt_actions", { n }), choiceHints(choosing)] : [t("alexandros.prompt_no_actions"), ""];
}

/**
 * Hints at the choices on the map and among the cards.
 * @param {Choosing} choosing
 */
function choiceHints(choosing) {
  const cards = choosing.of("take_card");
  const hints = [
    conquestHint(choosing),
    cards.length && t("alexandros.prompt_take_card"),
    finalityWarning(choosing.view, cards.map((move) => choosing.facts(move)), t("alexandros.prompt_supply_final")),
    choosing.of("recall").length && t("alexandros.prompt_recall"),
  ];
  return hints.filter(Boolean).join(" ");
}

/**
 * The hint at the lit provinces, in the words of the buttons beside it.
 * @param {Choosing} choosing
 */
function conquestHint(choosing) {
  const kinds = ["occupy", "take_over"].filter((type) => choosing.of(type).length);
  return kinds.length && t(kinds.length > 1 ? "alexandros.prompt_conquer" : `alexandros.prompt_${kinds[0]}`);
}

/**
 * @param {Choosing} choosing
 * @returns {[string, string]}
 */
function cardInstruction(choosing) {
  const { view } = choosing;
  const facts = choosing.of("choose_card").map((move) => choosing.facts(move));
  const hints = [t("alexandros.prompt_card_hint"), finalityWarning(view, facts, t("alexandros.prompt_card_final"))];
  return [t("alexandros.prompt_card"), hints.filter(Boolean).join(" ")];
}

/** @param {Choosing} choosing */
function marchInstruction({ point, space, state }) {
  if (point) return t("alexandros.prompt_way");
  if (space) return t("alexandros.prompt_point");
  return t("alexandros.prompt_space", { symbol: state.marching ? symbolName(state.marching.symbol) : "" });
}

/**
 * The present choices, their cost and gain, and the button that sends the move.
 * @param {Choosing} choosing
 * @param {CardCallbacks} callbacks
 */
function proposal(choosing, callbacks) {
  const { view } = choosing;
  if (!choosing.isUnderWay) return null;
  const parts = () => {
    if (choosing.card) return cardProposal(choosing, callbacks);
    if (view.phase === "march") return march(choosing, callbacks);
    return choosing.province ? conquest(choosing, callbacks) : recall(choosing, callbacks);
  };
  return el("div", { class: "proposal" }, parts(), button("quiet", t("back"), null, redrawAfter(callbacks, () => choosing.back())));
}

/**
 * @param {Callbacks} callbacks
 * @param {() => void} choice
 */
function redrawAfter(callbacks, choice) {
  return () => {
    choice();
    callbacks.changed();
  };
}

/**
 * @param {Choosing} choosing
 * @param {Callbacks} callbacks
 */
function march(choosing, callbacks) {
  const { proposed, paths, pathIndex } = choosing;
  if (!proposed) return [el("p", { class: "note aside" }, t("alexandros.point_help"))];
  const n = choosing.facts(proposed).walls ?? 0;
  const hint = n ? t("alexandros.march_walls", { n }) : t("alexandros.march_no_walls");
  return [
    button("main", t("alexandros.march_go"), hint, () => callbacks.send(proposed)),
    paths.length > 1 &&
      button("", t("alexandros.way_next"), t("alexandros.way_of", { k: pathIndex + 1, n: paths.length }), redrawAfter(callbacks, () => choosing.nextPath())),
    // The service lists a limited number of moves; the player can type a path that is not listed.
    !choosing.list.complete && el("p", { class: "note" }, t("alexandros.ways_more")),
  ];
}

/**
 * @param {Choosing} choosing
 * @param {Callbacks} callbacks
 */
function conquest(choosing, callbacks) {
  const province = /** @type {NonNullable<Choosing["province"]>} */ (choosing.province);
  const { proposed, placements, view } = choosing;
  const n = province.yield;
  const held = province.holder !== null;
  const title = held
    ? t("alexandros.take_over_title", { n, name: seatName(view, province.holder) })
    : t("alexandros.occupy_title", { n });
  const go = button("main", held ? t("alexandros.act_take_over") : t("alexandros.act_occupy"), choosing.price && price(choosing.price), () => proposed && callbacks.send(proposed));
  go.disabled = !proposed;
  return [
    el("p", { class: "proposal-title" }, title),
    compensation(choosing, callbacks) ??
      el("p", { class: "note" }, choosing.placement ? t("alexandros.occupy_help") : t("alexandros.not_listed")),
    go,
    placements.length > 1 &&
      button(
        "",
        t("alexandros.choice_next"),
        t("alexandros.choice_of", { k: choosing.placement || "–", n: placements.length }),
        redrawAfter(callbacks, () => choosing.nextPlacement()),
      ),
  ];
}

/** @param {Facts} facts */
function price({ governors = 0, cards = {}, yield: n = 0 }) {
  return t("alexandros.act_price", { governors: t("alexandros.governors_n", { n: governors }), cards: cardList(cards), n });
}

/**
 * The choice of the cards that the loser receives.
 * @param {Choosing} choosing
 * @param {Callbacks} callbacks
 */
function compensation(choosing, callbacks) {
  const cards = choosing.compensation;
  if (!cards || !choosing.province) return null;
  const owed = choosing.owed ?? 0;
  const played = choosing.price?.cards ?? {};
  const n = total(cards) + owed;
  const name = seatName(choosing.view, choosing.province.holder);
  const rows = SYMBOLS.filter((symbol) => played[symbol]).map((symbol) => {
    const step = (/** @type {1 | -1} */ by) => redrawAfter(callbacks, () => choosing.compensate(symbol, by));
    const label = (/** @type {string} */ key) => t(key, { symbol: symbolName(symbol) });
    return el(
      "span",
      { class: "stepper" },
      icon(symbol),
      el("button", { type: "button", "aria-label": label("alexandros.fewer"), onclick: step(-1) }, "−"),
      el("output", {}, `${cards[symbol]}/${played[symbol]}`),
      el("button", { type: "button", "aria-label": label("alexandros.more"), onclick: step(1) }, "+"),
    );
  });
  const missing = owed > 0 ? t("alexandros.compensation_left", { n: owed }) : owed < 0 ? t("alexandros.compensation_less", { n: -owed }) : "";
  return el(
    "div",
    { class: "compensation" },
    el("p", {}, t("alexandros.compensation_title", { name, n }), missing && el("strong", {}, ` ${missing}`)),
    rows,
  );
}

/**
 * @param {Choosing} choosing
 * @param {Callbacks} callbacks
 */
function recall({ proposed }, callbacks) {
  return proposed && [button("main", t("alexandros.act_recall"), t("alexandros.act_recall_hint"), () => callbacks.send(proposed))];
}

/**
 * The display, the supply and the discard pile.
 * @param {View} view
 * @param {Choosing | null} choosing
 * @param {CardCallbacks} callbacks
 */
function market(view, choosing, callbacks) {
  const state = /** @type {Position} */ (view.state);
  return el(
    "div",
    { class: "market" },
    el("h3", {}, t("alexandros.display")),
    el(
      "div",
      { class: "row" },
      state.display.map((symbol, slot) => displayCard(symbol, slot, choosing, callbacks)),
      pile(t("alexandros.supply"), state.supply, offerOf(choosing, callbacks, "supply")),
      pile(t("alexandros.discard"), total(state.discard), null),
    ),
  );
}

/**
 * @param {SymbolName | null} symbol
 * @param {number} slot
 * @param {Choosing | null} choosing
 * @param {CardCallbacks} callbacks
 */
function displayCard(symbol, slot, choosing, callbacks) {
  if (!symbol) return emptySlot();
  const key = `display ${slot}`;
  const isJoker = choosing?.cardMoves(key).some((move) => move.joker);
  return card(symbol, { note: isJoker ? t("alexandros.joker") : null, offer: offerOf(choosing, callbacks, key) });
}

/**
 * @param {View} view
 * @param {Choosing | null} choosing
 * @param {CardCallbacks} callbacks
 * @param {number | null} shown
 */
function hand(view, choosing, callbacks, shown) {
  if (shown === null) return null;
  const state = /** @type {Position} */ (view.state);
  const own = state.seats[shown];
  const title = shown === view.viewer.seat ? t("alexandros.hand") : withNames(view, (name) => t("alexandros.hand_of", { name: name(shown) }));
  const special = (/** @type {SymbolName} */ symbol) => {
    const offer = offerOf(choosing, callbacks, `hand ${symbol}`);
    return offer ? { note: t("alexandros.special"), offer } : {};
  };
  return el(
    "div",
    { class: "hand", "data-hand": shown },
    el("h3", {}, badge(shown), el("span", { class: "hand-title" }, title)),
    el(
      "div",
      { class: "row" },
      own.hand ? handCards(own.hand, special) : el("p", { class: "note" }, t("alexandros.hand_hidden", { n: own.cards })),
    ),
  );
}

/**
 * The actions as buttons; conquests can be chosen here as well as on the map.
 * @param {Choosing} choosing
 * @param {Callbacks} callbacks
 */
function actions(choosing, callbacks) {
  if (choosing.view.phase !== "actions" || choosing.isUnderWay) return null;
  return el(
    "div",
    { class: "actions" },
    choosing.of("levy_taxes").map((move) => levy(choosing, move, callbacks)),
    provinces(choosing, callbacks),
    choosing.of("end_turn").map((move) => {
      // The main button if only ending the turn and resigning are left.
      const kind = choosing.state.actions_left && choosing.list.moves.length > 2 ? "end" : "main end";
      return moveButton(kind, t("alexandros.act_end"), null, choosing, move, callbacks);
    }),
  );
}

/**
 * @param {Choosing} choosing
 * @param {Move} move
 * @param {Callbacks} callbacks
 */
function levy(choosing, move, callbacks) {
  const symbol = symbolName(/** @type {SymbolName} */ (move.card));
  const gains = gainList(choosing.facts(move).gains ?? [], (seat) => seatName(choosing.view, seat)) || "±0";
  return button("levy", t("alexandros.act_levy", { symbol }), gains, () => callbacks.send(move));
}

/**
 * A button for each province that can be conquered, by its cheapest listed placement.
 * @param {Choosing} choosing
 * @param {Callbacks} callbacks
 */
function provinces(choosing, callbacks) {
  /** @type {Map<string, Move>} */
  const first = new Map();
  for (const move of choosing.conquests) {
    const key = keyOf(/** @type {[number, number]} */ (move.province));
    if (!first.has(key)) first.set(key, move);
  }
  return [...first].map(([key, move]) => {
    const province = provinceAt(choosing.state, key);
    if (!province) return null;
    const label = move.type === "occupy" ? t("alexandros.act_occupy") : t("alexandros.act_take_over");
    return button("conquer", label, price(choosing.facts(move)), redrawAfter(callbacks, () => choosing.enter(province)));
  });
}
