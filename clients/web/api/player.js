/** The player of this browser. No script can read the token's cookie, so storage notes that it exists. */

import { forgetDraft } from "../ui/namebox.js";
import { cached, forget, keep, kept, registration, takesCookies } from "../ui/storage.js";
import { t } from "../ui/texts.js";
import { notePlayer, SESSION, setPlayer } from "./drawn.js";
import { ask, Problem } from "./http.js";
import { beginSession, endSession, readMe, renameMe } from "./service.js";

/** @import { Me } from "./types.js" */

/** @type {Me | null} */
let me = null;

/** Whether the session began on this page; storage may be denied. */
let isKnown = false;

/**
 * The player of this browser, null before they have given a name.
 * @returns {Promise<Me | null>}
 */
export async function whoAmI() {
  // A first visit asks the service for nothing.
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
  if (!takesCookies()) throw new Problem(401, { code: "session_denied", detail: t("session_denied") });
  return signedIn(await beginSession(newName));
}

/**
 * The question that comes before a sign-out.
 * @param {Me} player
 */
export function signOutWarning({ name, can_return: canReturn }) {
  return t(canReturn ? "sign_out_known" : "sign_out_warning", { name });
}

/** End the session of this browser, and the notices that it shows to whoever uses it next. */
export async function signOut() {
  await endPushes().catch(() => undefined);
  await endSession();
  isKnown = false;
  setPlayer(null);
  forget(SESSION);
  forgetDraft();
  me = null;
}

/**
 * Note that this browser is a player's from now on.
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
  if (kept(SESSION) !== player.player_id) keep(SESSION, player.player_id);
  return player;
}

/** End what `push.js` has begun; that module is not in the first load. */
async function endPushes() {
  await (await (await registration())?.pushManager?.getSubscription())?.unsubscribe();
  const root = new URL("../../", import.meta.url).href;
  const channel = await cached(`push ${root}`, `${root}push/channel`);
  if (channel) await ask(`me/channels/${await channel.text()}`, { method: "DELETE" });
}
