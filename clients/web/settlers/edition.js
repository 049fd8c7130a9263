/** The edition of plain settlers: five goods, and nothing but pieces on the board. */

import { RESOURCES } from "./symbols.js";

/** @import { Edition } from "./types.js" */

/** @type {Edition} */
export const SETTLERS = {
  goods: RESOURCES,
  terrains: { hills: "brick", forest: "lumber", pasture: "wool", fields: "grain", mountains: "ore" },
  purse: (seat) => seat.hand,
  bank: (state) => state.bank,
  most: ({ cards }) => cards,
  stops: {},
  layers: () => [],
  words: () => [],
  touched: () => [],
  sights: () => [],
  prompts: {},
  parts: () => [],
  badges: () => [],
};
