/** Directions on a board in words; north is up. */

import { t } from "../../ui/texts.js";

/** @typedef {{x: number, y: number}} Spot */

/** Clockwise from the east. */
const WINDS = ["e", "se", "s", "sw", "w", "nw", "n", "ne"];

/**
 * The direction of one spot from another, such as "northeast".
 * @param {Spot} from
 * @param {Spot} to
 */
export function direction(from, to) {
  // SVG's y grows downwards, so the angles run clockwise, as the list does.
  const eighths = Math.round((Math.atan2(to.y - from.y, to.x - from.x) / Math.PI) * 4);
  return t(`compass_${WINDS[(eighths + 8) % 8]}`);
}
