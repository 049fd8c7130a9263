/** The player of this browser. */
// No script can read the cookie with the token, so storage notes whose it is.

import { forgetDraft } from "../ui/namebox.js";
import { cached, forget, keep, kept, registration } from "../ui/storage.js";
import { t } from "../ui/texts.js";
import { notePlayer, SESSION, setPlayer } from "./pageplayer.js";
import { ask, Problem } from "./http.js";
import { beginSession, endSession, readMe, renameMe } from "./service.js";

/** @import { Me } from "./types.js" */

/** @type {Me | null} */
let me = null;

/** Whether the session began on this page. */
// Kept apart from storage, which may be denied.
let isKnown = false;

/**
 * The player of this browser, null before they have given a name.
 * @returns {Promise<Me | null>}
 */
export async function whoAmI() {
  // On a first visit the service would only answer 401.
  if (!isKnown && kept(SESSION) === null) return null;
  try {
    me ??= noted(await readMe());
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 401) throw error;
    forget(SESSION);
  }
  return me;
}

/**
 * Take a name: rename the player, or create one.
 * @param {string} name
 * @returns {Promise<Me>}
 */
export async function takeName(name) {
  const current = await whoAmI();
  const newName = name.trim() || t("default_name");
  forgetDraft();
  if (current) return current.name === newName ? current : (me = await renameMe(newName));
  return signedIn(await beginSession(newName).catch((error) => door.enter(error, newName)));
}

/**
 * Lets in a person whom the service refused, or throws the refusal.
 * @typedef {(refusal: unknown, name: string) => Promise<Me>} Door
 */

/** The page's door, which a room above this one draws. */
export const door = { enter: /** @type {Door} */ ((refusal) => Promise.reject(refusal)) };

/**
 * The question to ask before a sign-out.
 * @param {Me} player
 */
export function signOutWarning({ name, can_return: canReturn }) {
  return t(canReturn ? "sign_out_known" : "sign_out_warning", { name });
}

/** End this browser's session and its notices. */
export async function signOut() {
  // End the notices first, as that needs the session. The next person at this browser must not see
  // them; but an unreachable push service must not prevent the sign-out.
  await endPushes().catch(() => undefined);
  await endSession();
  isKnown = false;
  setPlayer(null);
  forget(SESSION);
  forgetDraft();
  me = null;
}

/**
 * Note that a player is signed in on this browser from now on.
 * @param {Me} player
 */
export function signedIn(player) {
  isKnown = true;
  setPlayer(player);
  return (me = noted(player));
}

/**
 * Note a player for this page and for the browser's other tabs.
 * @param {Me} player
 */
function noted(player) {
  notePlayer(player);
  // Each write wakes the other tabs, so write only changes.
  if (kept(SESSION) !== player.player_id) keep(SESSION, player.player_id);
  return player;
}

/** End this browser's push subscription and its channel. */
async function endPushes() {
  // A short form of `unsubscribeHere` in `push.js`: that module would come with each first load of
  // a game.
  await (await (await registration())?.pushManager?.getSubscription())?.unsubscribe();
  const root = new URL("../../", import.meta.url).href;
  const channel = await cached(`push ${root}`, `${root}push/channel`);
  if (channel) await ask(`me/channels/${await channel.text()}`, { method: "DELETE" });
}
