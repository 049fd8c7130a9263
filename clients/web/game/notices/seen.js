/** The last event of each game that was seen in this browser, and the offer to replay later ones. */

import { banner, button } from "../../ui/controls.js";
import { Remembered } from "../../ui/memory.js";
import { t } from "../../ui/texts.js";
import { isMove } from "../words/sentences.js";

/** @import { View } from "../../api/types.js" */
/** @import { Table } from "../state/state.js" */

const MOST_GAMES = 200;

/** @type {Remembered<number>} the last event seen */
const seen = new Remembered("anabasis.seen", MOST_GAMES);

/**
 * The last event seen in an earlier visit; null if at most one came since.
 * @param {View} view
 */
export function lastSeen(view) {
  const version = seen.get(view.game_id);
  // A single event is no gap: it is what brought the reader back.
  return version !== null && version < view.version - 1 ? version : null;
}

/** @param {View} view */
export function rememberSeen({ game_id: id, version }) {
  seen.set(id, version);
}

/**
 * The number of moves of others between an earlier visit and this one.
 * @param {Table} table
 * @param {{since: number, until: number}} visit the last version of the earlier, and the first of this
 */
export function missedMoves({ events, seat: own }, { since, until }) {
  // The player's own moves, taken seats and requests are no missed moves.
  return events.filter(({ version, type, seat, undone }) => version > since && version <= until && seat !== own && !undone && isMove(type)).length;
}

/**
 * The offer to replay the missed moves.
 * @param {number} n
 * @param {() => void} play
 * @param {() => void} dismiss
 */
export function sinceBanner(n, play, dismiss) {
  return banner(t("since_you_left", { n }), [
    button("small main", t("since_play"), null, play),
    button("small", t("since_skip"), null, dismiss),
  ]);
}
