/** The room that pieces take on the map, which names leave free. */

import { boxesAlong, squareAround } from "../game/map/boxes.js";
import { at } from "./geometry.js";

/** @import { Rectangle } from "../game/map/boxes.js" */
/** @import { Chart, Spot } from "./geometry.js" */
/** @import { Pair, Position, Side } from "./types.js" */

const GOVERNOR = 28;
const WALL = 9;
const YIELD = 19;
const ALEXANDER = 23;

/**
 * @param {Position} state
 * @param {Chart} chart
 * @param {Spot[]} yields the spots of the provinces' yields
 * @returns {Rectangle[]}
 */
export const footprints = ({ seats, walls, alexander }, chart, yields) => [
  squareAround(at(alexander.point), ALEXANDER),
  ...yields.map((spot) => squareAround(spot, YIELD)),
  ...newPieces(seats.flatMap(({ governors }) => governors), walls.map(({ side }) => side), chart),
];

/**
 * @param {Pair[]} governors
 * @param {Side[]} walls
 * @param {Chart} chart
 * @returns {Rectangle[]}
 */
export const newPieces = (governors, walls, { byKey }) => [
  ...governors.map((space) => squareAround(byKey.get(space.join())?.centre ?? at(space), GOVERNOR)),
  ...walls.flatMap(([one, other]) => boxesAlong(at(one), at(other), WALL)),
];
