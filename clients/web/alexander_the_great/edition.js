/** The scenario's differences from settlers: gold, Alexander's route, and auctions. */

import { SETTLERS } from "../settlers/edition.js";
import { cornerKey } from "../settlers/geometry.js";
import { parts, prompts } from "./auction.js";
import { badges } from "./holdings.js";
import { ahead, sights, words } from "./labels.js";
import { places, Route } from "./route.js";

/** @import { Edition } from "../settlers/types.js" */
/** @import { RouteBoard } from "./types.js" */

/** @type {Edition} */
export const EDITION = {
  ...SETTLERS,
  goods: [...SETTLERS.goods, "gold"],
  terrains: { ...SETTLERS.terrains, gold_river: "gold" },
  purse: ({ hand, gold }) => hand && { ...hand, gold },
  bank: ({ bank, gold_bank }) => ({ ...bank, gold: gold_bank }),
  most: ({ cards, gold }, good) => (good === "gold" ? gold : cards),
  stops: { march: (choosing, move) => cornerKey(ahead(choosing, move).corner) },
  layers: (chart, board) => [places(chart, /** @type {RouteBoard} */ (board)), new Route(chart, /** @type {RouteBoard} */ (board))],
  words,
  sights,
  prompts,
  parts,
  badges,
};
