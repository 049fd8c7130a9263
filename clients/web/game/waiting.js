/** The waiting room of a game with free seats. */

import { readRuleset } from "../api/service.js";
import { button, linkBox } from "../ui/controls.js";
import { el } from "../ui/dom.js";
import { gameLink } from "../ui/links.js";
import { t } from "../ui/texts.js";

/** @import { View } from "../api/types.js" */

/**
 * @param {View} view
 * @param {(bot: string | null) => void} sit takes a seat for the player or a bot
 */
export function waitingRoom(view, sit) {
  const n = view.seats.filter((seat) => seat.name === null && !seat.forgotten).length;
  const isIn = view.viewer.seat !== null;
  return el(
    "div",
    { class: "waiting" },
    el("h2", {}, t("waiting_title")),
    el("p", {}, t("waiting_free", { n })),
    !isIn && button("main", t("sit_down"), null, () => sit(null)),
    isIn && bots(view.ruleset, sit),
    el("p", { class: "note" }, t("share")),
    linkBox(gameLink(view)),
  );
}

/**
 * A button for each bot.
 * @param {string} ruleset
 * @param {(bot: string) => void} sit
 */
function bots(ruleset, sit) {
  const row = el("div", { class: "row" });
  readRuleset(ruleset)
    .then(({ bots: names }) => row.append(...names.map((name) => button("", t("seat_a_bot", { name }), null, () => sit(name)))))
    .catch(() => undefined);
  return row;
}
