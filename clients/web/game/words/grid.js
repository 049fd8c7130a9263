/** Grid references: names of spaces, corners and edges on boards without place names, like "C4". */
// The same as in `domain/grids/references.py`, which says how places are named; a test compares both
// on every board.

import { t } from "../../ui/texts.js";

/**
 * A cell of a grid, with spots in whole steps.
 * @typedef {object} GridCell
 * @property {string} key
 * @property {number} column
 * @property {number} row
 * @property {number[]} middle
 * @property {{key: string, spot: number[]}[]} corners
 * @property {{key: string, spots: number[][]}[]} edges
 *
 * One cell, or the two beside an edge; the part is a point of the compass, empty for none.
 * @typedef {{cells: string[], part: string}} Reference
 *
 * @typedef {{name: string, at: number}} Ruling the name of a column or row, and its number
 */

const ALPHABET = 26;

/**
 * The letters of a column, from 0: A to Z, then AA, AB and so on.
 * @param {number} n
 * @returns {string}
 */
export const columnLetters = (n) => (n < ALPHABET ? "" : columnLetters(Math.floor(n / ALPHABET) - 1)) + String.fromCharCode(65 + (n % ALPHABET));

export class Grid {
  /** @type {Map<string, Reference>} */
  #references = new Map();

  /** @param {GridCell[]} cells in reading order, since the first cell beside a corner may name it */
  constructor(cells) {
    const [columns, rows] = [cells.map(({ column }) => column), cells.map(({ row }) => row)];
    this.columns = rulings(columns, columnLetters);
    this.rows = rulings(rows, (n) => String(n + 1));
    const [left, top] = [Math.min(...columns), Math.min(...rows)];
    const nameOf = (/** @type {GridCell} */ { column, row }) => `${columnLetters(column - left)}${row - top + 1}`;
    for (const cell of cells) this.#add(cell, nameOf(cell));
  }

  /**
   * The reference of a place.
   * @param {string} key
   * @returns {Reference}
   */
  at(key) {
    return this.#references.get(key) ?? { cells: ["?"], part: "" };
  }

  /**
   * @param {GridCell} cell
   * @param {string} name
   */
  #add({ key, middle, corners, edges }, name) {
    const references = this.#references;
    references.set(key, { cells: [name], part: "" });
    for (const corner of corners) {
      const reference = { cells: [name], part: partOf(middle, [corner.spot]) };
      const before = references.get(corner.key);
      if (!before || rank(reference) < rank(before)) references.set(corner.key, reference);
    }
    for (const edge of edges) {
      const before = references.get(edge.key);
      if (before) references.set(edge.key, { cells: [...before.cells, name], part: "" });
      else references.set(edge.key, { cells: [name], part: partOf(middle, edge.spots) });
    }
  }
}

/**
 * A place in words: "C4", "the top of C4"; an edge between two spaces by both.
 * @param {Reference} reference
 */
export function spotWords({ cells: [one, other], part }) {
  if (other) return t("grid_between", { one, other });
  return part ? t(`grid_${part}`, { cell: one }) : one;
}

/**
 * The names of all columns or rows from the first to the last.
 * @param {number[]} numbers
 * @param {(n: number) => string} nameOf
 * @returns {Ruling[]}
 */
function rulings(numbers, nameOf) {
  const first = Math.min(...numbers);
  return Array.from({ length: Math.max(...numbers) - first + 1 }, (_, n) => ({ name: nameOf(n), at: first + n }));
}

/** @param {Reference} corner */
const rank = ({ part }) => (part === "n" ? 0 : part === "s" ? 1 : 2);

/**
 * Where spots lie from the middle of a cell, on the whole.
 * @param {number[]} middle
 * @param {number[][]} spots
 */
function partOf([x, y], spots) {
  const across = spots.reduce((sum, spot) => sum + spot[0] - x, 0);
  const down = spots.reduce((sum, spot) => sum + spot[1] - y, 0);
  return (down < 0 ? "n" : down > 0 ? "s" : "") + (across < 0 ? "w" : across > 0 ? "e" : "");
}
