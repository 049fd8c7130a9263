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
 * The last event seen in an earlier visit, null if little has happened since.
 * @param {View} view
 */
export function lastSeen(view) {
  const version = seen.get(view.game_id);
  // One event is no gap: it is the one that brought the reader back.
  return version !== null && version < view.version - 1 ? version : null;
}

/** @param {View} view */
export function rememberSeen({ game_id: id, version }) {
  seen.set(id, version);
}

/**
 * The offer to play the events missed, if others made moves among them.
 * @param {number} since
 * @param {Table} table
 * @param {() => void} play
 * @param {() => void} dismiss
 */
export function sinceBanner(since, table, play, dismiss) {
  // The player's own moves, seats taken and requests once counted as moves missed.
  const n = table.events.filter(({ version, type, seat, undone }) => version > since && seat !== table.seat && !undone && isMove(type)).length;
  return n > 0 && banner(t("since_you_left", { n }), [
    button("small main", t("since_play"), null, play),
    button("small", t("since_skip"), null, dismiss),
  ]);
}
