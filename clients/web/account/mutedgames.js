/** The games that the player gets no notices of. */

import { showError } from "../api/failures.js";
import { muteGame } from "../api/notices.js";
import { button } from "../ui/controls.js";
import { el, refill } from "../ui/dom.js";
import { t } from "../ui/texts.js";
import { titleLink } from "./titles.js";

/** @import { AccountPage } from "./frame.js" */

/**
 * @param {HTMLElement} body
 * @param {AccountPage} page
 */
export async function fillMuted(body, page) {
  const { muted } = await page.notices();
  show(body, muted);
}

/**
 * @param {HTMLElement} body
 * @param {string[]} muted
 */
function show(body, muted) {
  const unmute = (/** @type {string} */ game) =>
    muteGame(game, false).then(() => show(body, muted.filter((each) => each !== game)), showError);
  const row = (/** @type {string} */ game) => el("li", {}, el("span", { class: "row-words" }, titleLink(game)), el("span", { class: "row-acts" }, button("small", t("account.unmute"), null, () => unmute(game))));
  refill(body, muted.length ? el("ul", { class: "account-list" }, muted.map(row)) : el("p", { class: "account-empty" }, t("account.muted_none")));
}
