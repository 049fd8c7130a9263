/** The page of Alexandros. */

import { preview } from "./drawing.js";
import { holdings, wallsLeft } from "./holdings.js";
import { tellers } from "./sentences.js";
import { AlexandrosTable } from "./table.js";

/** @import { View } from "../api/types.js" */
/** @import { RulesetPage } from "../game/ruleset.js" */
/** @import { Board, Province } from "./types.js" */

/** @type {RulesetPage} */
export const page = {
  play: (table, view, callbacks) => new AlexandrosTable(table, view, callbacks),
  tellers,
  holdings,
  goal,
  supplies: wallsLeft,
  series: [
    { name: "chart_scores", top: goal, value: (view, seat) => view.state.seats[seat].score },
    { name: "alexandros.chart_yields", top: () => 10, value: yieldOf },
  ],
  preview: (board, name) => preview(/** @type {Board} */ (/** @type {unknown} */ (board)), name),
  settings: [{ name: "letters", text: "alexandros.settings_letters" }],
  guide: async () => (await import("./guide.js")).guide,
  lesson: async () => (await import("./lesson.js")).lesson,
  moves: async () => (await import("./moves.js")).moves,
};

/** @param {View} view */
function goal({ options }) {
  return Number(options.target_score);
}

/**
 * The yield of all provinces of a seat.
 * @param {View} view
 * @param {number} seat
 */
function yieldOf(view, seat) {
  const held = view.state.provinces.filter((/** @type {Province} */ { holder }) => holder === seat);
  return held.reduce((/** @type {number} */ sum, /** @type {Province} */ province) => sum + province.yield, 0);
}
