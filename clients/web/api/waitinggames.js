/** The games that wait for the player: what hidden pages show in their titles. */

import { hearEvents } from "./accountevents.js";
import { address, Problem, query, read } from "./http.js";
import { pause } from "./stream.js";
import { hearTogether } from "./tableader.js";

/** @import { Row, RowPage } from "./types.js" */

const ASK_MILLISECONDS = 15_000;
// The largest number of games that the service lists on one page.
const MOST_GAMES = 100;

// Named by address, since two services below one origin share the browser's locks and channels.
const WORK = `anabasis waiting ${address("")}`;

/**
 * @typedef {object} Waiting
 * @property {{id: string, version: number, seats: number[]}[]} games with the seats that each waits for
 * @property {boolean} isWhole false if more games wait than are listed
 * @property {string} [last] the newest event that the list shows
 */

/**
 * Report which games wait for the signed-in player, now and whenever something happens in one, until
 * stopped. Of all hidden tabs one holds a stream. Rejects if tabs cannot share.
 * @param {(waiting: Waiting) => void} hear
 * @param {AbortSignal} signal
 */
export async function hearWaiting(hear, signal) {
  /** @type {string | undefined} */
  let last;
  const take = (/** @type {Waiting} */ waiting) => {
    if (signal.aborted) return;
    last = waiting.last ?? last;
    hear(waiting);
  };
  const shared = hearTogether(WORK, (tell) => lead(first, () => last, tell, signal), isWaiting, take, signal);
  // Not before this tab hears the others: news between the reading and then would be missed.
  const first = readWaiting().then(take, () => undefined);
  await shared;
}

/**
 * Report the games that wait whenever the player's stream has news; without a stream, regularly.
 * @param {Promise<unknown>} ready
 * @param {() => string | undefined} after the newest event that was reported
 * @param {(waiting: Waiting) => void} tell
 * @param {AbortSignal} signal
 */
async function lead(ready, after, tell, signal) {
  await ready;
  let isHeard = false;
  const ask = () => readWaiting().then(tell, () => undefined);
  hearEvents(after, ask, (heard) => (isHeard = heard), signal);
  while (!signal.aborted) {
    await pause(ASK_MILLISECONDS);
    // No stream passes some proxies, four tabs in sight may hold all, or nobody is signed in.
    if (!isHeard && !signal.aborted) await ask();
  }
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
  const { games, total, last_event_id: last } = await read(`me/games${query({ waiting: "true", per_page: MOST_GAMES })}`, { cache: "no-store" }).catch(ofNobody);
  return { games: games.map(waitingOf), isWhole: total === games.length, last };
}

/**
 * Return an empty answer if nobody is signed in; rethrow any other error.
 * @param {unknown} error
 * @returns {Pick<RowPage, "games" | "total"> & { last_event_id?: string }}
 */
function ofNobody(error) {
  if (error instanceof Problem && error.status === 401) return { games: [], total: 0 };
  throw error;
}

/** @param {Row} game */
function waitingOf({ game_id: id, version, waiting_for: seats = [] }) {
  return { id, version, seats: seats.map(({ seat }) => seat) };
}
