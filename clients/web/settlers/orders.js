/** The words of settlers' standing orders. */

import { goodName } from "./sentences.js";
import { icon } from "./symbols.js";

/** @import { OrderWords } from "../game/ruleset.js" */
/** @import { Good } from "./types.js" */

/** @type {OrderWords} */
export const orders = {
  value: (name) => [icon(/** @type {Good} */ (name)), goodName(/** @type {Good} */ (name))],
  hasOccasion: () => true,
};
