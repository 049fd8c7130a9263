/** The guide to the scenario's rules: the rule of each phase, and pictures of its route. */

import { picture } from "../settlers/figures.js";
import { guide as settlers } from "../settlers/guide.js";
import { el } from "../ui/dom.js";
import { t } from "../ui/texts.js";
import { EDITION } from "./edition.js";
import { signIcon } from "./signs.js";

/** @import { Guide } from "../game/ruleset.js" */
/** @import { Sign } from "./signs.js" */
/** @import { Occasion, RouteBoard } from "./types.js" */

/** @type {Record<string, string>} */
const RULES = {
  roll: "G9",
  roads: "S9",
  discard: "G10",
  robber: "G10",
  march: "G11",
  bid: "G14",
  pay: "G15",
  advisor: "G21",
  play: "G13",
  over: "G26",
};

/** @type {Occasion[]} */
const CHIPS = ["hunger", "bridge", "battle", "statue"];

const BOARD = /** @type {RouteBoard} */ ({
  id: null,
  title: "",
  hexes: [
    { hex: [0, 0], terrain: "fields", token: 8 },
    { hex: [1, 0], terrain: "gold_river", token: 5 },
    { hex: [2, 0], terrain: "hills", token: 10 },
  ],
  harbours: [],
  names: [],
  start: 7,
  route: [
    { corner: 0, kind: "temple", name: "" },
    { corner: 1, kind: "empty", name: "" },
    { corner: 2, kind: "chip", name: "" },
    { corner: 3, kind: "gate", name: "" },
  ],
});

/** @type {Guide} */
export const guide = {
  base: "settlers",
  ruleAt: ({ phase, state }) => (state?.offer ? "S10" : (RULES[phase ?? ""] ?? "setup")),
  figures: {
    G2: () => signs(CHIPS.map((chip) => [chip, t(`alexander_the_great.occasion_${chip}`)])),
    G6: () => march(-1, 7),
    G11: () => march(0, 0),
    G18: () => march(0, 0, [0]),
    G22: settlers.figures.S9,
  },
};

/**
 * Signs with their names.
 * @param {[Sign, string][]} named
 */
const signs = (named) => el("dl", { class: "prices" }, named.flatMap(([sign, name]) => [el("dt", {}, signIcon(sign)), el("dd", {}, name)]));

/**
 * Alexander on his route.
 * @param {number} crossing
 * @param {number} corner
 * @param {number[]} [settlements]
 */
function march(crossing, corner, settlements = []) {
  const route = BOARD.route.map((each, n) => ({ ...each, passed: n < crossing, chip: null }));
  return picture(EDITION, [{ settlements }], { alexander: { crossing, corner }, route }, BOARD);
}
