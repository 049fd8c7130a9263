/** The banner of a page whose player is no longer signed in. */

import { banner, button } from "../ui/controls.js";
import { byId, el } from "../ui/dom.js";
import { t } from "../ui/texts.js";

/** @import { SignedIn } from "../api/pageplayer.js" */

/** @type {HTMLElement | null} */
let shown = null;

/**
 * Show a banner with ways back while another player, or nobody, is signed in.
 * @param {HTMLElement | null} notice
 */
export function showOverPage(notice) {
  shown?.remove();
  shown = notice;
  // The styles put it over the page: one that pushed the page down once moved a button away beneath
  // the pointer.
  if (shown) byId("bar").after(shown);
}

/**
 * The banner to show after a change of player; null once the page's own is back.
 * @param {SignedIn} signedIn
 * @param {string} name of the player for whom the page was drawn
 */
export const changeNotice = (signedIn, name) => (signedIn === "own" ? null : changeBanner(signedIn === "other", name));

/**
 * @param {boolean} isOther
 * @param {string} name
 */
function changeBanner(isOther, name) {
  const anew = button("small", t("session_reload"), null, () => location.reload());
  const account = el("a", { class: "button small", href: "account" }, t(isOther ? "nav_account" : "session_return"));
  return banner(isOther ? t("session_other", { name }) : t("session_ended"), [anew, account], { kind: "session" });
}
