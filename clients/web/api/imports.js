/** Games that the player has imported from files. */

import { ask, read } from "./http.js";

/** @import { Imports, View } from "./types.js" */

// A long game takes a phone minutes to send, and the service some seconds to recompute.
const TIMEOUT_MILLISECONDS = 600000;

/** @returns {Promise<Imports>} the newest first, and the one that is being checked */
export function readImports() {
  return read("me/imports", { cache: "no-store" });
}

/**
 * @param {unknown} game the exported document
 * @returns {Promise<View>}
 */
export function importGame(game) {
  return ask("games/import", { method: "POST", body: game, timeout: TIMEOUT_MILLISECONDS });
}

/** @param {string} game */
export function deleteImport(game) {
  return ask(`games/${game}`, { method: "DELETE" });
}
