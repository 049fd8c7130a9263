/** Names of points and spaces by the nearest place of the map, or by the grid on a map without places. */

import { direction } from "../game/words/compass.js";
import { Grid, spotWords } from "../game/words/grid.js";
import { listed, t } from "../ui/texts.js";
import { at, centreOf, chartOf, cornersOf, keyOf, sidesOf } from "./geometry.js";

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

/** @type {WeakMap<Board, Grid>} */
const grids = new WeakMap();

/**
 * The grid of a board.
 * @param {Board} board
 */
export function gridOf(board) {
  // Each label asks for it.
  const grid = grids.get(board) ?? new Grid(chartOf(board).cells.map(({ space, points }) => gridCell(space, points)));
  grids.set(board, grid);
  return grid;
}

/**
 * @param {Pair} space
 * @param {Pair[]} points
 */
const gridCell = ([row, column], points) => ({
  key: spaceKey([row, column]),
  column,
  row,
  middle: [column, 2 * row + 1],
  corners: points.map((point) => ({ key: pointKey(point), spot: spotOf(point) })),
  edges: sidesOf(points).map((side) => ({ key: side.join(";"), spots: side.map(spotOf) })),
});

/** @param {Pair} point */
const spotOf = ([x, y]) => [x, 2 * y];

/** @param {Pair} space */
const spaceKey = (space) => `space ${keyOf(space)}`;

/** @param {Pair} point */
const pointKey = (point) => `point ${keyOf(point)}`;

/**
 * The name of a point: "Tyre", "north of Tyre", "2 sides east and 1 side southeast of Tyre".
 * @param {Board} board
 * @param {Pair} point
 */
export function pointName(board, point) {
  if (!board.places.length) return spotWords(gridOf(board).at(pointKey(point)));
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
  if (!board.places.length) return spotWords(gridOf(board).at(spaceKey(space)));
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
function nearest({ places }, point) {
  return places.reduce((best, each) => (distance(each.point, point) < distance(best.point, point) ? each : best));
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
