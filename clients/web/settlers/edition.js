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
  // Builds and trades with the bank can be undone, and so can a trade that its maker closes. A robber
  // and a played card are chosen before they are sent.
  finality: {
    roll: "shows",
    buy_development_card: "shows",
    play_monopoly: "shows",
    end_turn: "passes",
    answer_trade: "passes",
    discard: "passes",
  },
  layers: () => [],
  words: () => [],
  touched: () => [],
  sights: () => [],
  prompts: {},
  parts: () => [],
  badges: () => [],
};
