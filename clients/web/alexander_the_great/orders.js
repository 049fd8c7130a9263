/** The words of the scenario's standing orders: goods, and the occasions of auctions. */

import { orders as settlers } from "../settlers/orders.js";
import { t } from "../ui/texts.js";
import { EDITION } from "./edition.js";
import { signIcon } from "./signs.js";

/** @import { OrderWords } from "../game/ruleset.js" */
/** @import { Sign } from "./signs.js" */
/** @import { March } from "./types.js" */

/** @type {string[]} */
const goods = EDITION.goods;

/** @type {OrderWords} */
export const orders = {
  value: (name) => (goods.includes(name) ? settlers.value(name) : [signIcon(/** @type {Sign} */ (name)), t(`alexander_the_great.occasion_${name}`)]),
  hasOccasion: (view, until) => until !== "auction" || Boolean(/** @type {March} */ (view.state).auction),
};
