/** What happened in a game since it was last looked at in this browser. */

import { banner, button } from "../ui/controls.js";
import { t } from "../ui/texts.js";

/** @import { View } from "../api/types.js" */
/** @import { Table } from "./state.js" */

const KEY = "anabasis.seen";
const REMEMBERED = 200;

/** @returns {Record<string, number>} the last event seen, by game */
function seen() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}

/**
 * The last event of an earlier visit, null where nothing came since.
 * @param {View} view
 */
export function lastSeen(view) {
  const version = seen()[view.game_id];
  return version !== undefined && version < view.version - 1 ? version : null;
}

/** @param {View} view */
export function rememberSeen({ game_id: id, version }) {
  const { [id]: _, ...others } = seen();
  const kept = Object.entries(others).slice(-REMEMBERED);
  localStorage.setItem(KEY, JSON.stringify({ ...Object.fromEntries(kept), [id]: version }));
}

/**
 * The offer to play what was missed.
 * @param {number} since
 * @param {Table} table
 * @param {() => void} play
 * @param {() => void} dismiss
 */
export function sinceBanner(since, table, play, dismiss) {
  return banner(t("since_you_left", { n: table.version - since }), [
    button("small main", t("since_play"), null, play),
    button("small", t("since_skip"), null, dismiss),
  ]);
}
