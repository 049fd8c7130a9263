/** Games that the player has imported from files. */

import { ask, read } from "./http.js";

/** @import { ImportedRow, View } from "./types.js" */

// A long game takes a phone minutes to send, and the service some seconds to recompute.
const TIMEOUT_MILLISECONDS = 600000;

/** @returns {Promise<ImportedRow[]>} the newest first */
export async function readImports() {
  return (await read("me/imports", { cache: "no-store" })).imports;
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
