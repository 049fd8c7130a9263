/** The room that signs, numbers and pieces take on the board, which names leave free. */

import { boxesAlong, squareAround } from "../game/map/boxes.js";
import { harbourSpot, hexKey } from "./geometry.js";

/** @import { Rectangle } from "../game/map/boxes.js" */
/** @import { Chart, Spot } from "./geometry.js" */
/** @import { Harbour, Position, Tile } from "./types.js" */

// Signs are drawn in a box from -12 to 12.
const SIGN = 12;
const TOKEN = 22;
const BUOY = 24.5;
const ROAD = 9;

/**
 * Where a hex's sign is drawn, and how large.
 * @param {boolean} hasToken
 * @param {boolean} isLayered whether names and a route lie on the board, too
 */
export const signAt = (hasToken, isLayered) => {
  if (!hasToken) return { dy: -4, scale: 2.2 };
  return isLayered ? { dy: -34, scale: 1.28 } : { dy: -27, scale: 1.6 };
};

/** Below the middle of its hex. */
export const TOKEN_DY = 21;

/**
 * @param {Chart} chart
 * @param {Tile[]} tiles
 * @param {Harbour[]} harbours
 * @returns {Rectangle[]}
 */
export function signBoxes(chart, tiles, harbours) {
  const signs = tiles.flatMap(({ hex, token }) => {
    const { x, y } = chart.spots.get(hexKey(hex)) ?? { x: 0, y: 0 };
    const { dy, scale } = signAt(token !== null, true);
    const sign = squareAround({ x, y: y + dy }, SIGN * scale);
    return token === null ? [sign] : [sign, squareAround({ x, y: y + TOKEN_DY }, TOKEN)];
  });
  return [...signs, ...harbours.flatMap((harbour) => squareOf(harbourSpot(chart, harbour.edge), BUOY))];
}

/**
 * @param {Position} state
 * @param {Chart} chart
 * @returns {Rectangle[]}
 */
export function pieceBoxes({ seats, robber }, { corners, edges, spots }) {
  const built = seats.flatMap(({ settlements, cities }) => [
    ...settlements.map((corner) => reaching(corners[corner], 15.5, 17.5, 15.5, 13.5)),
    ...cities.map((corner) => reaching(corners[corner], 21.5, 21.5, 20.5, 14.5)),
  ]);
  const roads = seats.flatMap((seat) => seat.roads.flatMap((edge) => boxesAlong(corners[edges[edge][0]], corners[edges[edge][1]], ROAD)));
  const stands = spots.get(hexKey(robber));
  return [...built, ...roads, ...(stands ? [reaching(robberSpot(stands), 12.5, 19.5, 12.5, 19.5)] : [])];
}

/**
 * The spot of the robber on a hex.
 * @param {Spot} middle
 * @returns {Spot}
 */
export const robberSpot = ({ x, y }) => ({ x: x + 32, y: y - 4 });

/**
 * The box of something that reaches so far to each side of its spot.
 * @param {Spot} spot
 * @param {number} left
 * @param {number} up
 * @param {number} right
 * @param {number} down
 * @returns {Rectangle}
 */
const reaching = ({ x, y }, left, up, right, down) => ({ left: x - left, right: x + right, top: y - up, bottom: y + down });

/**
 * @param {Spot | null} spot
 * @param {number} reach
 */
const squareOf = (spot, reach) => (spot ? [squareAround(spot, reach)] : []);
