/** The scenario's differences from settlers: gold, Alexander's route, and auctions. */

import { SETTLERS } from "../settlers/edition.js";
import { cornerKey } from "../settlers/geometry.js";
import { parts, prompts } from "./auction.js";
import { badges } from "./holdings.js";
import { ahead, sights, touched, words } from "./labels.js";
import { LAND } from "./land.js";

/** @import { Edition } from "../settlers/types.js" */
/** @import { March, Seat } from "./types.js" */

/** @type {Edition} */
export const EDITION = {
  ...SETTLERS,
  ...LAND,
  goods: [...SETTLERS.goods, "gold"],
  purse: (/** @type {Seat} */ { hand, gold }) => hand && { ...hand, gold },
  bank: (/** @type {March} */ { bank, gold_bank }) => ({ ...bank, gold: gold_bank }),
  most: (/** @type {Seat} */ { cards, gold }, good) => (good === "gold" ? gold : cards),
  stops: { march: (choosing, move) => cornerKey(ahead(choosing, move).corner) },
  finality: {
    ...SETTLERS.finality,
    // Cards are drawn from the reserve as a turn ends.
    end_turn: "shows",
    march: "shows",
    bid: "passes",
    pass: "passes",
    pay: "passes",
    choose_advisor: "passes",
  },
  words,
  touched,
  sights,
  prompts,
  parts,
  badges,
};
