/** The fixed parts of the map: sea, coast, land, symbols and the names of places. */

import { svg } from "../ui/dom.js";
import { at, noise, polyline } from "./geometry.js";
import { glyph } from "./symbols.js";

/** @import { Cell, Chart } from "./geometry.js" */
/** @import { Board, Pair } from "./types.js" */

const RIPPLES = [150, 104, 64, 34];
const LETTER_PIXELS = 11;

/** The positions of a name around its place, the best first, in em. */
const LETTERINGS = [
  { anchor: "middle", dx: 0, dy: 1.2 },
  { anchor: "middle", dx: 0, dy: -0.6 },
  { anchor: "start", dx: 0.7, dy: 0.3 },
  { anchor: "end", dx: -0.7, dy: 0.3 },
];

/** @typedef {{left: number, right: number, top: number, bottom: number}} Rectangle */

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
function symbol({ centre, symbol: name, space: [r, c] }) {
  if (!name) return null;
  const isUp = (r + c) % 2 === 0;
  return svg(
    "g",
    { transform: `translate(${centre.x} ${centre.y + (isUp ? 4 : -4)})` },
    glyph(name, 1.42),
    svg("text", { class: "letter", x: 0, y: isUp ? -22 : 32 }, name[0].toUpperCase()),
  );
}

/** @param {Pair} point */
export function start(point) {
  const { x, y } = at(point);
  return svg("circle", { class: "start", cx: x, cy: y, r: 12 });
}

/**
 * A place with its town; its name is shown if `letter` finds room for it.
 * @param {{point: Pair, name: string}} place
 */
export function townAndName({ point, name }) {
  const { x, y } = at(point);
  return svg(
    "g",
    { class: "crowded", transform: `translate(${x} ${y})` },
    svg("circle", { class: "town", r: 4.5 }),
    svg("text", { class: "place" }, name),
  );
}

/**
 * Show the names that have room at a scale, clear of symbols, pieces and other names.
 * @param {Element} layer the elements of the places
 * @param {Board["places"]} places
 * @param {Cell[]} cells
 * @param {number} unitsPerPixel
 * @param {{x: number, y: number}[]} pieces the spots to leave free
 */
export function letter(layer, places, cells, unitsPerPixel, pieces) {
  const taken = cells.filter((cell) => cell.symbol).map(({ centre }) => squareAround(centre));
  taken.push(...pieces.map(squareAround));
  for (const [n, place] of places.entries()) {
    const spot = LETTERINGS.find((lettering) => {
      const box = letteringBox(place, lettering, unitsPerPixel);
      return !taken.some((other) => overlap(box, other)) && taken.push(box);
    });
    const element = layer.children[n];
    element.classList.toggle("crowded", !spot);
    element.lastElementChild?.setAttribute("text-anchor", spot?.anchor ?? "middle");
    element.lastElementChild?.setAttribute("dx", `${spot?.dx ?? 0}em`);
    element.lastElementChild?.setAttribute("dy", `${spot?.dy ?? 0}em`);
  }
}

/**
 * The box of a name, in the map's units.
 * @param {{point: Pair, name: string}} place
 * @param {typeof LETTERINGS[number]} lettering
 * @param {number} unitsPerPixel
 * @returns {Rectangle}
 */
function letteringBox({ point, name }, { anchor, dx, dy }, unitsPerPixel) {
  const { x, y } = at(point);
  const em = LETTER_PIXELS * unitsPerPixel;
  // An estimate: measuring would force a layout for each name at each scale.
  const width = name.length * 0.6 * em;
  const left = x + (dx - 0.2) * em - (anchor === "start" ? 0 : anchor === "end" ? width : width / 2);
  const bottom = y + (dy + 0.2) * em;
  return { left, right: left + width + 0.4 * em, top: bottom - em, bottom };
}

/**
 * @param {{x: number, y: number}} spot
 * @returns {Rectangle}
 */
function squareAround({ x, y }) {
  const reach = 14;
  return { left: x - reach, right: x + reach, top: y - reach, bottom: y + reach };
}

/**
 * @param {Rectangle} a
 * @param {Rectangle} b
 */
function overlap(a, b) {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
