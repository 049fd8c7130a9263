/** The games that wait for the player, read while pages are hidden. */

import { address, Problem, query, read } from "./http.js";
import { hearTogether } from "./tableader.js";

/** @import { Row, RowPage } from "./types.js" */

const ASK_MILLISECONDS = 15_000;
// The largest number of games that the service lists on one page.
const MOST_GAMES = 100;

// Named by address, since two services below one origin share the browser's locks and channels.
const QUESTION = `anabasis waiting ${address("")}`;

/**
 * @typedef {object} Waiting
 * @property {{id: string, version: number, seats: number[]}[]} games with the seats that each waits for
 * @property {boolean} isWhole false if more games wait than are listed
 */

/**
 * Report regularly which games wait for the signed-in player, until stopped. Rejects if tabs cannot
 * share.
 * @param {(waiting: Waiting) => void} hear
 * @param {AbortSignal} signal
 */
export function hearWaiting(hear, signal) {
  return hearTogether(QUESTION, ASK_MILLISECONDS, readWaiting, isWaiting, hear, signal);
}

/**
 * @param {any} data
 * @returns {data is Waiting}
 */
function isWaiting(data) {
  return Array.isArray(data?.games) && data.games.every((/** @type {any} */ game) => Number.isInteger(game?.version) && Array.isArray(game.seats));
}

/** @returns {Promise<Waiting>} */
async function readWaiting() {
  const { games, total } = await read(`me/games${query({ waiting: "true", per_page: MOST_GAMES })}`, { cache: "no-store" }).catch(ofNobody);
  return { games: games.map(waitingOf), isWhole: total === games.length };
}

/**
 * Return an empty answer if nobody is signed in; rethrow any other error.
 * @param {unknown} error
 * @returns {Pick<RowPage, "games" | "total">}
 */
function ofNobody(error) {
  if (error instanceof Problem && error.status === 401) return { games: [], total: 0 };
  throw error;
}

/** @param {Row} game */
function waitingOf({ game_id: id, version, waiting_for: seats = [] }) {
  return { id, version, seats: seats.map(({ seat }) => seat) };
}
