/** The guide to the rules of Alexandros: the rule of each phase, and pictures on a small map. */

import { el } from "../ui/dom.js";
import { BoardDrawing, NO_GLOW } from "./drawing.js";
import { icon, SYMBOLS } from "./symbols.js";

/** @import { Guide } from "../game/ruleset.js" */
/** @import { Glow } from "./drawing.js" */
/** @import { Board, Pair, Position, Province, SeatState, Side, Wall } from "./types.js" */

/** @type {Record<string, string>} */
const RULES = { choose_card: "A1", march: "A4", actions: "turn", over: "A22" };

/** @type {Board} */
const BOARD = { id: null, title: "", rows: [".T.A.", "L..H."], start: [0, 2], places: [] };

/** A wall from coast to coast, and the two provinces that it creates. */
const FRONTIER = /** @type {Side[]} */ ([[[2, 0], [3, 1]], [[2, 2], [3, 1]]]);
const WEST = /** @type {Pair[]} */ ([[0, 0], [0, 1], [0, 2], [1, 0], [1, 1], [1, 2]]);
const EAST = /** @type {Pair[]} */ ([[0, 3], [0, 4], [1, 3], [1, 4]]);
const MARCH = /** @type {Pair[]} */ ([[0, 2], [1, 1], [2, 0]]);

/** @type {Guide} */
export const guide = {
  ruleAt: ({ phase }) => RULES[phase ?? ""] ?? "setup",
  figures: {
    material: () => el("div", { class: "row" }, SYMBOLS.map(icon)),
    A2: () => picture({ walls: walls([[[-1, 1], [1, 1]]]), ...governors([[0, 1]], []) }, { spaces: new Map([["0,3", "target"], ["1,3", "target"]]) }),
    A4: () => picture({}, { spaces: new Map([["0,3", "target chosen"]]), points: [[2, 0], [4, 0], [3, 1]].map((point) => ({ point: /** @type {Pair} */ (point), chosen: point.join() === "2,0" })) }),
    A5: () => picture({}, { path: MARCH, walls: [[[0, 2], [1, 1]], [[1, 1], [2, 0]]] }),
    A12: () => picture({ walls: walls(FRONTIER), provinces: [province(WEST, 4, 1), province(EAST, 2, 0)], ...governors([[1, 3]], [[1, 0]]) }),
    A13: () => picture({ walls: walls(FRONTIER), provinces: [province(WEST, 4), province(EAST, 2, 0)] }, { governors: [[0, 3], [1, 3]] }),
    A18: () => picture({ walls: walls([...FRONTIER, [[1, 1], [2, 0]], [[0, 2], [1, 1]]]), provinces: [province(WEST.slice(0, 4), 2, 0), province(WEST.slice(4), 2), province(EAST, 2)], ...governors([[0, 1]], []) }),
  },
};

/**
 * A position on the small map.
 * @param {Partial<Position>} part
 * @param {Partial<Glow>} [glow]
 */
function picture(part, glow = {}) {
  const drawing = new BoardDrawing(BOARD, "");
  const position = { alexander: { point: BOARD.start, space: null }, walls: [], provinces: [], seats: [], ...part };
  drawing.show(/** @type {Position} */ (/** @type {unknown} */ (position)), null, false);
  drawing.light({ ...NO_GLOW, ...glow });
  drawing.map.setAttribute("class", "map preview");
  return drawing.map;
}

/**
 * @param {Side[]} sides
 * @returns {Wall[]}
 */
const walls = (sides) => sides.map((side) => ({ side, colour: "black" }));

/**
 * @param {Pair[]} spaces
 * @param {number} n its yield
 * @param {number | null} [holder]
 * @returns {Province}
 */
const province = (spaces, n, holder = null) => ({ spaces, yield: n, holder, governors: [] });

/**
 * The seats with governors on spaces.
 * @param {Pair[][]} spaces
 */
const governors = (...spaces) => ({ seats: /** @type {SeatState[]} */ (spaces.map((own) => ({ governors: own }))) });
