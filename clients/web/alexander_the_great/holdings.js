/** A seat's holdings besides cards, and the supplies of chips, gold and the reserve. */

import { figure } from "../settlers/holdings.js";
import { el } from "../ui/dom.js";
import { t } from "../ui/texts.js";
import { signIcon } from "./signs.js";

/** @import { View } from "../api/types.js" */
/** @import { Chip, March } from "./types.js" */

/**
 * @param {View} view
 * @param {number} seat
 */
export function badges(view, seat) {
  const { gold, chips, advisor } = /** @type {March} */ (view.state).seats[seat];
  const won = /** @type {[Chip, number][]} */ (Object.entries(chips)).filter(([, n]) => n);
  return [
    figure("gold", String(gold), t("alexander_the_great.gold", { n: gold })),
    ...won.map(([chip, n]) => signFigure(chip, n, `${t(`alexander_the_great.occasion_${chip}`)}: ${t("alexander_the_great.chips", { n })}`)),
    advisor && el("span", { class: "figure honour" }, signIcon("advisor"), t(`alexander_the_great.advisor_${advisor}`)),
  ];
}

/** @param {View} view */
export function supplies(view) {
  if (!view.state) return null;
  const { reserve, reserve_closed, route, alexander, chips_removed } = /** @type {March} */ (view.state);
  const left = route.length - 1 - alexander.crossing;
  return el(
    "p",
    { class: "supplies" },
    signFigure("reserve", reserve, reserve_closed ? t("alexander_the_great.reserve_closed") : t("alexander_the_great.reserve_left", { n: reserve })),
    signFigure("persepolis", left, t("alexander_the_great.route_left", { n: left })),
    chips_removed > 0 && el("span", {}, t("alexander_the_great.chips_removed", { n: chips_removed })),
  );
}

/**
 * A number with a sign of the route, and words for screen readers.
 * @param {import("./signs.js").Sign} name
 * @param {number} n
 * @param {string} words
 */
const signFigure = (name, n, words) => el("span", { class: "figure", role: "img", "data-tip": words, "aria-label": words }, signIcon(name), String(n));
