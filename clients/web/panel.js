/** The table's edge: what to do now, the cards, the actions with price and gain. */

import { card, emptySlot, handCards, pile } from "./cards.js";
import { el } from "./dom.js";
import { keyOf } from "./geometry.js";
import { levyGains, priceOf, provinceAt, total } from "./price.js";
import { cardList, gainList, seatName, symbolName } from "./sentences.js";
import { badge, icon, SYMBOLS } from "./symbols.js";
import { listed, t } from "./texts.js";
import { unwalled } from "./board.js";

/** @import { Move, Position, SymbolName, View } from "./types.js" */
/** @import { Choosing } from "./play.js" */

/**
 * @typedef {object} Deeds what the panel can have done
 * @property {(move: Move) => void} send
 * @property {() => void} changed a choice was made that is not yet a move
 */

/**
 * The panel of a live position with choices, or of any other without.
 * @param {View} view
 * @param {Choosing | null} choosing
 * @param {Deeds} deeds
 * @param {number | null} shownHand whose hand is shown
 */
export function panel(view, choosing, deeds, shownHand) {
  if (!view.state) return [];
  return [
    prompt(view, choosing),
    choosing && proposal(choosing, deeds),
    el("div", { class: "cards" }, market(view, choosing, deeds), hand(view, choosing, deeds, shownHand)),
    choosing && actions(choosing, deeds),
  ];
}

/**
 * @param {View} view
 * @param {Choosing | null} choosing
 */
function prompt(view, choosing) {
  const [text, hint] = choosing ? wanted(choosing) : idle(view);
  const last = view.state?.last_turn && view.status === "live";
  return el(
    "div",
    { class: choosing ? "prompt mine" : "prompt" },
    el("h2", {}, text),
    (hint || last) && el("p", {}, last ? t("prompt_last_turn") : "", last && hint ? " " : "", hint),
  );
}

/**
 * @param {View} view
 * @returns {[string, string]}
 */
function idle(view) {
  if (view.result) return [t("prompt_over"), outcome(view)];
  const names = view.to_act.map((seat) => seatName(view, seat));
  const watching = view.viewer.seat === null ? t("prompt_watch") : "";
  return [t("prompt_wait", { name: listed(names) }), watching];
}

/** @param {View} view */
export function outcome(view) {
  const result = view.result;
  if (!result) return "";
  const names = listed(result.winners.map((seat) => seatName(view, seat)));
  const n = result.scores[result.winners[0]];
  const key = result.winners.length > 1 ? "result_shared" : "result_won";
  return `${t(key, { names, n })} ${t(`reason_${result.reason}`)}`;
}

/**
 * @param {Choosing} choosing
 * @returns {[string, string]}
 */
function wanted(choosing) {
  const { state, view } = choosing;
  if (view.phase === "choose_card") return wantedCard(choosing);
  if (view.phase === "march") return [wantedMarch(choosing), ""];
  const n = state.actions_left;
  return n ? [t("prompt_actions", { n }), t("prompt_actions_hint")] : [t("prompt_no_actions"), ""];
}

/**
 * @param {Choosing} choosing
 * @returns {[string, string]}
 */
function wantedCard({ jokerSlot, state }) {
  const joker = jokerSlot === null ? null : state.display[jokerSlot];
  if (joker) return [t("prompt_joker", { symbol: symbolName(joker) }), ""];
  return [t("prompt_card"), t("prompt_card_hint")];
}

/** @param {Choosing} choosing */
function wantedMarch({ point, space, state }) {
  if (point) return t("prompt_way");
  if (space) return t("prompt_point");
  return t("prompt_space", { symbol: state.marching ? symbolName(state.marching.symbol) : "" });
}

/**
 * The move that the choices make, with what it costs and brings, and the button that sends it.
 * @param {Choosing} choosing
 * @param {Deeds} deeds
 */
function proposal(choosing, deeds) {
  const { view } = choosing;
  if (!choosing.isUnderWay) return null;
  const parts = () => {
    if (choosing.jokerSlot !== null) return jokers(choosing, deeds);
    if (view.phase === "march") return march(choosing, deeds);
    return choosing.province ? conquest(choosing, deeds) : recall(choosing, deeds);
  };
  return el("div", { class: "proposal" }, parts(), button("quiet", t("back"), null, deed(deeds, () => choosing.back())));
}

/**
 * @param {Deeds} deeds
 * @param {() => void} choice
 */
function deed(deeds, choice) {
  return () => {
    choice();
    deeds.changed();
  };
}

/**
 * @param {Choosing} choosing
 * @param {Deeds} deeds
 */
function jokers(choosing, deeds) {
  const offers = choosing.of("choose_card").filter((move) => move.slot === choosing.jokerSlot);
  return offers.map((move) => {
    const symbol = /** @type {SymbolName} */ (move.joker);
    return card(symbol, { choose: () => deeds.send(move) });
  });
}

/**
 * @param {Choosing} choosing
 * @param {Deeds} deeds
 */
function march(choosing, deeds) {
  const { proposed, ways, way } = choosing;
  if (!proposed) return [el("p", { class: "note aside" }, t("point_help"))];
  const n = unwalled(proposed.path ?? [], choosing.state.walls).length;
  const hint = n ? t("march_walls", { n }) : t("march_no_walls");
  return [
    button("main", t("march_go"), hint, () => deeds.send(proposed)),
    ways.length > 1 &&
      button("", t("way_next"), t("way_of", { k: way + 1, n: ways.length }), deed(deeds, () => choosing.nextWay())),
    !choosing.list.complete && el("p", { class: "note" }, t("ways_more")),
  ];
}

/**
 * @param {Choosing} choosing
 * @param {Deeds} deeds
 */
function conquest(choosing, deeds) {
  const province = /** @type {NonNullable<Choosing["province"]>} */ (choosing.province);
  const { proposed, placements, view } = choosing;
  const n = province.yield;
  const held = province.holder !== null;
  const title = held
    ? t("take_over_title", { n, name: seatName(view, province.holder) })
    : t("occupy_title", { n });
  const price = t("act_price", { ...cost(choosing), n });
  const go = button("main", held ? t("act_take_over") : t("act_occupy"), price, () => proposed && deeds.send(proposed));
  go.disabled = !proposed;
  return [
    el("p", { class: "proposal-title" }, title),
    el("p", { class: "note" }, choosing.placement ? t("occupy_help") : t("not_listed")),
    compensation(choosing, deeds),
    go,
    placements.length > 1 &&
      button(
        "",
        t("choice_next"),
        t("choice_of", { k: choosing.placement || "–", n: placements.length }),
        deed(deeds, () => choosing.nextPlacement()),
      ),
  ];
}

/** @param {Choosing} choosing */
function cost(choosing) {
  return {
    governors: t("governors_n", { n: choosing.governors.size }),
    cards: cardList(choosing.price),
  };
}

/**
 * Which of the cards played the loser receives.
 * @param {Choosing} choosing
 * @param {Deeds} deeds
 */
function compensation(choosing, deeds) {
  const given = choosing.compensation;
  if (!given || !choosing.province) return null;
  const owed = choosing.owed ?? 0;
  const n = total(given) + owed;
  const name = seatName(choosing.view, choosing.province.holder);
  const rows = SYMBOLS.filter((symbol) => choosing.price[symbol]).map((symbol) => {
    const step = (/** @type {1 | -1} */ by) => deed(deeds, () => choosing.compensate(symbol, by));
    const label = (/** @type {string} */ key) => t(key, { symbol: symbolName(symbol) });
    return el(
      "span",
      { class: "stepper" },
      icon(symbol),
      el("button", { type: "button", "aria-label": label("fewer"), onclick: step(-1) }, "−"),
      el("output", {}, `${given[symbol]}/${choosing.price[symbol]}`),
      el("button", { type: "button", "aria-label": label("more"), onclick: step(1) }, "+"),
    );
  });
  const missing = owed > 0 ? t("compensation_left", { n: owed }) : owed < 0 ? t("compensation_less", { n: -owed }) : "";
  return el(
    "div",
    { class: "compensation" },
    el("p", {}, t("compensation_title", { name, n }), missing && el("strong", {}, ` ${missing}`)),
    rows,
  );
}

/**
 * @param {Choosing} choosing
 * @param {Deeds} deeds
 */
function recall({ proposed }, deeds) {
  return proposed && [button("main", t("act_recall"), t("act_recall_hint"), () => deeds.send(proposed))];
}

/**
 * Display, supply and discard.
 * @param {View} view
 * @param {Choosing | null} choosing
 * @param {Deeds} deeds
 */
function market(view, choosing, deeds) {
  const state = /** @type {Position} */ (view.state);
  const draw = choosing?.of("take_card").find((move) => move.from === "supply");
  return el(
    "div",
    { class: "market" },
    el("h3", {}, t("display")),
    el(
      "div",
      { class: "row" },
      state.display.map((symbol, slot) => displayCard(symbol, slot, choosing, deeds)),
      pile(t("supply"), state.supply, draw ? () => deeds.send(draw) : null),
      pile(t("discard"), total(state.discard), null),
    ),
  );
}

/**
 * @param {SymbolName | null} symbol
 * @param {number} slot
 * @param {Choosing | null} choosing
 * @param {Deeds} deeds
 */
function displayCard(symbol, slot, choosing, deeds) {
  if (!symbol) return emptySlot();
  const offers = (choosing?.list.moves ?? []).filter((move) => move.from === "display" && move.slot === slot);
  if (!offers.length) return card(symbol);
  if (!offers[0].joker) return card(symbol, { choose: () => deeds.send(offers[0]) });
  const name = () => {
    if (choosing) choosing.jokerSlot = slot;
  };
  return card(symbol, { note: t("joker"), choose: deed(deeds, name) });
}

/**
 * @param {View} view
 * @param {Choosing | null} choosing
 * @param {Deeds} deeds
 * @param {number | null} shown
 */
function hand(view, choosing, deeds, shown) {
  if (shown === null) return null;
  const state = /** @type {Position} */ (view.state);
  const own = state.seats[shown];
  const title = shown === view.viewer.seat ? t("hand") : t("hand_of", { name: seatName(view, shown) });
  const special = (/** @type {SymbolName} */ symbol) => {
    const move = choosing?.of("choose_card").find((m) => m.from === "hand" && m.card === symbol);
    return move ? { note: t("special"), choose: () => deeds.send(move) } : {};
  };
  return el(
    "div",
    { class: "hand" },
    el("h3", {}, badge(shown), title),
    el(
      "div",
      { class: "row" },
      own.hand ? handCards(own.hand, special) : el("p", { class: "note" }, t("hand_hidden", { n: own.cards })),
    ),
  );
}

/**
 * The actions that are no choice on the map or of a card, and the provinces as buttons.
 * @param {Choosing} choosing
 * @param {Deeds} deeds
 */
function actions(choosing, deeds) {
  if (choosing.view.phase !== "actions") return null;
  return el(
    "div",
    { class: "actions" },
    choosing.of("levy_taxes").map((move) => levy(choosing, move, deeds)),
    choosing.province ? null : provinces(choosing, deeds),
    choosing.of("end_turn").map((move) => {
      const kind = choosing.state.actions_left && choosing.list.moves.length > 2 ? "end" : "main end";
      return button(kind, t("act_end"), null, () => deeds.send(move));
    }),
  );
}

/**
 * @param {Choosing} choosing
 * @param {Move} move
 * @param {Deeds} deeds
 */
function levy({ state, view }, move, deeds) {
  const symbol = symbolName(/** @type {SymbolName} */ (move.card));
  const gains = gainList(view, levyGains(state)) || "±0";
  return button("", t("act_levy", { symbol }), gains, () => deeds.send(move));
}

/**
 * The provinces that could be had, by their cheapest listed placement.
 * @param {Choosing} choosing
 * @param {Deeds} deeds
 */
function provinces(choosing, deeds) {
  /** @type {Map<string, Move>} */
  const first = new Map();
  for (const move of choosing.conquests) {
    const key = keyOf(/** @type {[number, number]} */ (move.province));
    if (!first.has(key)) first.set(key, move);
  }
  return [...first].map(([key, move]) => {
    const province = provinceAt(choosing.state, key);
    if (!province) return null;
    const price = priceOf(province, move.governors ?? [], choosing.cells);
    const hint = t("act_price", {
      governors: t("governors_n", { n: move.governors?.length ?? 0 }),
      cards: cardList(price),
      n: province.yield,
    });
    const label = move.type === "occupy" ? t("act_occupy") : t("act_take_over");
    return button("", label, hint, deed(deeds, () => choosing.enter(province)));
  });
}

/**
 * @param {string} kind
 * @param {string} label
 * @param {string | null} hint
 * @param {() => void} act
 */
export function button(kind, label, hint, act) {
  return el(
    "button",
    { type: "button", class: `button ${kind}`, onclick: act },
    el("span", { class: "label" }, label),
    hint && el("span", { class: "hint" }, hint),
  );
}
