/** The editor of maps: spaces, symbols and the start point. */

import { svg } from "../ui/dom.js";
import { t } from "../ui/texts.js";
import { join, split, TextFault } from "../boards/textform.js";
import { at, chartOf, polyline } from "./geometry.js";
import { ground, start, symbols, town } from "./ground.js";
import { symbolName } from "./sentences.js";
import { glyph, SYMBOLS } from "./symbols.js";

/** @import { Draft, Editor, Sheet, Spot, Tool } from "../boards/editor.js" */
/** @import { Cell } from "./geometry.js" */
/** @import { Board, Pair } from "./types.js" */

const SEA = "~";
const OPEN = ".";
const BEYOND = " ";
const START = "start";
const MOST = { rows: 24, columns: 48 };
const LONGEST_TITLE = 80;
const MOST_PLACES = 100;

/** @type {Editor} */
export const editor = {
  groups: [
    { name: t("alexandros.edit_spaces"), tools: [tool(OPEN, "o", t("alexandros.space_open")), ...SYMBOLS.map((name) => tool(name[0].toUpperCase(), name[0], symbolName(name)))] },
    { name: t("alexandros.edit_rest"), tools: [tool(SEA, "e", t("alexandros.edit_sea")), tool(BEYOND, "b", t("alexandros.edit_beyond")), tool(START, "x", t("alexandros.edit_start"), false)] },
  ],
  eraser: SEA,
  most: MOST,
  longestTitle: LONGEST_TITLE,
  blank: () => ({ title: "", ...sized([], 6, 12), start: [3, 1], places: [] }),
  read,
  write: ({ title, rowsOfLetters, start: point, places }) => ({
    id: null,
    title,
    rows: rowsOfLetters.map((/** @type {string} */ row) => row.replace(/~+$/, "")),
    start: point,
    places,
  }),
  resize: (draft, rows, columns) => ({ ...draft, ...sized(draft.rowsOfLetters, rows, columns) }),
  paint,
  sheet: (draft) => new MapSheet(draft),
  describe,
  format: ({ title, rowsOfLetters, start: [x, y], places }) =>
    join(
      [`title: ${title}`, `start: ${x} ${y}`, ...places.map((/** @type {Board["places"][number]} */ { point, name }) => `place: ${point.join(" ")} ${name}`)],
      rowsOfLetters,
    ),
  parse,
};

/**
 * @param {string} id
 * @param {string} key
 * @param {string} name
 * @param {boolean} [drags]
 * @returns {Tool}
 */
function tool(id, key, name, drags = true) {
  return { id, key, name, drags, icon: () => icon(id) };
}

/** @param {string} id */
function icon(id) {
  const symbol = SYMBOLS.find((name) => name[0].toUpperCase() === id);
  const triangle = (/** @type {string} */ kind) => svg("path", { class: kind, d: "M0-34L38 32H-38Z" });
  const parts = symbol
    ? [triangle("land"), triangle(`tile tile-${symbol}`), svg("g", { transform: "translate(0 12)" }, glyph(symbol, 1.5))]
    : id === START
      ? [svg("circle", { class: "start", r: 24 }), svg("circle", { class: "town", r: 6 })]
      : [triangle({ [OPEN]: "land", [SEA]: "sea-sample" }[id] ?? "beyond")];
  return svg("svg", { class: "tool-icon", viewBox: "-48 -48 96 96", "aria-hidden": "true" }, parts);
}

/**
 * Rows of letters in a size, filled up with sea.
 * @param {string[]} letters
 * @param {number} rows
 * @param {number} columns
 */
function sized(letters, rows, columns) {
  const rowsOfLetters = Array.from({ length: rows }, (_, r) => (letters[r] ?? "").slice(0, columns).padEnd(columns, SEA));
  return { rows, columns, rowsOfLetters };
}

/**
 * @param {any} board
 * @returns {Draft}
 */
function read({ title = "", rows, start: point, places = [] }) {
  const isRows = Array.isArray(rows) && rows.length <= MOST.rows && rows.every((row) => typeof row === "string" && row.length <= MOST.columns);
  if (!isRows || !isPair(point) || typeof title !== "string" || !arePlaces(places)) throw new Error("no board");
  const columns = Math.max(...rows.map((row) => row.length), 1);
  return roomy({ title: title.slice(0, LONGEST_TITLE), ...sized(rows, rows.length, columns), start: point, places });
}

/**
 * The draft with sea on all sides to draw on, as far as the bounds allow.
 * @param {Draft} draft
 * @returns {Draft}
 */
function roomy(draft) {
  const isBare = (/** @type {string} */ letters) => /^~*$/.test(letters);
  const column = (/** @type {number} */ c) => draft.rowsOfLetters.map((/** @type {string} */ row) => row[c]).join("");
  const isTight = !isBare(draft.rowsOfLetters[0] ?? "") || !isBare(column(0));
  const room = isTight && draft.rows + 1 < MOST.rows && draft.columns + 1 < MOST.columns ? shifted(draft) : draft;
  const below = isBare(room.rowsOfLetters.at(-1) ?? "") ? 0 : 1;
  const beside = room.rowsOfLetters.every((/** @type {string} */ row) => row.endsWith(SEA)) ? 0 : 1;
  return { ...room, ...sized(room.rowsOfLetters, Math.min(room.rows + below, MOST.rows), Math.min(room.columns + beside, MOST.columns)) };
}

/**
 * The draft one row down and one column to the right.
 * @param {Draft} draft
 * @returns {Draft}
 */
function shifted(draft) {
  // Both, because a space points up or down by the sum of its row and column.
  const moved = (/** @type {Pair} */ [x, y]) => /** @type {Pair} */ ([x + 1, y + 1]);
  return {
    ...draft,
    ...sized(["", ...draft.rowsOfLetters.map((/** @type {string} */ row) => SEA + row)], draft.rows + 1, draft.columns + 1),
    start: moved(draft.start),
    places: draft.places.map((/** @type {Board["places"][number]} */ { point, name }) => ({ point: moved(point), name })),
  };
}

/** @param {unknown} value */
const isPair = (value) => Array.isArray(value) && value.length === 2 && value.every(Number.isInteger);

/** @param {unknown} places */
const arePlaces = (places) =>
  Array.isArray(places) && places.length <= MOST_PLACES && places.every((place) => isPair(place?.point) && typeof place.name === "string");

/**
 * @param {Draft} draft
 * @param {string} place
 * @param {string} id
 * @param {Spot | null} spot
 * @returns {Draft}
 */
function paint(draft, place, id, spot) {
  const [r, c] = spaceOf(place);
  if (id === START) return withStart(draft, r, c, spot);
  const row = draft.rowsOfLetters[r];
  // The same object means that nothing has changed, so there is no step to undo.
  if (row[c] === id) return draft;
  const painted = row.slice(0, c) + id + row.slice(c + 1);
  return { ...draft, rowsOfLetters: draft.rowsOfLetters.with(r, painted) };
}

/**
 * @param {Draft} draft
 * @param {number} r
 * @param {number} c
 * @param {Spot | null} spot
 */
function withStart(draft, r, c, spot) {
  const { points } = cellAt(r, c);
  const here = points.findIndex((point) => point.join() === draft.start.join());
  const away = (/** @type {Pair} */ point) => (spot ? Math.hypot(at(point).x - spot.x, at(point).y - spot.y) : 0);
  // The keyboard has no spot: each press goes on to the next corner of the space.
  const chosen = spot ? points.reduce((best, point) => (away(point) < away(best) ? point : best)) : points[(here + 1) % points.length];
  return { ...draft, start: chosen };
}

/** @param {string} place */
const spaceOf = (place) => /** @type {Pair} */ (place.split(",").map(Number));

/**
 * The space of a row and a column.
 * @param {number} r
 * @param {number} c
 */
const cellAt = (r, c) => chartOf(boardOf([...Array.from({ length: r }, () => ""), " ".repeat(c) + OPEN])).cells[0];

/** @param {string[]} rows */
const boardOf = (rows) => ({ id: null, title: "", rows, start: /** @type {Pair} */ ([0, 0]), places: [] });

/**
 * @param {Draft} draft
 * @param {string} place
 */
function describe(draft, place) {
  const [r, c] = spaceOf(place);
  const letter = draft.rowsOfLetters[r]?.[c];
  const symbol = SYMBOLS.find((name) => name[0].toUpperCase() === letter);
  const bare = letter === OPEN ? t("alexandros.space_open") : letter === BEYOND ? t("alexandros.edit_beyond") : t("alexandros.edit_sea");
  const kind = symbol ? t("alexandros.space_symbol", { symbol: symbolName(symbol) }) : bare;
  return t("boards.at", { kind, row: r, column: c });
}

/** @param {string} text */
function parse(text) {
  const { heading, rows } = split(text);
  const places = [];
  let title = "";
  /** @type {Pair | null} */
  let point = null;
  for (const { number, name, value } of heading) {
    if (name === "title") title = value;
    else if (name === "start") point = pointOf(value, number);
    else if (name === "place") places.push({ point: pointOf(value, number), name: value.split(/\s+/).slice(2).join(" ") });
    else throw new TextFault(number, t("boards.text_heading"));
  }
  if (rows.length > MOST.rows) throw new TextFault(rows[MOST.rows].number, t("boards.text_rows", { most: MOST.rows }));
  for (const { number, row } of rows) {
    if (row.length > MOST.columns) throw new TextFault(number, t("boards.text_columns", { most: MOST.columns }));
    const wrong = /[^.TAHLS ~]/.exec(row);
    if (wrong) throw new TextFault(number, t("alexandros.edit_letter", { letter: wrong[0] }));
  }
  return read({ title, rows: rows.map(({ row }) => row), start: point ?? [1, 1], places });
}

/**
 * @param {string} value
 * @param {number} line
 * @returns {Pair}
 */
function pointOf(value, line) {
  const [x, y] = value.split(/\s+/);
  // At most four digits: larger numbers would make a map of endless size.
  if (!/^-?\d{1,4}$/.test(x ?? "") || !/^-?\d{1,4}$/.test(y ?? "")) throw new TextFault(line, t("alexandros.edit_point"));
  return [Number(x), Number(y)];
}

/** @implements {Sheet} */
class MapSheet {
  #ground = svg("g", {});
  #signs = svg("g", { class: "sheet-signs" });
  /** @type {Map<string, SVGElement>} */
  #nodeAt = new Map();
  /** @type {Map<Element, Cell>} */
  #cells = new Map();

  /** @param {Draft} draft */
  constructor({ rows, columns }) {
    const chart = chartOf(boardOf(Array.from({ length: rows }, () => OPEN.repeat(columns))));
    for (const cell of chart.cells) {
      const node = svg("path", { class: "space", d: cell.path, "data-place": cell.key });
      this.#nodeAt.set(cell.key, node);
      this.#cells.set(node, cell);
    }
    this.nodes = [...this.#nodeAt.values()];
    this.box = chart.box;
    const { x, y, width, height } = chart.box;
    const lines = svg("path", { class: "sheet-lines", d: chart.sides.map(polyline).join("") });
    this.map = svg("svg", { class: "map", viewBox: `${x} ${y} ${width} ${height}`, role: "group" }, this.#ground, lines, svg("g", {}, this.nodes), this.#signs);
  }

  /** @param {Element} node */
  spot(node) {
    return this.#cells.get(node)?.centre ?? { x: 0, y: 0 };
  }

  /** @param {Draft} draft */
  show({ rowsOfLetters, start: point, places }) {
    const chart = chartOf(boardOf(rowsOfLetters));
    this.#ground.replaceChildren(ground(chart));
    this.#signs.replaceChildren(...places.map(named), symbols(chart), start(point));
  }

  /**
   * @param {Draft} _
   * @param {Record<string, any>} place
   */
  find(_, { space, point }) {
    if (space) {
      const node = this.#nodeAt.get(space.join());
      return node ? { node, spot: this.spot(node) } : null;
    }
    const near = [...this.#cells].find(([, { points }]) => points.some((each) => each.join() === point?.join()));
    return near ? { node: /** @type {SVGElement} */ (near[0]), spot: at(point) } : null;
  }
}

/**
 * A place with its name below it.
 * @param {Board["places"][number]} place
 */
function named({ point, name }) {
  const { x, y } = at(point);
  // The name is drawn even if it has no room: the map's author must see all its names.
  return svg("g", {}, town(point), svg("text", { class: "place", x, y, "text-anchor": "middle", dy: "1.2em" }, name));
}
