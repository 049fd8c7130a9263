/** Pieces on the board: roads, settlements, cities, the robber, and the places to choose from. */

import { svg } from "../ui/dom.js";
import { translate } from "./geometry.js";

/** Outlines of buildings around their corner. */
const BUILDINGS = {
  settlement: "M-14 12V-4L0-16L14-4V12Z",
  city: "M-20 13V-3H-6V-10L6-20L19-10V13Z",
};

/**
 * A road in its seat's colour and pattern.
 * @param {string} d
 * @param {number} seat
 */
export function road(d, seat) {
  return svg(
    "g",
    { class: `road seat-${seat}` },
    svg("path", { class: "road-case", d }),
    svg("path", { class: "road-body", d }),
    svg("path", { class: "road-seam", d }),
  );
}

/**
 * A settlement or a city about the origin, with its seat's number.
 * @param {string} kind
 * @param {number} seat
 */
export function building(kind, seat) {
  const isCity = kind === "city";
  return svg(
    "g",
    { class: `building seat-${seat}` },
    svg("path", { d: isCity ? BUILDINGS.city : BUILDINGS.settlement }),
    svg("text", { x: isCity ? 5 : 0, y: isCity ? 8.5 : 8 }, String(seat + 1)),
  );
}

export function robber() {
  return svg(
    "g",
    { class: "robber", "aria-hidden": "true" },
    svg("path", { d: "M-11 18C-11 8-7 4-4.4-2A8 8 0 1 1 4.4-2C7 4 11 8 11 18Z" }),
    svg("path", { class: "robber-eyes", d: "M-4.6-9.4H-1V-7.4H-4.6ZM1-9.4H4.6V-7.4H1Z" }),
  );
}

// The part of a hex that is marked: pieces on its corners stay visible.
const INNER = 0.8;

/**
 * A place to choose from: a dot on a corner, a bar on an edge, the inside of a hex.
 * @param {string} key
 * @param {{x: number, y: number}} spot
 * @param {string | null} path the path of an edge or a hex
 */
export function target(key, spot, path) {
  const [kind] = key.split(" ");
  const inside = kind === "hex" ? `translate(${spot.x} ${spot.y}) scale(${INNER}) translate(${-spot.x} ${-spot.y})` : null;
  // An edge gets a disc as well: if bars were enlarged for a finger, they would cover each other
  // far from their middles.
  const reach = kind === "hex" ? svg("path", { class: "reach", d: path }) : svg("circle", { class: "reach", r: 26, transform: translate(spot) });
  const shapes = path
    ? [svg("path", { class: "halo", d: path, transform: inside }), svg("path", { class: "dot", d: path })]
    : [svg("circle", { class: "halo", r: 12, transform: translate(spot) }), svg("circle", { class: "dot", r: 6.5, transform: translate(spot) })];
  return svg("g", { class: `target target-${kind}`, "data-place": key }, reach, shapes);
}
