/** The player for whom this page was drawn: an open page never acts for another. */
// All tabs of a browser share one cookie. Before this module, Resign in Ada's tab made Ben resign,
// who had signed in in another tab.

/** The key under which the browser notes who is signed in; its changes reach the other tabs. */
export const SESSION = "anabasis.session";

/** @type {{player_id: string, name: string} | null} */
let drawn = null;
/** @typedef {"own" | "other" | "nobody"} SignedIn who is signed in on this browser, seen from the page */

/** @type {SignedIn} as announced last */
let signedIn = "own";
/** @type {((signedIn: SignedIn, name: string) => void) | null} */
let listener = null;

/**
 * Note the player who is signed in; the first one noted is the page's own.
 * @param {{player_id: string | null, name: string | null} | null | undefined} player
 */
export function notePlayer(player) {
  if (!player?.player_id) return;
  drawn ??= { player_id: player.player_id, name: player.name ?? "" };
  announcePlayer(player.player_id);
}

/**
 * Set the page's player, or none, when the page itself signs in or out.
 * @param {{player_id: string, name: string} | null} player
 */
export function setPlayer(player) {
  announceChange("own");
  drawn = player;
}

/** Whether the page has a player. */
export const hasPlayer = () => drawn !== null;

/**
 * The header of a command, which names its player.
 * @param {string} method
 * @returns {Record<string, string>}
 */
export function playerHeader(method) {
  // With this header the service refuses another player's command (409 `other_player`). Reads need
  // none: a view names its viewer.
  return drawn && method !== "GET" ? { "Anabasis-Player": drawn.player_id } : {};
}

/**
 * Report each change of player: when another tab notes it, or the service refuses a command.
 * @param {(signedIn: SignedIn, name: string) => void} tell called with the page's player's name
 */
export function onPlayerChange(tell) {
  listener = tell;
  // The browser sends this event to the other tabs only, so a page never hears of its own sign-in.
  addEventListener("storage", ({ key, newValue }) => {
    // Earlier releases noted that somebody is signed in, not who; one of their tabs may still be
    // open.
    if (key === SESSION && newValue !== "begun") announcePlayer(newValue);
  });
}

/** @param {string | null} id of the player now signed in */
function announcePlayer(id) {
  announceChange(id === drawn?.player_id ? "own" : id ? "other" : "nobody");
}

/**
 * Note that the service showed a game to a player other than the page's own.
 * @param {number | null} seat the other's
 */
export function noteViewer(seat) {
  // If storage is denied, no event comes, and a view is the first sign of the change.
  if (signedIn === "own") announceChange(seat === null ? "nobody" : "other");
}

/** @param {SignedIn} now */
export function announceChange(now) {
  if (!drawn || now === signedIn) return;
  signedIn = now;
  listener?.(now, drawn.name);
}
