/** The buttons beside a map that bring it closer. */

import { el } from "../ui/dom.js";
import { t } from "../ui/texts.js";

/** @param {(factor: number) => void} zoom 0 shows all */
export function zoomButtons(zoom) {
  const made = (/** @type {string} */ text, /** @type {string} */ sign, /** @type {number} */ factor) =>
    el("button", { type: "button", "aria-label": text, title: text, onclick: () => zoom(factor) }, sign);
  return el(
    "div",
    { class: "zoom" },
    made(t("map_closer"), "+", 1.5),
    made(t("map_farther"), "−", 1 / 1.5),
    made(t("map_whole"), "⤢", 0),
  );
}
