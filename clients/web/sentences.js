/** What happened, in one sentence an event. */

import { SYMBOLS } from "./symbols.js";
import { listed, t } from "./texts.js";

/** @import { Counts, GameEvent, SymbolName, View } from "./types.js" */

/** @typedef {(event: GameEvent, name: (seat: number | null) => string) => string} Teller */

/** @type {Record<string, Teller>} */
const TELLERS = {
  created: () => t("says_created"),
  seat_taken: ({ seat, data }, name) =>
    data.dealt
      ? t("says_dealt", { name: name(seat), first: name(data.dealt.first_seat) })
      : t("says_seat_taken", { name: name(seat) }),
  card_chosen: cardChosen,
  marched: marched,
  card_taken: cardTaken,
  province_occupied: ({ seat, data }, name) =>
    t("says_occupied", { name: name(seat), ...conquest(data) }),
  province_taken_over: ({ seat, data }, name) =>
    t("says_taken_over", { name: name(seat), loser: name(data.loser), ...conquest(data) }),
  taxes_levied: levied,
  governor_recalled: ({ seat }, name) => t("says_recalled", { name: name(seat) }),
  turn_ended: turnEnded,
  resigned: ({ data }, name) => t("says_resigned", { name: name(data.seat) }),
  undone: ({ seat, data }, name) =>
    t("says_undone", { name: name(data.requested_by ?? seat), to: data.to }),
  redone: ({ seat, data }, name) => t("says_redone", { name: name(seat), to: data.to }),
  undo_requested: ({ seat, data }, name) =>
    t("says_undo_requested", { name: name(seat), to: data.to }),
  undo_accepted: ({ seat }, name) => t("says_undo_accepted", { name: name(seat) }),
  undo_declined: () => t("says_undo_declined"),
};

/**
 * @param {GameEvent} event
 * @param {View} view
 */
export function sentence(event, view) {
  const name = (/** @type {number | null} */ seat) => seatName(view, seat);
  const tell = TELLERS[event.type];
  return tell ? tell(event, name) : t("says_other", { name: name(event.seat), type: event.type });
}

/**
 * A seat's name; numbered where two have the same.
 * @param {View} view
 * @param {number | null} seat
 */
export function seatName(view, seat) {
  if (seat === null) return t("brand");
  const name = view.seats[seat]?.name ?? t("field_seat", { n: seat + 1 });
  const same = view.seats.filter((other) => other.name === name);
  return same.length > 1 ? `${name} ${seat + 1}` : name;
}

/** @param {SymbolName} symbol */
export const symbolName = (symbol) => t(`symbol_${symbol}`);

/**
 * Cards by symbol, such as "2 lyre and 1 horse".
 * @param {Partial<Counts>} counts
 */
export function cardList(counts) {
  const words = SYMBOLS.filter((symbol) => counts[symbol]).map(
    (symbol) => `${counts[symbol]} ${symbolName(symbol)}`,
  );
  return words.length ? listed(words) : t("price_none");
}

/**
 * What each seat gains.
 * @param {View} view
 * @param {number[]} gains
 */
export function gainList(view, gains) {
  return gainWords(gains, (seat) => seatName(view, seat));
}

/**
 * @param {number[]} gains
 * @param {(seat: number) => string} name
 */
function gainWords(gains, name) {
  const words = gains.flatMap((n, seat) => (n ? [t("gain", { name: name(seat), n })] : []));
  return words.join(", ");
}

/** @type {Teller} */
function cardChosen({ seat, data }, name) {
  const card = symbolName(data.card);
  if (data.from === "hand") return t("says_card_hand", { name: name(seat), card });
  if (!data.joker) return t("says_card_display", { name: name(seat), card });
  return t("says_card_joker", { name: name(seat), card, joker: symbolName(data.joker) });
}

/** @type {Teller} */
function marched({ seat, data }, name) {
  const n = data.black_walls.length + data.red_walls.length;
  if (!n) return t("says_marched_none", { name: name(seat) });
  return t(data.red_walls.length ? "says_marched_red" : "says_marched", { name: name(seat), n });
}

/** @type {Teller} */
function cardTaken({ seat, data }, name) {
  if (data.card) return t("says_took_display", { name: name(seat), card: symbolName(data.card) });
  if (!data.drawn) return t("says_took_hidden", { name: name(seat) });
  return t("says_took_shown", { name: name(seat), card: symbolName(data.drawn) });
}

/** @type {Teller} */
function levied({ seat, data }, name) {
  const gaps = { name: name(seat), card: symbolName(data.card), gains: gainWords(data.gains, name) };
  return t(gaps.gains ? "says_levied" : "says_levied_none", gaps);
}

/** @type {Teller} */
function turnEnded({ seat, data }, name) {
  if (data.result) return t("says_game_over", { name: name(seat) });
  if (!data.march_skipped) return t("says_turn_ended", { name: name(seat) });
  return t("says_march_skipped", { name: name(seat), next: name(data.next_seat) });
}

/** @param {any} data */
function conquest(data) {
  return {
    n: data.yield,
    governors: t("governors_n", { n: data.governors.length }),
    cards: cardList(data.paid),
  };
}
