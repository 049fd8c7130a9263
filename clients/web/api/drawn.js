/**
 * The player for whom this page was drawn. All tabs of a browser share one cookie: after another
 * player has signed in, or this one has signed out, an open page acts for nobody else.
 */

/** The key under which the browser notes who is signed in; other tabs hear of its changes. */
export const SESSION = "anabasis.session";

/** @type {{player_id: string, name: string} | null} */
let drawn = null;
/** @type {((isOther: boolean, name: string) => void) | null} */
let listener = null;

/**
 * Note the player of a page unless it has one.
 * @param {{player_id: string | null, name: string | null} | null | undefined} player
 */
export function notePlayer(player) {
  if (player?.player_id) drawn ??= { player_id: player.player_id, name: player.name ?? "" };
}

/**
 * Set the player, or none, as the page itself signs in or out.
 * @param {{player_id: string, name: string} | null} player
 */
export function setPlayer(player) {
  drawn = player;
}

/**
 * The header of a command, which names its player.
 * @param {string} method
 * @returns {Record<string, string>}
 */
export function playerHeader(method) {
  return drawn && method !== "GET" ? { "Anabasis-Player": drawn.player_id } : {};
}

/**
 * Announce a change of player, once: when another tab notes it, or the service refuses a command.
 * @param {(isOther: boolean, name: string) => void} tell
 */
export function onPlayerChange(tell) {
  listener = tell;
  addEventListener("storage", ({ key, newValue }) => {
    // Older pages noted that somebody is signed in, not who.
    if (key === SESSION && newValue !== "begun" && newValue !== drawn?.player_id) announceChange(newValue !== null);
  });
}

/** @param {boolean} isOther whether another player is signed in; else nobody is */
export function announceChange(isOther) {
  if (!drawn) return;
  listener?.(isOther, drawn.name);
  listener = null;
}
