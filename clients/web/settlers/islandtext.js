/** Islands as text: a line a row, a hex a part of it, harbours by row, column and side. */

import { join, split, TextFault } from "../boards/textform.js";
import { t } from "../ui/texts.js";
import { columnOf, hexAt, MOST, onLand } from "./draft.js";
import { hexKey } from "./geometry.js";
import { RESOURCES } from "./symbols.js";

/** @import { Draft } from "../boards/editor.js" */
/** @import { Landing } from "./draft.js" */

const SIDES = ["NE", "E", "SE", "SW", "W", "NW"];
const SEA = "~";
const BY_CHANCE = "?";
const ANY = "any";

/** @param {Draft} draft */
export function format(draft) {
  const harbours = draft.landings.map(
    (/** @type {Landing} */ { hex, side, resource }) => `harbour: ${hex[1]} ${columnOf(hex)} ${SIDES[side]} ${resource ?? ANY}`,
  );
  const rows = Array.from({ length: draft.rows }, (_, row) =>
    Array.from({ length: draft.columns }, (_, column) => word(draft.tiles.get(hexKey(hexAt(row, column))))).join(", "),
  );
  return join([`title: ${draft.title}`, ...harbours], rows);
}

/** @param {{terrain: string | null, token: number | null} | undefined} tile */
const word = (tile) => (tile ? [tile.terrain ?? BY_CHANCE, tile.token].filter((part) => part !== null).join(" ") : SEA);

/**
 * @param {string} text
 * @param {string[]} terrains
 * @returns {Draft}
 */
export function parse(text, terrains) {
  const { heading, rows } = split(text);
  if (rows.length > MOST.rows) throw new TextFault(rows[MOST.rows].number, t("boards.text_rows", { most: MOST.rows }));
  const parts = rows.map(({ number, row }) => ({ number, words: row.split(",").map((each) => each.trim()) }));
  const wide = parts.find(({ words }) => words.length > MOST.columns);
  if (wide) throw new TextFault(wide.number, t("boards.text_columns", { most: MOST.columns }));
  const tiles = parts.flatMap(({ number, words }, row) => words.flatMap((each, column) => tileOf(each, row, column, number, terrains)));
  const columns = Math.max(6, ...parts.map(({ words }) => words.length));
  /** @type {Draft} */
  let draft = { title: "", rows: Math.max(5, rows.length), columns, tiles: new Map(tiles), landings: [] };
  for (const { number, name, value } of heading) {
    if (name === "title") draft = { ...draft, title: value };
    else if (name === "harbour") draft = { ...draft, landings: [...draft.landings, landingOf(draft, value, number)] };
    else throw new TextFault(number, t("boards.text_heading"));
  }
  return draft;
}

/**
 * @param {string} word
 * @param {number} row
 * @param {number} column
 * @param {number} line
 * @param {string[]} terrains
 * @returns {[string, {hex: [number, number], terrain: string | null, token: number | null}][]}
 */
function tileOf(word, row, column, line, terrains) {
  if (word === SEA || word === "") return [];
  const [name, token, ...more] = word.split(/\s+/);
  const isTerrain = name === BY_CHANCE || terrains.includes(name);
  if (!isTerrain || more.length || !/^\d{0,2}$/.test(token ?? "")) throw new TextFault(line, t("settlers.edit_hex_text", { word, terrains: terrains.join(", ") }));
  const hex = hexAt(row, column);
  return [[hexKey(hex), { hex, terrain: name === BY_CHANCE ? null : name, token: token ? Number(token) : null }]];
}

/**
 * @param {Draft} draft
 * @param {string} value
 * @param {number} line
 * @returns {Landing}
 */
function landingOf(draft, value, line) {
  const [row, column, side, kind = ANY] = value.split(/\s+/);
  const place = /^\d{1,2} \d{1,2}$/.test(`${row} ${column}`) && SIDES.includes(side);
  const resource = RESOURCES.find((each) => each === kind) ?? null;
  const landing = place && (resource || kind === ANY) && onLand(draft, { hex: hexAt(Number(row), Number(column)), side: SIDES.indexOf(side), resource });
  if (!landing) throw new TextFault(line, t("settlers.edit_harbour_text", { sides: SIDES.join(" ") }));
  return landing;
}
