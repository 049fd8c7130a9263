/** Names of points and spaces by the nearest place of the map, or by the start on a map without places. */

import { direction } from "../game/words/compass.js";
import { listed, t } from "../ui/texts.js";
import { at, centreOf, cornersOf } from "./geometry.js";

/** @import { View } from "../api/types.js" */
/** @import { Board, Pair } from "./types.js" */

/** @typedef {{point: Pair, name: string}} Place */

// The steps from a point along sides, as changes of its coordinates; each row is shifted by half a
// side.
const EAST = 2;
const DIAGONAL = 1;

/**
 * A view's board.
 * @param {View} view
 */
export const boardOf = ({ board }) => /** @type {Board} */ (/** @type {unknown} */ (board));

/**
 * The name of a point: "Tyre", "north of Tyre", "2 sides east and 1 side southeast of Tyre".
 * @param {Board} board
 * @param {Pair} point
 */
export function pointName(board, point) {
  const place = nearest(board, point);
  const steps = stepsFrom(place.point, point);
  if (!steps.length) return place.name;
  return t("alexandros.where_from", { place: place.name, steps: stepWords(steps) });
}

/**
 * The name of a space: that of its corner nearest to a place, such as "north of Tyre".
 * @param {Board} board
 * @param {Pair} space
 */
export function spaceName(board, space) {
  const corners = cornersOf(...space);
  const far = (/** @type {Pair} */ corner) => distance(nearest(board, corner).point, corner);
  const corner = corners.reduce((best, each) => (far(each) < far(best) ? each : best));
  const place = nearest(board, corner);
  const steps = stepsFrom(place.point, corner);
  const last = direction(at(corner), centreOf(corners));
  const words = steps.length ? t("alexandros.where_then", { steps: stepWords(steps, true), direction: last }) : last;
  return t("alexandros.where_from", { place: place.name, steps: words });
}

/**
 * @param {Board} board
 * @param {Pair} point
 * @returns {Place}
 */
function nearest({ places, start }, point) {
  const named = places.length ? places : [{ point: start, name: t("alexandros.start") }];
  return named.reduce((best, each) => (distance(each.point, point) < distance(best.point, point) ? each : best));
}

/**
 * The number of sides between two points.
 * @param {Pair} one
 * @param {Pair} other
 */
function distance([x, y], [toX, toY]) {
  const down = Math.abs(toY - y);
  return down + Math.max(0, (Math.abs(toX - x) - down) / 2);
}

/**
 * The shortest path between two points, in at most two directions.
 * @param {Pair} from
 * @param {Pair} to
 * @returns {{n: number, towards: Pair}[]}
 */
function stepsFrom([x, y], [toX, toY]) {
  const across = toX - x;
  const down = toY - y;
  const rows = Math.abs(down);
  const along = (Math.abs(across) - rows) / 2;
  const steps = /** @type {{n: number, towards: Pair}[]} */ (
    along >= 0
      ? [{ n: along, towards: [Math.sign(across) * EAST, 0] }, { n: rows, towards: [Math.sign(across) * DIAGONAL, Math.sign(down)] }]
      : [{ n: (rows + across) / 2, towards: [DIAGONAL, Math.sign(down)] }, { n: (rows - across) / 2, towards: [-DIAGONAL, Math.sign(down)] }]
  );
  return steps.filter(({ n }) => n > 0);
}

/**
 * Steps in words; a single one needs no number, unless more words follow.
 * @param {{n: number, towards: Pair}[]} steps
 * @param {boolean} [goesOn]
 */
function stepWords(steps, goesOn = false) {
  const words = steps.map(({ n, towards }) => ({ n, direction: direction(at([0, 0]), at(towards)) }));
  if (words.length === 1 && words[0].n === 1 && !goesOn) return words[0].direction;
  return listed(words.map((gaps) => t("alexandros.where_side", gaps)));
}
