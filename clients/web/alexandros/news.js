/** The places of the map that events touched, as keys such as "space 2,3", "point 4,2" or "wall 4,2,6,2". */

import { ring } from "../game/map/marks.js";
import { at, keyOf, polyline } from "./geometry.js";

/** @import { GameEvent } from "../api/types.js" */
/** @import { Chart } from "./geometry.js" */
/** @import { Pair, Side } from "./types.js" */

const RADIUS = 30;

/** @param {Pair} space */
export const spacePlace = (space) => `space ${keyOf(space)}`;

/** @param {Pair} point */
export const pointPlace = (point) => `point ${keyOf(point)}`;

/**
 * The places that an event touched: a march's path and walls, a conquest's governors.
 * @param {GameEvent} event
 * @returns {string[]}
 */
export function placesOf({ type, data }) {
  if (type === "marched") return marchPlaces(data);
  if (type === "governor_recalled") return [spacePlace(data.space)];
  if (type !== "province_occupied" && type !== "province_taken_over" && type !== "resigned") return [];
  return [...(data.removed ?? []), ...(data.governors ?? [])].map(spacePlace);
}

/** @param {{path: Pair[], black_walls: Side[], red_walls: Side[]}} march */
function marchPlaces({ path, black_walls: black, red_walls: red }) {
  const end = /** @type {Pair} */ (path.at(-1));
  return [...(path.length > 1 ? [`way ${path.join()}`] : []), ...[...black, ...red].map((side) => `wall ${side.join()}`), pointPlace(end)];
}

/**
 * The path along or around a place.
 * @param {Chart} chart
 * @param {string} place
 */
export function outline({ byKey }, place) {
  const [kind, key] = place.split(" ");
  if (kind === "space") return ring(byKey.get(key)?.centre ?? { x: 0, y: 0 }, RADIUS);
  const points = pairsIn(key);
  return kind === "point" ? ring(at(points[0]), RADIUS) : polyline(points);
}

/** @param {string} numbers */
function pairsIn(numbers) {
  const list = numbers.split(",").map(Number);
  return Array.from({ length: list.length / 2 }, (_, n) => /** @type {Pair} */ ([list[2 * n], list[2 * n + 1]]));
}
