/** The dialog that lists the keys of a game's page. */

import { openDialog } from "../ui/controls.js";
import { el } from "../ui/dom.js";
import { t } from "../ui/texts.js";

export function showKeys() {
  const keys = [
    ["← →  k j", t("key_step")],
    ["↑ ↓", t("key_turn")],
    ["Home End", t("key_ends")],
    ["␣", t("key_play")],
    ["f", t("key_flip")],
    ["← → ↑ ↓  Enter", t("key_map")],
    ["⇧ ← → ↑ ↓", t("key_map_wide")],
    ["+ − 0", t("key_zoom")],
    [t("wheel"), t("key_wheel")],
    ["r", t("key_rules")],
    ["?", t("key_help")],
  ];
  const rows = keys.flatMap(([key, text]) => [el("dt", {}, key), el("dd", {}, text)]);
  openDialog(t("keys_title"), [el("dl", { class: "keys" }, rows)]);
}
