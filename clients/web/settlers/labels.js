/** Descriptions of hexes, corners and edges, for screen readers and the line below the map. */

import { seatName } from "../game/words/sentences.js";
import { t } from "../ui/texts.js";
import { hexKey } from "./geometry.js";
import { placeName } from "./names.js";
import { goodName } from "./sentences.js";

/** @import { View } from "../api/types.js" */
/** @import { Chart } from "./geometry.js" */
/** @import { Edition, Position } from "./types.js" */

/**
 * @param {View} view
 * @param {Chart} chart
 * @param {Edition} edition
 * @param {string} key
 * @param {boolean} isLit
 */
export function placeLabel(view, chart, edition, key, isLit) {
  const state = /** @type {Position | null} */ (view.state);
  const [kind, number] = key.split(" ");
  if (!state || !kind) return "";
  const describe = { hex: hexWords, corner: cornerWords, edge: edgeWords }[kind] ?? hexWords;
  const words = describe(view, chart, key, Number(number));
  return [...words, ...edition.words(view, key), isLit && t("settlers.choosable")].filter(Boolean).join(", ");
}

/**
 * @param {View} view
 * @param {Chart} _
 * @param {string} key
 */
function hexWords(view, _, key) {
  const state = /** @type {Position} */ (view.state);
  const tile = state.hexes.find(({ hex }) => hexKey(hex) === key);
  if (!tile) return [];
  const { dice } = state;
  return [
    placeName(view, key),
    tile.token !== null && dice && dice[0] + dice[1] === tile.token && t("settlers.hex_rolled"),
    hexKey(state.robber) === key && t("settlers.hex_robber"),
  ];
}

/**
 * @param {View} view
 * @param {Chart} chart
 * @param {string} key
 * @param {number} corner
 */
function cornerWords(view, chart, key, corner) {
  const state = /** @type {Position} */ (view.state);
  const standing = (/** @type {"settlements" | "cities"} */ kind) => state.seats.findIndex((seat) => seat[kind].includes(corner));
  const settled = standing("settlements");
  const city = standing("cities");
  // The harbour is said of the corner, since a settlement there gets its rate.
  const harbour = state.harbours.find(({ edge }) => chart.edges[edge].includes(corner));
  return [
    t("settlers.corner_at", { where: placeName(view, key) }),
    settled >= 0 && t("settlers.corner_settlement", { name: seatName(view, settled) }),
    city >= 0 && t("settlers.corner_city", { name: seatName(view, city) }),
    settled < 0 && city < 0 && t("settlers.corner_empty"),
    harbour && (harbour.resource ? t("settlers.harbour_of", { good: goodName(harbour.resource) }) : t("settlers.harbour_any")),
  ];
}

/**
 * @param {View} view
 * @param {Chart} _
 * @param {string} key
 * @param {number} edge
 */
function edgeWords(view, _, key, edge) {
  const state = /** @type {Position} */ (view.state);
  const owner = state.seats.findIndex(({ roads }) => roads.includes(edge));
  return [
    t("settlers.edge_at", { where: placeName(view, key) }),
    owner >= 0 ? t("settlers.edge_road", { name: seatName(view, owner) }) : t("settlers.edge_empty"),
  ];
}
