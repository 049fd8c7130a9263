/** A player's tokens with scopes, for programs: requests of the account page alone. */

import { ask, read } from "./http.js";

/** @import { AccessToken, AccessTokenMade, Scope } from "./types.js" */

/** @returns {Promise<AccessToken[]>} */
export async function readTokens() {
  // Bypass the browser's cache: a token that was just revoked must be gone from the list.
  return (await read("me/tokens", { cache: "no-store" })).tokens;
}

/**
 * Make a token, whose secret only this answer has.
 * @param {{name: string, scopes: Scope[], days: number}} wanted
 * @returns {Promise<AccessTokenMade>}
 */
export function makeToken(wanted) {
  return ask("me/tokens", { method: "POST", body: wanted });
}

/** @param {string} id */
export function revokeToken(id) {
  return ask(`me/tokens/${id}`, { method: "DELETE" });
}
