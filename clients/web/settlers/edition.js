/** What the plain game of settlers has: five goods, nothing on the board but its pieces. */

import { RESOURCES } from "./symbols.js";

/** @import { Edition } from "./types.js" */

/** @type {Edition} */
export const SETTLERS = {
  goods: RESOURCES,
  terrains: { hills: "brick", forest: "lumber", pasture: "wool", fields: "grain", mountains: "ore" },
  prices: {
    build_road: { brick: 1, lumber: 1 },
    build_settlement: { brick: 1, lumber: 1, wool: 1, grain: 1 },
    build_city: { grain: 2, ore: 3 },
    buy_development_card: { wool: 1, grain: 1, ore: 1 },
  },
  purse: (seat) => seat.hand,
  bank: (state) => state.bank,
  layers: () => [],
  words: () => [],
  sights: () => [],
  prompts: {},
  parts: () => [],
  badges: () => [],
};
