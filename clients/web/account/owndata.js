/** The player's own data: everything kept about them as a file, and the end of the account. */

import { forgetMe } from "../api/account.js";
import { showError } from "../api/failures.js";
import { address } from "../api/http.js";
import { signOut } from "../api/player.js";
import { button, confirmed } from "../ui/controls.js";
import { el, refill } from "../ui/dom.js";
import { t } from "../ui/texts.js";

/** @import { AccountPage } from "./frame.js" */

const STAYS = ["games", "handle", "backups", "log"];

/**
 * @param {HTMLElement} body
 * @param {AccountPage} page
 */
export function fillOwnData(body, page) {
  const file = (/** @type {string} */ path, /** @type {string} */ words) => el("a", { class: "button", href: address(path), download: "" }, el("span", { class: "label" }, t(words)));
  const end = async () => {
    if (!(await confirmed(t("account.forget_sure", { name: page.me?.name ?? "" }), t("account.forget")))) return;
    try {
      await forgetMe();
    } catch (error) {
      return showError(error);
    }
    // The cookie is deleted, and the notices of this browser end. If that fails, the account is gone all the same.
    await signOut().catch((error) => console.warn(error));
    location.assign(new URL("./", document.baseURI));
  };
  refill(
    body,
    el("p", {}, t("account.data_intro")),
    el("p", { class: "row-acts" }, file("me/data", "account.data_file"), file("me/archive?format=zip", "account.data_games")),
    el("h4", {}, t("account.forget_title")),
    el("p", {}, t("account.forget_goes")),
    el("p", {}, t("account.forget_stays")),
    el("ul", {}, STAYS.map((each) => el("li", {}, t(`account.forget_stays_${each}`)))),
    el("p", { class: "row-acts" }, button("", t("account.forget"), null, end)),
  );
}
