/** The zoom buttons of a map. */

import { el } from "../../ui/dom.js";
import { lineIcon } from "../../ui/icons.js";
import { t } from "../../ui/texts.js";
import { withTip } from "../../ui/tips.js";

/** @import { IconName } from "../../ui/icons.js" */

/** @param {(factor: number) => void} zoom a factor of 0 shows the whole map */
export function zoomButtons(zoom) {
  const control = (/** @type {string} */ text, /** @type {IconName} */ icon, /** @type {number} */ factor) =>
    withTip(el("button", { type: "button", "aria-label": text, onclick: () => zoom(factor) }, lineIcon(icon)), text);
  // Wheel and pinch zoom as well, but not everybody can use them.
  return el(
    "div",
    { class: "zoom" },
    control(t("map_closer"), "closer", 1.5),
    control(t("map_farther"), "farther", 1 / 1.5),
    control(t("map_whole"), "whole", 0),
  );
}
