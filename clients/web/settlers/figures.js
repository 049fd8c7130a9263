/** Pictures on a small island, for rules. */

import { IslandDrawing, NO_GLOW } from "./drawing.js";

/** @import { Glow } from "./drawing.js" */
/** @import { Board, Edition, Position, SeatState } from "./types.js" */

/** @type {Board} */
export const ISLAND = {
  id: null,
  title: "",
  hexes: [
    { hex: [0, 0], terrain: "fields", token: 8 },
    { hex: [1, 0], terrain: "forest", token: 5 },
    { hex: [2, 0], terrain: "hills", token: 10 },
  ],
  harbours: [],
};

/** @typedef {Partial<Pick<SeatState, "roads" | "settlements" | "cities">>} Pieces */

/**
 * A position on the small island; the robber is away if it is not placed.
 * @param {Edition} edition
 * @param {Pieces[]} seats
 * @param {Partial<Position> & {glow?: Partial<Glow>} & Record<string, unknown>} [more] with a scenario's own parts
 * @param {Board} [board]
 */
export function picture(edition, seats, { glow = {}, ...more } = {}, board = ISLAND) {
  const drawing = new IslandDrawing(board, "", edition);
  const pieces = seats.map((own) => ({ roads: [], settlements: [], cities: [], ...own }));
  const position = { hexes: board.hexes, harbours: board.harbours, robber: [0, 0], dice: null, ...more, seats: pieces };
  const event = more.dice ? { type: "dice_rolled", data: {} } : null;
  drawing.show(/** @type {Position} */ (/** @type {unknown} */ (position)), /** @type {any} */ (event), false);
  drawing.light({ ...NO_GLOW, ...glow });
  drawing.map.setAttribute("class", "map island preview");
  if (!more.robber) drawing.map.querySelector(".robber")?.remove();
  return drawing.map;
}
