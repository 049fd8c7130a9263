/** The time that a game's players have, in words. */

import { duration } from "../../ui/duration.js";
import { addTexts, t } from "../../ui/texts.js";

/** @import { Deadline } from "../../api/types.js" */

/** @type {Promise<void> | null} */
let words = null;

/** Load the texts of `wholePace`. */
// Loaded separately: only invitations and the form of a new game need more than the short words.
export const loadPace = () => (words ??= addTexts("pace"));

/**
 * The time of a turn or of a whole game.
 * @param {Deadline} deadline
 */
export function shortPace({ per_move: perMove, reserve, increment }) {
  if (perMove) return t("row_pace", { time: duration(perMove) });
  const time = duration(reserve ?? 0);
  return increment ? t("deadline_live", { time, more: duration(increment) }) : t("row_reserve", { time });
}

/**
 * The time, what happens when it is up, and when it does not run.
 * @param {Deadline} deadline
 */
export function wholePace(deadline) {
  const { at_zero: atZero, quiet_hours: quiet, vacation: n } = deadline;
  // Who is invited wants to know that the bot gives the seat back; the prompt has no room for it.
  const then = t(atZero === "bot" ? "pace.until_back" : `pace.${atZero}`);
  const parts = [shortPace(deadline), then, quiet && t("pace.quiet_hours"), n && t("pace.vacation", { n })];
  return parts.filter(Boolean).join("; ");
}
