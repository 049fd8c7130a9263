/** A game's title: its creator's own, or by default the ruleset's name in the reader's language. */

import { defaultTitles, t } from "../../ui/texts.js";

/** @param {{ title: string, ruleset: string }} game */
export function gameTitle({ title, ruleset }) {
  return defaultTitles[title] === ruleset ? t(`${ruleset}.title`) : title;
}
