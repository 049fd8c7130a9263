/** The list of a game's keyboard shortcuts. */

import { openDialog } from "../../ui/controls.js";
import { el } from "../../ui/dom.js";
import { addTexts, t } from "../../ui/texts.js";

/** Open the list, in a dialog. */
export async function openKeys() {
  // Loaded on request, like this module: a game's first load is at its size limit.
  await addTexts("keys");
  const keys = [
    ["Enter", t("keys.enter")],
    ["Esc", t("keys.escape")],
    ["Tab", t("keys.tab")],
    ["m", t("keys.due")],
    ["← → ↑ ↓", t("keys.map")],
    ["⇧ ← → ↑ ↓", t("keys.map_wide")],
    ["↑ ↓ Home End", t("keys.log")],
    ["k j", t("keys.step")],
    ["← → ↑ ↓ ␣", t("keys.history")],
    ["Home End", t("keys.ends")],
    ["f", t("keys.flip")],
    ["+ − 0", t("keys.zoom")],
    [t("wheel"), t("key_wheel")],
    ["o", t("keys.orders")],
    ["r", t("keys.rules")],
    ["?", t("key_help")],
  ];
  const rows = keys.flatMap(([key, text]) => [el("dt", {}, key), el("dd", {}, text)]);
  // The focus is on the last button, and the browser shows that end of the dialog.
  openDialog(t("keys_title"), [el("dl", { class: "keys" }, rows)]).scrollTop = 0;
}
