/** The guide to the rules of settlers: the rule of each phase, and pictures on a small island. */

import { el } from "../ui/dom.js";
import { SETTLERS } from "./edition.js";
import { ISLAND, picture } from "./figures.js";
import { goodName } from "./sentences.js";
import { icon, RESOURCES } from "./symbols.js";

/** @import { Guide } from "../game/ruleset.js" */
/** @import { View } from "../api/types.js" */

/** @type {Record<string, string>} */
const RULES = {
  found_settlement: "S4",
  found_road: "S4",
  roll: "S5",
  roads: "S9",
  discard: "S7",
  robber: "S7",
  play: "S5",
  over: "S12",
};

/** @type {Guide} */
export const guide = {
  ruleAt,
  figures: {
    S1: () => el("dl", { class: "prices" }, RESOURCES.flatMap((good) => [el("dt", {}, icon(good)), el("dd", {}, goodName(good))])),
    S2: () => picture(SETTLERS, [{ roads: [4], settlements: [8], cities: [10] }]),
    S4: () => picture(SETTLERS, [{ settlements: [8] }], { glow: { places: ["edge 1", "edge 10", "edge 11"] } }),
    S6: () => picture(SETTLERS, [{ settlements: [3], cities: [8] }], { dice: [4, 4] }),
    S7: () => picture(SETTLERS, [{ settlements: [3] }], { robber: [1, 0] }),
    S9: () => picture(SETTLERS, [{ settlements: [7], roads: [0, 1] }], { glow: { places: ["corner 2"] } }),
    S10: () => picture(SETTLERS, [{ settlements: [0] }], {}, { ...ISLAND, harbours: [{ edge: 0, resource: null }, { edge: 5, resource: "brick" }] }),
    S11: () => picture(SETTLERS, [{ roads: [0, 1, 2, 3, 4], settlements: [7] }]),
  },
};

/**
 * The rule of a moment; the rule of an open offer comes before that of the phase.
 * @param {View} view
 */
function ruleAt({ phase, state }) {
  if (state?.offer) return "S10";
  return RULES[phase ?? ""] ?? "setup";
}
