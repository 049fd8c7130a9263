/** The banner of a page whose player is no longer the one who is signed in. */

import { heedPlayer } from "../api/drawn.js";
import { banner, button } from "../ui/controls.js";
import { byId, el } from "../ui/dom.js";
import { t } from "../ui/texts.js";

/** Say so as soon as another tab signs in or out, and offer ways back. */
export function watchPlayer() {
  heedPlayer((isOther, name) => {
    const anew = button("small", t("session_reload"), null, () => location.reload());
    const back = el("a", { class: "button small", href: "account" }, t("session_return"));
    byId("bar").after(banner(isOther ? t("session_other", { name }) : t("session_ended"), [anew, back]));
  });
}
