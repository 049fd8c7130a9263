/** Links to games: any moment of any game is one away. */

/**
 * The link to a game as it is, or to the position after an event; it carries the key of an unlisted one.
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

/** @returns {string | null} the key to an unlisted game, which the link carries in its fragment */
export function joinCode() {
  return new URLSearchParams(location.hash.slice(1)).get("join");
}
