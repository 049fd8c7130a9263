/** The fixed parts of the board: sea, coast, terrains, number tokens and harbours. */

import { Margin } from "../game/map/margin.js";
import { svg } from "../ui/dom.js";
import { signAt, TOKEN_DY } from "./footprints.js";
import { edgePath, harbourSpot, hexKey, hexSpot, translate } from "./geometry.js";
import { gridOf } from "./names.js";
import { glyph } from "./symbols.js";

/** @import { Chart } from "./geometry.js" */
/** @import { Harbour, Land, Tile } from "./types.js" */

const RIPPLES = [150, 110, 74, 44];

/**
 * @param {Chart} chart
 * @param {Tile[]} tiles
 * @param {Harbour[]} harbours
 * @param {Land} edition
 * @param {boolean} [isLayered] whether names and a route lie on the board, too
 */
export function ground(chart, tiles, harbours, edition, isLayered = false) {
  return [
    RIPPLES.map((width, n) => svg("path", { class: `ripple ripple-${n}`, d: chart.land, "stroke-width": width })),
    svg("path", { class: "shore", d: chart.land }),
    chart.cells.map(({ key, path }) => {
      const terrain = tiles.find(({ hex }) => hexKey(hex) === key)?.terrain ?? "unknown";
      return svg("path", { class: `terrain terrain-${terrain}`, d: path });
    }),
    tiles.map((tile) => scenery(chart, tile, edition, isLayered)),
    harbours.map((harbour) => pier(chart, harbour, tiles.some(({ terrain }) => terrain))),
  ].flat();
}

/**
 * A hex's sign and its token.
 * @param {Chart} chart
 * @param {Tile} tile
 * @param {Land} edition
 * @param {boolean} isLayered
 */
function scenery({ spots }, { hex, terrain, token }, { terrains }, isLayered) {
  const spot = spots.get(hexKey(hex)) ?? { x: 0, y: 0 };
  const shape = terrain === "desert" ? "desert" : terrain && terrains[terrain];
  const { dy, scale } = signAt(token !== null, isLayered);
  const sign = shape && svg("g", { class: "sign", transform: translate({ x: 0, y: dy }) }, glyph(shape, scale));
  return svg(
    "g",
    { transform: translate(spot), "data-token": token },
    sign,
    token !== null && disc(token),
    !terrain && svg("text", { class: "unknown", y: 14 }, "?"),
  );
}

/** @param {number} token */
export function disc(token) {
  // The number of pips is how many of the 36 rolls of two dice make the number.
  const pips = 6 - Math.abs(7 - token);
  return svg(
    "g",
    { class: pips === 5 ? "token red" : "token", transform: `translate(0 ${TOKEN_DY})` },
    svg("circle", { class: "token-disc", r: 20 }),
    svg("text", { y: 6 }, String(token)),
    Array.from({ length: pips }, (_, n) => svg("circle", { class: "pip", cx: (n - (pips - 1) / 2) * 5, cy: 12.6, r: 1.9 })),
  );
}

/**
 * A harbour, with piers to its two corners.
 * @param {Chart} chart
 * @param {Harbour} harbour
 * @param {boolean} isLaid false until chance has laid out the board
 */
function pier(chart, { edge, resource }, isLaid) {
  const out = harbourSpot(chart, edge);
  if (!out) return null;
  const piers = chart.edges[edge].map((corner) => chart.corners[corner]);
  return svg(
    "g",
    { class: "harbour" },
    piers.map(({ x, y }) => svg("path", { class: "pier", d: `M${out.x} ${out.y}L${x} ${y}` })),
    svg("path", { class: "quay", d: edgePath(chart, edge) }),
    svg(
      "g",
      { transform: translate(out) },
      svg("circle", { class: "buoy", r: 23 }),
      resource && svg("g", { transform: "translate(0 -8)" }, glyph(resource, 0.95)),
      svg("text", { y: resource ? 17 : 6.5 }, resource ? "2:1" : isLaid ? "3:1" : "?"),
    ),
  );
}

/**
 * The letters and numbers of a board's grid.
 * @param {Chart} chart
 */
export function marginOf(chart) {
  const { columns, rows } = gridOf(chart);
  return new Margin(
    columns.map(({ name, at }) => ({ name, at: hexSpot(at, 0).x })),
    rows.map(({ name, at }) => ({ name, at: hexSpot(0, at).y })),
  );
}
