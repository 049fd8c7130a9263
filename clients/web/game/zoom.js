/** The zoom buttons of a map. */

import { el } from "../ui/dom.js";
import { t } from "../ui/texts.js";

/** @param {(factor: number) => void} zoom a factor of 0 shows the whole map */
export function zoomButtons(zoom) {
  const control = (/** @type {string} */ text, /** @type {string} */ sign, /** @type {number} */ factor) =>
    el("button", { type: "button", "aria-label": text, title: text, onclick: () => zoom(factor) }, sign);
  return el(
    "div",
    { class: "zoom" },
    control(t("map_closer"), "+", 1.5),
    control(t("map_farther"), "−", 1 / 1.5),
    control(t("map_whole"), "⤢", 0),
  );
}
