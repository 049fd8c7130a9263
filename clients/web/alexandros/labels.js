/** Descriptions of spaces and points, for screen readers and the line below the map. */

import { seatName } from "../game/words/sentences.js";
import { t } from "../ui/texts.js";
import { keyOf, sidesOf } from "./geometry.js";
import { boardOf, pointName, spaceName } from "./names.js";
import { symbolName } from "./sentences.js";

/** @import { View } from "../api/types.js" */
/** @import { Cell, Chart } from "./geometry.js" */
/** @import { Pair, Position, Province, Wall } from "./types.js" */

/** @type {WeakMap<Position, Map<string, Province>>} */
const provincesBySpace = new WeakMap();

/** @type {WeakMap<Wall[], Set<string>>} */
const walledSides = new WeakMap();

/**
 * The province that contains a space.
 * @param {Position} state
 * @param {string} key
 */
export function provinceAt(state, key) {
  // Asked for each of hundreds of spaces; the map goes with its position.
  let bySpace = provincesBySpace.get(state);
  if (!bySpace) {
    bySpace = new Map(state.provinces.flatMap((province) => province.spaces.map((space) => [keyOf(space), province])));
    provincesBySpace.set(state, bySpace);
  }
  return bySpace.get(key);
}

/**
 * @param {View} view
 * @param {Chart} chart
 * @param {string} key
 * @param {boolean} isLit
 */
export function spaceLabel(view, chart, key, isLit) {
  const cell = chart.byKey.get(key);
  const state = /** @type {Position | null} */ (view.state);
  if (!cell) return "";
  const kind = cell.symbol ? t("alexandros.space_symbol", { symbol: symbolName(cell.symbol) }) : t("alexandros.space_open");
  const place = t("alexandros.space_at", { kind, where: spaceName(boardOf(view), cell.space) });
  if (!state) return place;
  const owner = state.seats.findIndex((seat) => seat.governors.some((space) => keyOf(space) === key));
  const stands = state.alexander.space && keyOf(state.alexander.space) === key;
  return [
    place,
    owner >= 0 && t("alexandros.space_governor", { name: seatName(view, owner) }),
    stands && t("alexandros.space_alexander"),
    walledWords(state.walls, cell),
    ...provinceWords(view, provinceAt(state, key)),
    isLit && t("alexandros.space_choosable"),
  ]
    .filter(Boolean)
    .join(", ");
}

/**
 * The words for the number of a space's walled sides.
 * @param {Wall[]} walls
 * @param {Cell} cell
 */
function walledWords(walls, cell) {
  const walled = walledSides.get(walls) ?? new Set(walls.map(({ side }) => side.join()));
  walledSides.set(walls, walled);
  const n = sidesOf(cell.points).filter((side) => walled.has(side.join())).length;
  return n > 0 && t("alexandros.space_walled", { n });
}

/**
 * @param {View} view
 * @param {Province | undefined} province
 */
function provinceWords(view, province) {
  if (!province) return [];
  const { holder } = province;
  return [
    t("alexandros.space_yield", { n: province.yield }),
    holder === null ? t("alexandros.space_unheld") : t("alexandros.space_held", { name: seatName(view, holder) }),
  ];
}

/**
 * @param {View} view
 * @param {string} key
 */
export function pointLabel(view, key) {
  return t("alexandros.point_at", { where: pointName(boardOf(view), /** @type {Pair} */ (key.split(",").map(Number))) });
}
