/** A game's title: its creator's own, or by default the ruleset's name in the reader's language. */

import { defaultTitles, t } from "../../ui/texts.js";

/** @param {{ title: string, ruleset: string }} game */
export function gameTitle({ title, ruleset }) {
  // An older release, still answering while a newer one starts, sends no titles.
  return defaultTitles?.[title] === ruleset ? t(`${ruleset}.title`) : title;
}
