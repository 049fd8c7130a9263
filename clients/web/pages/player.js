/** The banner of a page whose player is no longer signed in. */

import { banner, button } from "../ui/controls.js";
import { byId, el } from "../ui/dom.js";
import { t } from "../ui/texts.js";

/**
 * Say that another player is signed in, or nobody, and offer ways back.
 * @param {boolean} isOther
 * @param {string} name of the player for whom the page was drawn
 */
export function showChange(isOther, name) {
  const anew = button("small", t("session_reload"), null, () => location.reload());
  const back = el("a", { class: "button small", href: "account" }, t("session_return"));
  byId("bar").after(banner(isOther ? t("session_other", { name }) : t("session_ended"), [anew, back], { kind: "session" }));
}
