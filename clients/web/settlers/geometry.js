/** The coordinates of hexes, corners and edges, numbered in reading order as in the API. */

/** @import { Pair } from "./types.js" */

const OUTWARD = 0.8;

/** Half a hex's width and a quarter of its height. */
const X = 52;
const Y = 30;

// Room for the harbours, which lie further out beside the land than above it. A larger value would
// only add sea.
const BESIDE = 74;
const ABOVE = 56;

/** The corners of a hex, clockwise from the top, in those units. */
const AROUND = [[0, -2], [1, -1], [1, 1], [0, 2], [-1, 1], [-1, -1]];

/**
 * @typedef {{x: number, y: number}} Spot
 * @typedef {object} Cell
 * @property {Pair} hex
 * @property {string} key
 * @property {Spot} centre
 * @property {number[]} corners
 * @property {string} path
 *
 * @typedef {object} Chart
 * @property {Cell[]} cells in reading order
 * @property {Spot[]} corners
 * @property {Pair[]} edges the two corners of each
 * @property {Map<string, Spot>} spots the spot of each place, by key
 * @property {Map<string, Cell[]>} cellsAt the hexes around each place
 * @property {string} land
 * @property {{x: number, y: number, width: number, height: number}} box
 */

/** @param {Pair} hex */
export const hexKey = ([q, r]) => `hex ${q},${r}`;

/** @param {number} corner */
export const cornerKey = (corner) => `corner ${corner}`;

/** @param {number} edge */
export const edgeKey = (edge) => `edge ${edge}`;

/**
 * A spot in whole steps: half widths and quarter heights of a hex.
 * @param {Spot} spot
 */
export const stepsTo = ({ x, y }) => [Math.round(x / X), Math.round(y / Y)];

/**
 * The spot of a hex's middle, by its column of half widths and its row.
 * @param {number} column
 * @param {number} row
 * @returns {Spot}
 */
export const hexSpot = (column, row) => ({ x: column * X, y: 3 * row * Y });

/** @param {Spot} spot */
export const translate = ({ x, y }) => `translate(${round(x)} ${round(y)})`;

/**
 * The chart of a board.
 * @param {Pair[]} hexes
 * @returns {Chart}
 */
export function chartOf(hexes) {
  const ordered = [...hexes].sort((a, b) => a[1] - b[1] || a[0] - b[0]);
  const places = cornersOf(ordered);
  const index = new Map(places.map((place, n) => [place.join(), n]));
  const corners = places.map(([x, y]) => ({ x: x * X, y: y * Y }));
  const cells = ordered.map((hex) => cellOf(hex, index, corners));
  const edges = edgesOf(cells);
  return {
    cells,
    corners,
    edges,
    spots: spotsOf(cells, corners, edges),
    cellsAt: neighbours(cells, edges),
    land: cells.map(({ path }) => path).join(""),
    box: boxOf(corners),
  };
}

/**
 * @param {Chart} chart
 * @param {number} edge
 */
export function edgePath({ corners, edges }, edge) {
  const [one, other] = edges[edge];
  return `M${coordinates(corners[one])}L${coordinates(corners[other])}`;
}

/**
 * The spot of a harbour, off the coast of its edge.
 * @param {Chart} chart
 * @param {number} edge
 * @returns {Spot | null}
 */
export function harbourSpot({ spots, cellsAt }, edge) {
  const middle = spots.get(edgeKey(edge));
  const land = cellsAt.get(edgeKey(edge))?.[0]?.centre;
  if (!middle || !land) return null;
  return { x: middle.x + (middle.x - land.x) * OUTWARD, y: middle.y + (middle.y - land.y) * OUTWARD };
}

/**
 * The outline of the ground along an edge.
 * @param {Chart} chart
 * @param {number} edge
 */
export function edgeBand({ corners, edges }, edge) {
  // Not a line: the box of a vertical one has no width, so a magnifier or screen reader that uses
  // boxes found nothing there.
  const [from, to] = edges[edge].map((corner) => corners[corner]);
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const [x, y] = [(8 * (from.y - to.y)) / length, (8 * (to.x - from.x)) / length];
  const left = [from, to].map((spot) => ({ x: spot.x + x, y: spot.y + y }));
  const right = [to, from].map((spot) => ({ x: spot.x - x, y: spot.y - y }));
  return `M${[...left, ...right].map(coordinates).join("L")}Z`;
}

/**
 * The path around the inner part of a hex.
 * @param {Chart} chart
 * @param {string} key
 * @param {number} part
 */
export function insidePath({ cells, corners }, key, part) {
  const cell = cells.find((each) => each.key === key);
  if (!cell) return "";
  const { x, y } = cell.centre;
  const spots = cell.corners.map((corner) => ({ x: x + (corners[corner].x - x) * part, y: y + (corners[corner].y - y) * part }));
  return `M${spots.map(coordinates).join("L")}Z`;
}

/** @param {Pair} hex */
const centreOf = ([q, r]) => [2 * q + r, 3 * r];

/**
 * The corners of a hex.
 * @param {Pair} hex
 */
function around(hex) {
  const [x, y] = centreOf(hex);
  return AROUND.map(([dx, dy]) => [x + dx, y + dy]);
}

/**
 * All corners, each once, by rows.
 * @param {Pair[]} hexes
 */
function cornersOf(hexes) {
  const corners = new Map(hexes.flatMap(around).map((place) => [place.join(), place]));
  return [...corners.values()].sort((a, b) => a[1] - b[1] || a[0] - b[0]);
}

/**
 * @param {Pair} hex
 * @param {Map<string, number>} index
 * @param {Spot[]} spots
 * @returns {Cell}
 */
function cellOf(hex, index, spots) {
  const [x, y] = centreOf(hex);
  const corners = around(hex).map((place) => index.get(place.join()) ?? 0);
  const path = `M${corners.map((corner) => coordinates(spots[corner])).join("L")}Z`;
  return { hex, key: hexKey(hex), centre: { x: x * X, y: y * Y }, corners, path };
}

/**
 * The two corners of each side of a hex, the lesser first.
 * @param {Cell} cell
 * @returns {Pair[]}
 */
function sides({ corners }) {
  return corners.map((corner, n) => {
    const next = corners[(n + 1) % 6];
    return [Math.min(corner, next), Math.max(corner, next)];
  });
}

/**
 * @param {Cell[]} cells
 * @returns {Pair[]}
 */
function edgesOf(cells) {
  const edges = new Map(cells.flatMap(sides).map((side) => [side.join(), side]));
  return [...edges.values()].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
}

/**
 * @param {Cell[]} cells
 * @param {Spot[]} corners
 * @param {Pair[]} edges
 * @returns {Map<string, Spot>}
 */
function spotsOf(cells, corners, edges) {
  const middle = (/** @type {Pair} */ [a, b]) => ({ x: (corners[a].x + corners[b].x) / 2, y: (corners[a].y + corners[b].y) / 2 });
  return new Map([
    ...cells.map(({ key, centre }) => /** @type {const} */ ([key, centre])),
    ...corners.map((spot, n) => /** @type {const} */ ([cornerKey(n), spot])),
    ...edges.map((edge, n) => /** @type {const} */ ([edgeKey(n), middle(edge)])),
  ]);
}

/**
 * @param {Cell[]} cells
 * @param {Pair[]} edges
 */
function neighbours(cells, edges) {
  const index = new Map(edges.map((edge, n) => [edge.join(), n]));
  /** @type {Map<string, Cell[]>} */
  const cellsAt = new Map();
  for (const cell of cells) {
    const places = [...cell.corners.map(cornerKey), ...sides(cell).map((side) => edgeKey(index.get(side.join()) ?? 0))];
    for (const place of places) cellsAt.set(place, [...(cellsAt.get(place) ?? []), cell]);
  }
  return cellsAt;
}

/** @param {Spot[]} corners */
function boxOf(corners) {
  const xs = corners.map((spot) => spot.x);
  const ys = corners.map((spot) => spot.y);
  const x = Math.min(...xs) - BESIDE;
  const y = Math.min(...ys) - ABOVE;
  return { x, y, width: Math.max(...xs) + BESIDE - x, height: Math.max(...ys) + ABOVE - y };
}

/** @param {Spot} spot */
const coordinates = ({ x, y }) => `${round(x)} ${round(y)}`;

/** @param {number} number */
const round = (number) => Math.round(number * 10) / 10;
