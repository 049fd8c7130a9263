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
 * The offer to replay the missed events, if they include moves of others.
 * @param {number} since
 * @param {Table} table
 * @param {() => void} play
 * @param {() => void} dismiss
 */
export function sinceBanner(since, table, play, dismiss) {
  // Only moves of others: the player's own moves, taken seats and requests once counted, too.
  const n = table.events.filter(({ version, type, seat, undone }) => version > since && seat !== table.seat && !undone && isMove(type)).length;
  return n > 0 && banner(t("since_you_left", { n }), [
    button("small main", t("since_play"), null, play),
    button("small", t("since_skip"), null, dismiss),
  ]);
}
