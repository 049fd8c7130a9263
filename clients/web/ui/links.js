/** Links to games and to single events. */

import { codeOf } from "./address.js";

/**
 * The link to a game, or to the position after an event, with the join code if the game is unlisted.
 * @param {{game_id: string, join_code?: string | null}} view
 * @param {number | null} [at]
 */
export function gameLink(view, at = null) {
  const link = new URL(`game/${view.game_id}`, document.baseURI);
  if (at !== null) link.searchParams.set("at", String(at));
  // Only a player's view has the code; a guest passes on the one in their own address.
  const code = view.join_code ?? joinCode();
  if (code) link.hash = `join=${code}`;
  return link.href;
}

/** The join code in the address; null if there is none. */
export function joinCode() {
  return codeOf("join");
}
