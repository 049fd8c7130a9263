/** The requests about notices that a game's page and the account page share. */

import { ask, read } from "./http.js";

/** @import { Notices } from "./types.js" */

/** @returns {Promise<Notices>} */
export function readNotices() {
  return read("me/notices", { cache: "no-store" });
}

/**
 * @param {string} game
 * @param {boolean} isMuted
 */
export function muteGame(game, isMuted) {
  return ask(`me/notices/muted/${game}`, { method: isMuted ? "PUT" : "DELETE" });
}

/**
 * Report that the player has seen a version of a game.
 * @param {string} game
 * @param {number} version
 */
export function seeTurn(game, version) {
  return ask(`games/${encodeURIComponent(game)}/seen`, { method: "POST", body: { version } });
}
