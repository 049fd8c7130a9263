/**
 * The player for whom this page was drawn. All tabs of a browser share one cookie: after another
 * player has signed in, or this one has signed out, an open page acts for nobody else.
 */

/** The key under which the browser notes who is signed in; other tabs hear of its changes. */
export const SESSION = "anabasis.session";

/** @type {{player_id: string, name: string} | null} */
let drawn = null;
/** @typedef {"own" | "other" | "nobody"} SignedIn who is signed in on this browser, seen from the page */

/** @type {SignedIn} as announced last */
let signedIn = "own";
/** @type {((signedIn: SignedIn, name: string) => void) | null} */
let listener = null;

/**
 * Note the player who is signed in; the page's own is the first.
 * @param {{player_id: string | null, name: string | null} | null | undefined} player
 */
export function notePlayer(player) {
  if (!player?.player_id) return;
  drawn ??= { player_id: player.player_id, name: player.name ?? "" };
  announcePlayer(player.player_id);
}

/**
 * Set the player, or none, as the page itself signs in or out.
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
  return drawn && method !== "GET" ? { "Anabasis-Player": drawn.player_id } : {};
}

/**
 * Tell each change of player: when another tab notes it, or the service refuses a command.
 * @param {(signedIn: SignedIn, name: string) => void} tell given the name of the page's own player
 */
export function onPlayerChange(tell) {
  listener = tell;
  addEventListener("storage", ({ key, newValue }) => {
    // Older pages noted that somebody is signed in, not who.
    if (key === SESSION && newValue !== "begun") announcePlayer(newValue);
  });
}

/** @param {string | null} id of the player now signed in */
function announcePlayer(id) {
  announceChange(id === drawn?.player_id ? "own" : id ? "other" : "nobody");
}

/**
 * Note that a game was shown to another than the page's own player, which the browser may not have told.
 * @param {number | null} seat the other's
 */
export function noteViewer(seat) {
  if (signedIn === "own") announceChange(seat === null ? "nobody" : "other");
}

/** @param {SignedIn} now */
export function announceChange(now) {
  if (!drawn || now === signedIn) return;
  signedIn = now;
  listener?.(now, drawn.name);
}
