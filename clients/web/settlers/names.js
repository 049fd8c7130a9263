/** Corners, edges and hexes in words: by the grid, or by the hexes around them on a board with place names. */
// Names come from geometry alone, so they need neither a rule nor a request.

import { direction } from "../game/words/compass.js";
import { Grid, spotWords } from "../game/words/grid.js";
import { listed, t } from "../ui/texts.js";
import { chartOf, cornerKey, edgeKey, hexKey, stepsTo } from "./geometry.js";

/** @import { View } from "../api/types.js" */
/** @import { Reference } from "../game/words/grid.js" */
/** @import { Chart } from "./geometry.js" */
/** @import { Board, Position, Tile } from "./types.js" */

/** @type {WeakMap<Tile[], Map<string, string>>} the names of a layout's places, by key */
const names = new WeakMap();

/**
 * The words for a corner, an edge or a hex.
 * @param {View} view
 * @param {string} key
 */
export function placeName(view, key) {
  // Every label asks for a name, so names are made once per layout.
  const hexes = tilesOf(view);
  const known = names.get(hexes) ?? (hasPlaceNames(view.board) ? namesOf : namesByGrid)(view.ruleset, hexes);
  names.set(hexes, known);
  return known.get(key) ?? "";
}

/**
 * Whether a board has names of its own, which distinguish its parts.
 * @param {{}} board
 */
export const hasPlaceNames = (board) => "names" in board && /** @type {unknown[]} */ (board.names).length > 0;

/**
 * The grid of a chart.
 * @param {Chart} chart
 */
export const gridOf = ({ cells, corners, edges, cellsAt }) => {
  const sides = edges.map((ends, n) => ({ key: edgeKey(n), spots: ends.map((corner) => stepsTo(corners[corner])) }));
  return new Grid(
    cells.map((cell) => ({
      key: cell.key,
      column: stepsTo(cell.centre)[0],
      row: cell.hex[1],
      middle: stepsTo(cell.centre),
      corners: cell.corners.map((corner) => ({ key: cornerKey(corner), spot: stepsTo(corners[corner]) })),
      edges: sides.filter(({ key }) => cellsAt.get(key)?.includes(cell)),
    })),
  );
};

/**
 * All names by the grid: "the top of C4 (forest 6, mountains 8)", "between C4 and D5", "forest 6 (C4)".
 * @param {string} ruleset the ruleset that names the terrain
 * @param {Tile[]} tiles
 * @returns {Map<string, string>}
 */
function namesByGrid(ruleset, tiles) {
  const chart = chartOf(tiles.map(({ hex }) => hex));
  const grid = gridOf(chart);
  const byHex = new Map(tiles.map((tile) => [hexKey(tile.hex), tile.terrain ? tileName(ruleset, tile) : ""]));
  const hexes = (/** @type {string} */ key) => (chart.cellsAt.get(key) ?? []).map((cell) => byHex.get(cell.key) ?? "").filter(Boolean);
  return new Map([...chart.spots.keys()].map((key) => [key, gridName(key, grid.at(key), byHex.get(key), hexes(key))]));
}

/**
 * @param {string} key
 * @param {Reference} reference
 * @param {string | undefined} hex
 * @param {string[]} hexes
 */
function gridName(key, reference, hex, hexes) {
  const spot = spotWords(reference);
  if (key.startsWith("hex")) return hex ? t("settlers.where_hex", { hex, cell: spot }) : spot;
  if (key.startsWith("edge")) return reference.cells.length > 1 ? spot : t("settlers.where_spot", { spot });
  return hexes.length ? t("settlers.where_spot_of", { spot, hexes: hexes.join(", ") }) : t("settlers.where_spot", { spot });
}

/**
 * The hexes of the position, or those of the board until they are laid out.
 * @param {View} view
 * @returns {Tile[]}
 */
function tilesOf({ board, state }) {
  return /** @type {Position | null} */ (state)?.hexes ?? /** @type {Board} */ (/** @type {unknown} */ (board)).hexes;
}

/**
 * All names; a name that several places share is followed by a direction.
 * @param {string} ruleset the ruleset that names the terrain
 * @param {Tile[]} tiles
 */
function namesOf(ruleset, tiles) {
  const chart = chartOf(tiles.map(({ hex }) => hex));
  const byHex = new Map(tiles.map((tile) => [hexKey(tile.hex), tileName(ruleset, tile)]));
  const plain = new Map([...chart.spots.keys()].map((key) => [key, byHex.get(key) ?? where(chart, byHex, key)]));
  /** @type {Map<string, string[]>} */
  const namesakes = new Map();
  for (const [key, name] of plain) namesakes.set(`${kindOf(key)} ${name}`, [...(namesakes.get(`${kindOf(key)} ${name}`) ?? []), key]);
  return new Map([...namesakes.values()].flatMap((keys) => distinguished(chart, keys, plain.get(keys[0]) ?? "")));
}

/** @param {string} key */
// A corner and an edge may share a name: their labels begin with different words.
const kindOf = (key) => key.split(" ")[0];

/**
 * The names of places that share one, distinguished by direction from their middle: "forest 6 (east)".
 * Those in the same direction are numbered.
 * @param {Chart} chart
 * @param {string[]} keys
 * @param {string} name
 * @returns {[string, string][]}
 */
function distinguished({ spots }, keys, name) {
  if (keys.length === 1) return [[keys[0], name]];
  const all = keys.map((key) => spots.get(key) ?? { x: 0, y: 0 });
  const middle = { x: mean(all.map(({ x }) => x)), y: mean(all.map(({ y }) => y)) };
  const words = all.map((spot) => direction(middle, spot));
  const nth = (/** @type {number} */ n) => words.slice(0, n + 1).filter((word) => word === words[n]).length;
  return keys.map((key, n) => [key, `${name} (${words[n]}${nth(n) > 1 ? ` ${nth(n)}` : ""})`]);
}

/** @param {number[]} numbers */
const mean = (numbers) => numbers.reduce((sum, n) => sum + n, 0) / numbers.length;

/**
 * The words for a corner or an edge by the hexes around it; if there is only one, by the side of
 * that hex.
 * @param {Chart} chart
 * @param {Map<string, string>} byHex
 * @param {string} key
 */
function where({ cellsAt, spots }, byHex, key) {
  const cells = cellsAt.get(key) ?? [];
  const hexes = cells.map((cell) => byHex.get(cell.key) ?? "");
  const isCorner = key.startsWith("corner");
  const [only] = cells;
  if (cells.length > 1) return t("settlers.where_between", { hexes: listed(isCorner && cells.length === 2 ? [...hexes, t("settlers.sea")] : hexes) });
  const gaps = { hex: hexes[0], direction: direction(only.centre, spots.get(key) ?? only.centre) };
  return t(isCorner ? "settlers.where_corner" : "settlers.where_edge", gaps);
}

/**
 * @param {string} ruleset
 * @param {Tile} tile
 */
function tileName(ruleset, { terrain, token }) {
  const name = terrain ? t(`${ruleset}.terrain_${terrain}`) : "?";
  return token ? t("settlers.hex_short", { terrain: name, token }) : name;
}
