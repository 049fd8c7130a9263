/** The coordinates of spaces, points and coasts of a triangular board; a side is 100 units long. */

/** @import { Board, Pair, Side, SymbolName, Wall } from "./types.js" */

const HALF = 50;
const HEIGHT = 86.6025;

/** @type {Record<string, SymbolName>} */
const LETTERS = { T: "temple", A: "amphora", H: "horse", L: "lyre", S: "soldier" };

/**
 * @typedef {{x: number, y: number}} Spot
 * @typedef {object} Cell
 * @property {Pair} space
 * @property {string} key
 * @property {SymbolName | null} symbol
 * @property {Pair[]} points
 * @property {Spot} centre
 * @property {string} path
 *
 * @typedef {object} Chart
 * @property {Cell[]} cells
 * @property {Map<string, Cell>} byKey
 * @property {Side[]} sides
 * @property {string} land the playable land with its ragged coast
 * @property {string} beyond land outside the game
 * @property {string} border the sides at the edge of the playable land
 * @property {{x: number, y: number, width: number, height: number}} box
 */

/** @param {Pair} pair */
export const keyOf = ([a, b]) => `${a},${b}`;

/**
 * The spot of a point.
 * @param {Pair} point
 * @returns {Spot}
 */
export const at = ([x, y]) => ({ x: x * HALF, y: y * HEIGHT });

/**
 * A path through points.
 * @param {Pair[]} points
 */
export const polyline = (points) => `M${points.map((point) => coordinates(at(point))).join("L")}`;

/** @param {Spot} spot */
const coordinates = ({ x, y }) => `${round(x)} ${round(y)}`;

/** @param {number} number */
// A tenth of a unit is less than a pixel at any zoom, and rounding shortens paths by a third.
const round = (number) => Math.round(number * 10) / 10;

/**
 * The chart of a board, from its rows.
 * @param {Board} board
 * @returns {Chart}
 */
export function chartOf(board) {
  const cells = cellsOf(board.rows, (letter) => letter === "." || letter in LETTERS);
  const blank = cellsOf(padRows(board.rows), (letter) => letter === " ");
  const edges = edgesOf(cells);
  const coast = edges.filter((edge) => edge.cells.length === 1);
  const outer = edgesOf([...cells, ...blank]).filter((edge) => edge.cells.length === 1);
  return {
    cells,
    byKey: new Map(cells.map((cell) => [cell.key, cell])),
    sides: edges.map((edge) => edge.side),
    land: cells.map((cell) => cell.path).join("") + slivers(outer, cells),
    beyond: blank.map((cell) => cell.path).join("") + slivers(outer, blank),
    border: coast.map((edge) => polyline(edge.side)).join(""),
    box: boxOf([...cells, ...blank]),
  };
}

/**
 * Rows of equal length.
 * @param {string[]} rows
 */
function padRows(rows) {
  const longest = Math.max(...rows.map((row) => row.length));
  return rows.map((row) => row.padEnd(longest, "~"));
}

/**
 * @param {string[]} rows
 * @param {(letter: string) => boolean} isIncluded
 * @returns {Cell[]}
 */
function cellsOf(rows, isIncluded) {
  return rows.flatMap((row, r) =>
    [...row].flatMap((letter, c) => (isIncluded(letter) ? [cellOf(r, c, letter)] : [])),
  );
}

/**
 * @param {number} r
 * @param {number} c
 * @param {string} letter
 * @returns {Cell}
 */
function cellOf(r, c, letter) {
  const points = cornersOf(r, c);
  return {
    space: [r, c],
    key: `${r},${c}`,
    symbol: LETTERS[letter] ?? null,
    points,
    centre: centreOf(points),
    path: `${polyline(points)}Z`,
  };
}

/**
 * The points of a space; the space points up if the sum of its row and column is even.
 * @param {number} r
 * @param {number} c
 * @returns {Pair[]}
 */
export function cornersOf(r, c) {
  return (r + c) % 2 === 0
    ? [[c, r], [c - 1, r + 1], [c + 1, r + 1]]
    : [[c - 1, r], [c + 1, r], [c, r + 1]];
}

/**
 * The middle of a space.
 * @param {Pair[]} points its three
 * @returns {Spot}
 */
export function centreOf(points) {
  const spots = points.map(at);
  return {
    x: spots.reduce((sum, spot) => sum + spot.x, 0) / 3,
    y: spots.reduce((sum, spot) => sum + spot.y, 0) / 3,
  };
}

/**
 * The sides of cells, each with the cells beside it.
 * @param {Cell[]} cells
 * @returns {{side: Side, cells: Cell[]}[]}
 */
function edgesOf(cells) {
  /** @type {Map<string, {side: Side, cells: Cell[]}>} */
  const edges = new Map();
  for (const cell of cells) {
    for (const side of sidesOf(cell.points)) {
      const key = side.join();
      const edge = edges.get(key) ?? { side, cells: [] };
      edge.cells.push(cell);
      edges.set(key, edge);
    }
  }
  return [...edges.values()];
}

/**
 * The sides of a space.
 * @param {Pair[]} points
 * @returns {Side[]}
 */
export function sidesOf([a, b, c]) {
  return [sideOf(a, b), sideOf(a, c), sideOf(b, c)];
}

/**
 * A side with its lesser point first, as in the API.
 * @param {Pair} a
 * @param {Pair} b
 * @returns {Side}
 */
function sideOf(a, b) {
  return a[0] < b[0] || (a[0] === b[0] && a[1] < b[1]) ? [a, b] : [b, a];
}

/**
 * Slivers of land that turn straight outer sides into a natural coast.
 * @param {{side: Side, cells: Cell[]}[]} outer
 * @param {Cell[]} cells
 */
function slivers(outer, cells) {
  const own = new Set(cells.map((cell) => cell.key));
  return outer
    .filter((edge) => own.has(edge.cells[0].key))
    .map((edge) => sliver(at(edge.side[0]), at(edge.side[1]), edge.cells[0].centre))
    .join("");
}

/**
 * @param {Spot} a
 * @param {Spot} b
 * @param {Spot} inside
 */
function sliver(a, b, inside) {
  const outward = { x: (a.x + b.x) / 2 - inside.x, y: (a.y + b.y) / 2 - inside.y };
  const length = Math.hypot(outward.x, outward.y);
  const spots = [0.14, 0.32, 0.5, 0.68, 0.86].map((part, n) => {
    const far = 2 + 15 * noise(a.x + part * b.x + n, a.y + b.y * part);
    return {
      x: a.x + (b.x - a.x) * part + (outward.x / length) * far,
      y: a.y + (b.y - a.y) * part + (outward.y / length) * far,
    };
  });
  return `M${[a, ...spots, b].map(coordinates).join("L")}Z`;
}

/**
 * A pseudo-random number from 0 to 1 that depends only on the place.
 * @param {number} x
 * @param {number} y
 */
export function noise(x, y) {
  // Not `Math.random`: a map must look the same on each visit, in pictures and to each player.
  const wave = Math.sin(x * 12.9898 + y * 78.233) * 43758.5453;
  return wave - Math.floor(wave);
}

/** @param {Cell[]} cells */
function boxOf(cells) {
  const spots = cells.flatMap((cell) => cell.points.map(at));
  const xs = spots.map((spot) => spot.x);
  const ys = spots.map((spot) => spot.y);
  const margin = 75;
  const x = Math.min(...xs) - margin;
  const y = Math.min(...ys) - margin;
  return {
    x,
    y,
    width: Math.max(...xs) + margin - x,
    height: Math.max(...ys) + margin - y,
  };
}

/**
 * The sides of a path without a wall.
 * @param {Pair[]} path
 * @param {Wall[]} walls
 * @returns {Side[]}
 */
export function unwalled(path, walls) {
  const walled = new Set(walls.map((wall) => wall.side.join()));
  const sides = path.slice(1).map((point, n) => sideOf(path[n], point));
  return sides.filter((side) => !walled.has(side.join()));
}
