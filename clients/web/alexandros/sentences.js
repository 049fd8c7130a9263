/** Sentences for the events of Alexandros, and names of its cards. */

import { t } from "../ui/texts.js";
import { boardOf, pointName, spaceName } from "./names.js";
import { placesOf, pointPlace, spacePlace } from "./news.js";
import { SYMBOLS } from "./symbols.js";

/** @import { Teller } from "../game/ruleset.js" */
/** @import { GameEvent, View } from "../api/types.js" */
/** @import { Counts, Pair, SymbolName } from "./types.js" */

/** @type {Record<string, Teller>} */
export const tellers = {
  dealt: ({ seat, data }, name) =>
    t("alexandros.says_dealt", { name: name(seat), first: name(data.dealt.first_seat) }),
  card_chosen: cardChosen,
  marched,
  card_taken: cardTaken,
  province_occupied: (event, name, view, _, __, place) =>
    t("alexandros.says_occupied", { name: name(event.seat), where: governorsAt(event, view, place), ...conquest(event.data) }),
  province_taken_over: (event, name, view, _, __, place) =>
    t("alexandros.says_taken_over", { name: name(event.seat), loser: name(event.data.loser), where: governorsAt(event, view, place), ...conquest(event.data) }),
  taxes_levied: levied,
  governor_recalled: ({ seat, data }, name, view, _, __, place) =>
    t("alexandros.says_recalled", { name: name(seat), where: place(spaceName(boardOf(view), data.space), [spacePlace(data.space)]) }),
  turn_ended: turnEnded,
};

/** @param {SymbolName} symbol */
export const symbolName = (symbol) => t(`alexandros.symbol_${symbol}`);

/**
 * Cards by symbol, such as "lyre ×2, horse".
 * @param {Partial<Counts>} counts
 */
export function cardList(counts) {
  const words = SYMBOLS.flatMap((symbol) => {
    const n = counts[symbol] ?? 0;
    return n ? [n > 1 ? `${symbolName(symbol)} ×${n}` : symbolName(symbol)] : [];
  });
  return words.join(", ") || t("alexandros.price_none");
}

/**
 * The gains of all seats, in words.
 * @param {number[]} gains
 * @param {(seat: number) => string} name
 */
export function gainList(gains, name) {
  const words = gains.flatMap((n, seat) => (n ? [t("alexandros.gain", { name: name(seat), n })] : []));
  return words.join(", ");
}

/** @type {Teller} */
function cardChosen({ seat, data }, name) {
  const card = symbolName(data.card);
  if (data.from === "hand") return t("alexandros.says_card_hand", { name: name(seat), card });
  if (!data.joker) return t("alexandros.says_card_display", { name: name(seat), card });
  return t("alexandros.says_card_joker", { name: name(seat), card, joker: symbolName(data.joker) });
}

/** @type {Teller} */
function marched(event, name, view, _, __, place) {
  const { path, black_walls: black, red_walls: red } = event.data;
  const n = black.length + red.length;
  const point = (/** @type {Pair} */ each, /** @type {string[]} */ places) => place(pointName(boardOf(view), each), places);
  const gaps = { name: name(event.seat), n, from: point(path[0], [pointPlace(path[0])]), to: point(path.at(-1), placesOf(event)) };
  if (path.length === 1) return t("alexandros.says_marched_spot", gaps);
  if (!n) return t("alexandros.says_marched_none", gaps);
  return t(red.length ? "alexandros.says_marched_red" : "alexandros.says_marched", gaps);
}

/**
 * The place of a conquest's first governor; the words light up the places of all.
 * @param {GameEvent} event
 * @param {View} view
 * @param {(words: string, places: string[]) => string} place
 */
function governorsAt(event, view, place) {
  return place(spaceName(boardOf(view), event.data.governors[0] ?? event.data.province), placesOf(event));
}

/** @type {Teller} */
function cardTaken({ seat, data }, name) {
  if (data.card) return t("alexandros.says_took_display", { name: name(seat), card: symbolName(data.card) });
  if (!data.drawn) return t("alexandros.says_took_hidden", { name: name(seat) });
  return t("alexandros.says_took_shown", { name: name(seat), card: symbolName(data.drawn) });
}

/** @type {Teller} */
function levied({ seat, data }, name) {
  const gaps = { name: name(seat), card: symbolName(data.card), gains: gainList(data.gains, name) };
  return t(gaps.gains ? "alexandros.says_levied" : "alexandros.says_levied_none", gaps);
}

/** @type {Teller} */
function turnEnded({ seat, data }, name) {
  if (data.result) return t("alexandros.says_game_over", { name: name(seat) });
  if (!data.march_skipped) return t("alexandros.says_turn_ended", { name: name(seat) });
  return t("alexandros.says_march_skipped", { name: name(seat), next: name(data.next_seat) });
}

/** @param {any} data */
function conquest(data) {
  return {
    n: data.yield,
    governors: t("alexandros.governors_n", { n: data.governors.length }),
    cards: cardList(data.paid),
  };
}
