/** Links to games and to single events of them. */

import { codeOf } from "./address.js";

/**
 * The link to a game, or to the position after an event; it carries the join code of an unlisted game.
 * @param {{game_id: string, join_code?: string | null}} view
 * @param {number | null} [at]
 */
export function gameLink(view, at = null) {
  const link = new URL(`game/${view.game_id}`, document.baseURI);
  if (at !== null) link.searchParams.set("at", String(at));
  const code = view.join_code ?? joinCode();
  if (code) link.hash = `join=${code}`;
  return link.href;
}

/** The join code that the address carries, null if it carries none. */
export function joinCode() {
  return codeOf("join");
}
