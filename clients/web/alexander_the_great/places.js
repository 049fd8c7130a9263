/** Names of places in the reader's language: most are Greek in all of them. */

import { has, t } from "../ui/texts.js";

/** @param {string} name as the board has it */
export function localName(name) {
  const code = `alexander_the_great.place_${name.toLowerCase().replaceAll(" ", "_")}`;
  return has(code) ? t(code) : name;
}
