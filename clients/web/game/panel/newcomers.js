/** The rulesets played in this browser before: who is new to one is told how to win it. */

import { keep, kept } from "../../ui/storage.js";

/** @import { View } from "../../api/types.js" */

const KEY = "anabasis.first.";

/**
 * Whether this is the first round of the player's first game of a ruleset; the browser remembers that game.
 * @param {View} view
 */
export function isNewcomer({ game_id: game, ruleset, seats, turn, viewer }) {
  if (viewer.seat === null) return false;
  const first = kept(KEY + ruleset);
  if (first === null) keep(KEY + ruleset, game);
  return (first ?? game) === game && turn <= seats.length;
}
