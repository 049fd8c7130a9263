/** The player of this browser. The token is in a cookie no script can read; here is noted that one exists. */

import { forgetTyped } from "../ui/namebox.js";
import { t } from "../ui/texts.js";
import { Problem } from "./http.js";
import { beginSession, finishTransfer, readMe, renameMe } from "./service.js";

/** @import { Me } from "./types.js" */

const KEY = "anabasis.session";

/** @type {Me | null} */
let me = null;

/**
 * The player of this browser, null before they have given a name.
 * @returns {Promise<Me | null>}
 */
export async function whoAmI() {
  // A first visit asks the service for nothing.
  if (localStorage.getItem(KEY) === null) return null;
  try {
    me ??= await readMe();
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 401) throw error;
    localStorage.removeItem(KEY);
  }
  return me;
}

/**
 * Be a player of this name: a new one, or the present one renamed.
 * @param {string} name
 * @returns {Promise<Me>}
 */
export async function become(name) {
  const current = await whoAmI();
  const wanted = name.trim() || t("default_name");
  forgetTyped();
  if (current) return current.name === wanted ? current : (me = await renameMe(wanted));
  return signedIn(await beginSession(wanted));
}

/**
 * Become the player of another device if the address carries its transfer code.
 * @returns {Promise<boolean>} true if it did
 */
export async function acceptTransfer() {
  const code = new URLSearchParams(location.hash.slice(1)).get("transfer");
  if (!code) return false;
  history.replaceState(null, "", location.pathname + location.search);
  signedIn(await finishTransfer(code));
  return true;
}

/** @param {Me} player */
function signedIn(player) {
  localStorage.setItem(KEY, "begun");
  return (me = player);
}
