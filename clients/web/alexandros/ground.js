/** The fixed parts of the map: sea, coast, land, symbols and the names of places. */

import { around, squareAround } from "../game/map/boxes.js";
import { Margin } from "../game/map/margin.js";
import { svg } from "../ui/dom.js";
import { at, noise, polyline } from "./geometry.js";
import { gridOf } from "./names.js";
import { glyph } from "./symbols.js";

/** @import { Rectangle } from "../game/map/boxes.js" */
/** @import { MapName } from "../game/map/lettering.js" */
/** @import { Cell, Chart, Spot } from "./geometry.js" */
/** @import { Board, Pair } from "./types.js" */

const RIPPLES = [150, 104, 64, 34];
const TOWN = 4.5;
const START = 13.5;

// Symbols are drawn in a box from -12 to 12.
const SYMBOL = 12;
const SCALE = 1.42;

/**
 * Sea, coast and land.
 * @param {Chart} chart
 */
export function ground(chart) {
  const all = chart.beyond + chart.land;
  return svg(
    "g",
    { class: "ground" },
    RIPPLES.map((width, n) => svg("path", { class: `ripple ripple-${n}`, d: all, "stroke-width": width })),
    svg("path", { class: "shore", d: all }),
    chart.beyond && svg("path", { class: "beyond", d: chart.beyond }),
    svg("path", { class: "land", d: chart.land }),
    chart.cells.map(tile),
    svg("path", { class: "grid", d: chart.sides.map(polyline).join("") }),
    svg("path", { class: "border", d: chart.border }),
  );
}

/** @param {Cell} cell */
function tile(cell) {
  const shade = Math.floor(noise(cell.centre.x, cell.centre.y) * 4);
  const kind = cell.symbol ? `tile-${cell.symbol}` : `tile-open shade-${shade}`;
  return svg("path", { class: `tile ${kind}`, d: cell.path });
}

/** @param {Chart} chart */
export function symbols(chart) {
  return svg("g", { class: "symbols" }, chart.cells.filter((cell) => cell.symbol).map(symbol));
}

/** @param {Cell} cell */
function symbol(cell) {
  const { symbol: name, space } = cell;
  if (!name) return null;
  const { x, y } = symbolSpot(cell);
  return svg(
    "g",
    { transform: `translate(${x} ${y})` },
    glyph(name, SCALE),
    svg("text", { class: "letter", x: 0, y: isUp(space) ? -22 : 32 }, name[0].toUpperCase()),
  );
}

/**
 * The middle of a space's symbol.
 * @param {Cell} cell
 * @returns {Spot}
 */
const symbolSpot = ({ centre: { x, y }, space }) => ({ x, y: y + (isUp(space) ? 4 : -4) });

/** @param {Pair} space */
const isUp = ([r, c]) => (r + c) % 2 === 0;

/** @param {Pair} point */
export function start(point) {
  const { x, y } = at(point);
  return svg("circle", { class: "start", cx: x, cy: y, r: 12 });
}

/** @param {Pair} point */
export function town(point) {
  const { x, y } = at(point);
  return svg("circle", { class: "town", cx: x, cy: y, r: TOWN });
}

/**
 * The name of a place on the map.
 * @param {Board["places"][number]} place
 * @returns {MapName}
 */
export const placeOnMap = ({ point, name }) => ({ text: name, kind: "place", places: around(at(point), TOWN) });

/**
 * The boxes of symbols and towns, which names leave free.
 * @param {Chart} chart
 * @param {Board} board
 * @returns {Rectangle[]}
 */
export const signBoxes = ({ cells }, { places, start: first }) => [
  ...cells.filter((cell) => cell.symbol).map((cell) => squareAround(symbolSpot(cell), SYMBOL * SCALE)),
  ...places.map(({ point }) => squareAround(at(point), TOWN)),
  squareAround(at(first), START),
];

/**
 * The letters and numbers of a board's grid.
 * @param {Board} board
 */
export function marginOf(board) {
  const { columns, rows } = gridOf(board);
  // The middle of a row lies half a space below its upper points.
  const middle = (/** @type {number} */ row) => (at([0, row]).y + at([0, row + 1]).y) / 2;
  return new Margin(
    columns.map(({ name, at: column }) => ({ name, at: at([column, 0]).x })),
    rows.map(({ name, at: row }) => ({ name, at: middle(row) })),
  );
}
