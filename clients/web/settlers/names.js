/** Corners, edges and hexes in words, by the hexes around them: "between forest 6 and mountains 8". */
// Names come from geometry alone, so they need neither a rule nor a request.

import { direction } from "../game/words/compass.js";
import { listed, t } from "../ui/texts.js";
import { chartOf, hexKey } from "./geometry.js";

/** @import { View } from "../api/types.js" */
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
  const known = names.get(hexes) ?? namesOf(view.ruleset, hexes);
  names.set(hexes, known);
  return known.get(key) ?? "";
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
  return new Map([...namesakes.values()].flatMap((keys) => told(chart, keys, plain.get(keys[0]) ?? "")));
}

/** @param {string} key */
// A corner and an edge may share a name: their labels begin with different words.
const kindOf = (key) => key.split(" ")[0];

/**
 * The names of places that share one, told apart by direction from their middle: "forest 6 (east)".
 * Those in the same direction are numbered.
 * @param {Chart} chart
 * @param {string[]} keys
 * @param {string} name
 * @returns {[string, string][]}
 */
function told({ spots }, keys, name) {
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
