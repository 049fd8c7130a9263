/** Links to games and to single events of them. */

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

/** @returns {string | null} the join code that the address carries in its fragment, so that no server logs it */
export function joinCode() {
  return new URLSearchParams(location.hash.slice(1)).get("join");
}
