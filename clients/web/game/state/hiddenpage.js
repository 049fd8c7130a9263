/** A hidden page of a game: it has no stream of the game, but keeps its title and icon up to date. */

import { pause } from "../../api/stream.js";
import { hearWaiting } from "../../api/waitinggames.js";

/** @import { Table } from "./state.js" */
/** @import { Waiting } from "../../api/waitinggames.js" */

const LOOK_MILLISECONDS = 15_000;

/**
 * Keep the sign of the player's turn up to date until stopped.
 * @param {Table} table
 * @param {AbortSignal} signal
 */
export async function sleep(table, signal) {
  // A watcher has no turn, a study waits only for its owner, and a finished game for nobody: their
  // hidden tabs once asked every 15 s without end.
  if (table.seat === null || table.view?.study || table.isOver) return;
  try {
    await hearWaiting((waiting) => applyNews(table, waiting), signal);
  } catch {
    await lookAlone(table, signal);
  }
}

/**
 * Apply the news, unless the page is newer, or the list is cut off and lacks the game.
 * @param {Table} table
 * @param {Waiting} waiting
 */
function applyNews(table, { games, isWhole }) {
  const game = games.find(({ id }) => id === table.view?.game_id);
  // Check the seat, since another player may have signed in meanwhile.
  if (game ? game.version >= table.version : isWhole) table.hearAwaited(Boolean(game?.seats.includes(table.seat ?? -1)));
}

/**
 * Ask about this game only, when tabs cannot share.
 * @param {Table} table
 * @param {AbortSignal} signal
 */
async function lookAlone(table, signal) {
  while (!signal.aborted) {
    if (await table.look().catch(() => false)) return;
    await pause(LOOK_MILLISECONDS);
  }
}
