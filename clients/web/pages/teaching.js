/** Teaching beside a game: the rules' drawer, loaded when it is first wanted. */

import { guideOf } from "../rulesets.js";

/** @import { View } from "../api/types.js" */
/** @import { RulesDrawer } from "../game/drawer.js" */

/** @type {Promise<RulesDrawer> | null} */
let drawer = null;

/**
 * Open a game's rules beside it, at a rule or where they were left.
 * @param {string} ruleset
 * @param {string | null} rule
 */
export async function openRules(ruleset, rule) {
  drawer ??= loadDrawer(ruleset);
  await (await drawer).open(rule);
}

/** @param {string} ruleset */
async function loadDrawer(ruleset) {
  const { RulesDrawer } = await import("../game/drawer.js");
  return new RulesDrawer(ruleset, guideOf, () => null);
}

/**
 * The rule that governs a position.
 * @param {View} view
 */
export async function ruleAt(view) {
  return (await guideOf(view.ruleset)).ruleAt(view);
}
