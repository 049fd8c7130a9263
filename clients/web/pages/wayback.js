/** Ways back into an account, offered on the front page. */

import { showError } from "../api/failures.js";
import { button, buttonLink } from "../ui/controls.js";
import { el } from "../ui/dom.js";
import { keep, kept } from "../ui/storage.js";
import { t } from "../ui/texts.js";

/** @import { Me, Row } from "../api/types.js" */

const KEY = "anabasis.no_way_back";

/** A quiet line for people who have played here before. */
export function comeBackLine() {
  return el("p", { class: "come-back" }, el("span", { class: "note" }, t("come_back_hint")), " ", comeBackButton());
}

/** A button that opens the ways to sign in again. */
function comeBackButton() {
  const open = () => import("../account/signin.js").then(({ openSignIn }) => openSignIn()).catch(showError);
  return button("small", t("come_back"), null, open);
}

/**
 * A line for players with games under way that only this browser knows; null for others, and once it was dismissed.
 * @param {Me} me
 * @param {Row[]} games
 */
export function noWayBackLine(me, games) {
  if (me.can_return !== false || kept(KEY) || !games.some(({ status }) => status === "live")) return null;
  const line = el(
    "p",
    { class: "no-way-back" },
    el("span", {}, t("no_way_back", { name: me.name })),
    buttonLink("small", t("no_way_back_act"), "", "account#account-passkeys"),
    button("small quiet", t("no_way_back_later"), null, () => {
      keep(KEY, "told");
      line.remove();
    }),
  );
  return line;
}
