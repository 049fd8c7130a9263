/** The page of settlers, and of the scenarios that build on it. */

import { preview } from "./drawing.js";
import { SETTLERS } from "./edition.js";
import { holdings, pointsOf, supplies } from "./holdings.js";
import { tellers } from "./sentences.js";
import { SettlersTable } from "./table.js";

/** @import { View } from "../api/types.js" */
/** @import { RulesetPage } from "../game/ruleset.js" */
/** @import { Board, Edition } from "./types.js" */

/** @type {RulesetPage} */
export const page = pageOf(SETTLERS);

/**
 * The page of settlers in an edition.
 * @param {Edition} edition
 * @returns {RulesetPage}
 */
export function pageOf(edition) {
  return {
    play: (table, view, callbacks) => new SettlersTable(table, view, callbacks, edition),
    tellers,
    holdings: (view, seat, event) => holdings(view, seat, event, edition),
    goal,
    supplies: (view) => supplies(view, edition),
    series: [
      { name: "chart_scores", top: goal, value: (view, seat) => pointsOf(view.state.seats[seat]) },
      { name: "settlers.chart_cards", top: () => 10, value: (view, seat) => view.state.seats[seat].cards },
    ],
    preview: (board, name) => preview(/** @type {Board} */ (/** @type {unknown} */ (board)), name, edition),
    settings: [],
    guide: async () => (await import("./guide.js")).guide,
    lesson: async () => (await import("./lesson.js")).lesson,
    moves: async () => (await import("./moves.js")).moves,
    orders: async () => (await import("./orders.js")).orders,
  };
}

/** @param {View} view */
function goal({ options }) {
  return Number(options.target_points);
}
