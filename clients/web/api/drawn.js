/**
 * The player for whom this page was drawn. All tabs of a browser share one cookie: when another
 * signs in, or the player signs out, a page that is still open acts for nobody else.
 */

/** The key under which the browser notes who is signed in; other tabs hear of its changes. */
export const SESSION = "anabasis.session";

/** @type {{player_id: string, name: string} | null} */
let drawn = null;
/** @type {((isOther: boolean, name: string) => void) | null} */
let told = null;

/**
 * Note the player of a page unless it has one.
 * @param {{player_id: string | null, name: string | null} | null | undefined} player
 */
export function drawFor(player) {
  if (player?.player_id) drawn ??= { player_id: player.player_id, name: player.name ?? "" };
}

/**
 * Note another player, or none, as the page itself signs in or out.
 * @param {{player_id: string, name: string} | null} player
 */
export function drawAnew(player) {
  drawn = player;
}

/**
 * The header of a command, which names its player.
 * @param {string} method
 * @returns {Record<string, string>}
 */
export function meant(method) {
  return drawn && method !== "GET" ? { "Anabasis-Player": drawn.player_id } : {};
}

/**
 * Have a change of player told, once: as another tab notes it, or as the service refuses a command.
 * @param {(isOther: boolean, name: string) => void} tell
 */
export function heedPlayer(tell) {
  told = tell;
  addEventListener("storage", ({ key, newValue }) => {
    // Older pages noted that somebody is signed in, not who.
    if (key === SESSION && newValue !== "begun" && newValue !== drawn?.player_id) tellChange(newValue !== null);
  });
}

/** @param {boolean} isOther whether another is signed in, not nobody */
export function tellChange(isOther) {
  if (!drawn) return;
  told?.(isOther, drawn.name);
  told = null;
}
