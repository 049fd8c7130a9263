/** The scenario's land: gold, the names of places and Alexander's route. */

import { SETTLERS } from "../settlers/edition.js";
import { places, Route } from "./route.js";

/** @import { Land } from "../settlers/types.js" */
/** @import { RouteBoard } from "./types.js" */

/** @type {Land} */
export const LAND = {
  terrains: { ...SETTLERS.terrains, gold_river: "gold" },
  layers: (chart, board) => [places(chart, /** @type {RouteBoard} */ (board)), new Route(chart, /** @type {RouteBoard} */ (board))],
};
