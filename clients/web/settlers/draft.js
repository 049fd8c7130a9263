/** An island being drawn: hexes in a field of rows and columns, harbours by hex and side. */

import { chartOf, hexKey } from "./geometry.js";
import { RESOURCES } from "./symbols.js";

/** @import { Draft } from "../boards/editor.js" */
/** @import { Chart } from "./geometry.js" */
/** @import { Pair, Tile } from "./types.js" */

export const MOST = { rows: 15, columns: 19 };
export const LONGEST_TITLE = 40;

/** The hex beyond each side, clockwise from the upper right. */
const BEYOND = [[1, -1], [1, 0], [0, 1], [-1, 1], [-1, 0], [0, -1]];

// Painting a hex renumbers all edges, so a draft names harbours by a hex and a side instead.
/**
 * @typedef {object} Landing a harbour on a side of a hex
 * @property {Pair} hex
 * @property {number} side
 * @property {string | null} resource
 */

/**
 * The column of a hex in the field, whose odd rows lie half a hex further right.
 * @param {Pair} hex
 */
export const columnOf = ([q, r]) => q + Math.floor(r / 2);

/**
 * @param {number} row
 * @param {number} column
 * @returns {Pair}
 */
export const hexAt = (row, column) => [column - Math.floor(row / 2), row];

/**
 * All hexes of a field.
 * @param {{rows: number, columns: number}} field
 * @returns {Pair[]}
 */
export function hexesOf({ rows, columns }) {
  return Array.from({ length: rows }, (_, row) => Array.from({ length: columns }, (_, column) => hexAt(row, column))).flat();
}

/** @param {Draft} draft */
export const chartOfDraft = (draft) => chartOf([...draft.tiles.values()].map(({ hex }) => hex));

/** @returns {Draft} */
export const blank = () => ({ title: "", rows: 6, columns: 7, tiles: new Map(), landings: [] });

/**
 * @param {any} board
 * @param {string[]} terrains
 * @returns {Draft}
 */
export function read({ title = "", hexes, harbours = [] }, terrains) {
  if (!Array.isArray(hexes) || !Array.isArray(harbours) || typeof title !== "string" || hexes.length > MOST.rows * MOST.columns) throw new Error("no board");
  const tiles = hexes.map((each) => tileOf(each, terrains));
  const chart = chartOf(tiles.map(({ hex }) => hex));
  const landings = harbours.flatMap((each) => landingOf(chart, each));
  return fitted({ title: title.slice(0, LONGEST_TITLE), rows: 5, columns: 6, tiles: mapOf(tiles), landings });
}

/**
 * @param {any} tile
 * @param {string[]} terrains
 * @returns {Tile}
 */
function tileOf({ hex, terrain = null, token = null }, terrains) {
  // A board may come from a link that anybody made; the 60 limits the size of the map.
  const isHex = Array.isArray(hex) && hex.length === 2 && hex.every((part) => Number.isInteger(part) && Math.abs(part) <= 60);
  const isTile = (terrain === null || terrains.includes(terrain)) && (token === null || Number.isInteger(token));
  if (!isHex || !isTile) throw new Error("no tile");
  return { hex: /** @type {Pair} */ (hex), terrain, token };
}

/**
 * @param {Chart} chart
 * @param {any} harbour
 * @returns {Landing[]} one, or none off the board
 */
function landingOf(chart, { edge, resource = null }) {
  if (resource !== null && !RESOURCES.includes(resource)) throw new Error("no resource");
  const ends = chart.edges[edge];
  const cell = ends && chart.cells.find(({ corners }) => ends.every((corner) => corners.includes(corner)));
  if (!cell) return [];
  const side = cell.corners.findIndex((corner, n) => ends.includes(corner) && ends.includes(cell.corners[(n + 1) % 6]));
  return [{ hex: cell.hex, side, resource }];
}

/** @param {Tile[]} tiles */
const mapOf = (tiles) => new Map(tiles.map((tile) => [hexKey(tile.hex), tile]));

/**
 * The draft moved into its field, which grows so that sea surrounds the land.
 * @param {Draft} draft
 * @returns {Draft}
 */
function fitted(draft) {
  const hexes = /** @type {Tile[]} */ ([...draft.tiles.values()]).map(({ hex }) => hex);
  if (!hexes.length) return draft;
  const down = 1 - Math.min(...hexes.map(([, r]) => r));
  const right = 1 - Math.min(...hexes.map(([q, r]) => columnOf([q, r + down])));
  const moved = (/** @type {Pair} */ [q, r]) => /** @type {Pair} */ ([q + right, r + down]);
  const there = hexes.map(moved);
  const rows = Math.max(draft.rows, 2 + Math.max(...there.map(([, r]) => r)));
  const columns = Math.max(draft.columns, 2 + Math.max(...there.map(columnOf)));
  if (rows > MOST.rows || columns > MOST.columns) throw new Error("too large");
  return {
    ...draft,
    rows,
    columns,
    tiles: mapOf([...draft.tiles.values()].map((tile) => ({ ...tile, hex: moved(tile.hex) }))),
    landings: draft.landings.map((/** @type {Landing} */ each) => ({ ...each, hex: moved(each.hex) })),
  };
}

/**
 * @param {Draft} draft
 * @param {number} rows
 * @param {number} columns
 * @returns {Draft}
 */
export function resized(draft, rows, columns) {
  const isIn = (/** @type {Tile} */ { hex }) => hex[1] < rows && columnOf(hex) < columns;
  return settled({ ...draft, rows, columns, tiles: mapOf([...draft.tiles.values()].filter(isIn)) });
}

/**
 * The draft with a tile, or without one.
 * @param {Draft} draft
 * @param {Pair} hex
 * @param {Tile | null} tile
 */
export function withTile(draft, hex, tile) {
  const tiles = new Map(draft.tiles);
  if (tile) tiles.set(hexKey(hex), tile);
  else tiles.delete(hexKey(hex));
  return settled({ ...draft, tiles });
}

/**
 * The draft with its harbours on land: a harbour whose hex is gone moves to the hex across, or is removed.
 * @param {Draft} draft
 * @returns {Draft}
 */
function settled(draft) {
  const landings = draft.landings.flatMap((/** @type {Landing} */ each) => onLand(draft, each) ?? []);
  return { ...draft, landings };
}

/**
 * A harbour named by the land hex beside it; null if there is none.
 * @param {Draft} draft
 * @param {Landing} landing
 * @returns {Landing | null}
 */
export function onLand({ tiles }, landing) {
  if (tiles.has(hexKey(landing.hex))) return landing;
  const [q, r] = landing.hex;
  const [dq, dr] = BEYOND[landing.side];
  const across = /** @type {Pair} */ ([q + dq, r + dr]);
  return tiles.has(hexKey(across)) ? { ...landing, hex: across, side: (landing.side + 3) % 6 } : null;
}

/**
 * The harbours by the edges of a chart.
 * @param {Draft} draft
 * @param {Chart} chart
 */
export function harboursOf({ landings }, chart) {
  const edges = new Map(chart.edges.map((edge, n) => [edge.join(), n]));
  const cells = new Map(chart.cells.map((cell) => [cell.key, cell]));
  return landings.flatMap((/** @type {Landing} */ { hex, side, resource }) => {
    const corners = cells.get(hexKey(hex))?.corners ?? [];
    const ends = [corners[side], corners[(side + 1) % 6]].sort((a, b) => a - b);
    const edge = edges.get(ends.join());
    return edge === undefined ? [] : [{ edge, resource }];
  });
}

/**
 * @param {Draft} draft
 */
export function write(draft) {
  // In reading order, as the API numbers corners and edges.
  const hexes = /** @type {Tile[]} */ ([...draft.tiles.values()]).sort((a, b) => a.hex[1] - b.hex[1] || a.hex[0] - b.hex[0]);
  return { id: null, title: draft.title, hexes, harbours: harboursOf(draft, chartOfDraft(draft)) };
}
