/** The editor of islands: terrains, numbers and harbours. */

import { svg } from "../ui/dom.js";
import { t } from "../ui/texts.js";
import { blank, chartOfDraft, columnOf, harboursOf, hexesOf, LONGEST_TITLE, MOST, onLand, read, resized, withTile, write } from "./draft.js";
import { SETTLERS } from "./edition.js";
import { chartOf, cornerKey, edgeKey, hexKey } from "./geometry.js";
import { disc, ground } from "./ground.js";
import { format, parse } from "./islandtext.js";
import { goodName } from "./sentences.js";
import { glyph, RESOURCES } from "./symbols.js";

/** @import { Draft, Editor, Sheet, Spot, Tool } from "../boards/editor.js" */
/** @import { Landing } from "./draft.js" */
/** @import { Cell } from "./geometry.js" */
/** @import { Good, Pair, Resource, Tile } from "./types.js" */

const SEA = "sea";
const CHANCE = "chance";
const DESERT = "desert";
const TERRAINS = [...Object.keys(SETTLERS.terrains), DESERT];
const TERRAIN_KEYS = ["h", "f", "p", "a", "m", "d"];
const NUMBERS = new Map([["2", 2], ["3", 3], ["4", 4], ["5", 5], ["6", 6], ["8", 8], ["9", 9], ["0", 10], ["1", 11], ["7", 12]]);
const HARBOUR_KEYS = ["x", "b", "l", "w", "g", "o"];
const HARBOUR = "harbour ";
const TOKEN = "token ";

/** @type {Editor} */
export const editor = {
  groups: [
    { name: t("settlers.edit_terrains"), tools: [...TERRAINS.map((name, n) => tool(name, TERRAIN_KEYS[n], t(`settlers.terrain_${name}`))), tool(CHANCE, "c", t("settlers.edit_chance")), tool(SEA, "e", t("settlers.sea"))] },
    { name: t("settlers.edit_numbers"), tools: [...NUMBERS].map(([key, n]) => tool(`${TOKEN}${n}`, key, t("settlers.edit_number", { n: String(n) }))) },
    { name: t("settlers.edit_harbours"), tools: [null, ...RESOURCES].map((good, n) => tool(`${HARBOUR}${good ?? ""}`, HARBOUR_KEYS[n], harbourName(good), false)) },
  ],
  eraser: SEA,
  most: MOST,
  longestTitle: LONGEST_TITLE,
  blank,
  read: (board) => read(board, TERRAINS),
  write,
  resize: resized,
  paint,
  sheet: (draft) => new IslandSheet(draft),
  describe,
  format,
  parse: (text) => parse(text, TERRAINS),
};

/** @param {Good | null} good */
function harbourName(good) {
  return good ? t("settlers.harbour_of", { good: goodName(good) }) : t("settlers.harbour_any");
}

/**
 * @param {string} id
 * @param {string} key
 * @param {string} name
 * @param {boolean} [drags]
 * @returns {Tool}
 */
function tool(id, key, name, drags = true) {
  return { id, key, name, drags, icon: () => svg("svg", { class: "tool-icon island-icon", viewBox: "-60 -66 120 132", "aria-hidden": "true" }, icon(id)) };
}

/** @param {string} id */
function icon(id) {
  if (id.startsWith(TOKEN)) return svg("g", { transform: "translate(0 -46) scale(2.2)" }, disc(Number(id.slice(TOKEN.length))));
  if (id.startsWith(HARBOUR)) return harbourIcon(/** @type {Resource | ""} */ (id.slice(HARBOUR.length)));
  const hex = (/** @type {string} */ kind) => svg("path", { class: kind, d: "M0-60L52-30V30L0 60L-52 30V-30Z" });
  if (id === SEA) return hex("sea-sample");
  if (id === CHANCE) return [hex("terrain terrain-unknown"), svg("text", { class: "unknown", y: 16 }, "?")];
  return [hex(`terrain terrain-${id}`), glyph(/** @type {Good | "desert"} */ (SETTLERS.terrains[id] ?? DESERT), 2.4)];
}

/**
 * A buoy with its good, or with three dots for any good.
 * @param {Resource | ""} good
 */
function harbourIcon(good) {
  // Without the rate in letters, since the button's accessible name would have to repeat it.
  const any = [-12, 0, 12].map((cx) => svg("circle", { class: "pip", cx, r: 4.5 }));
  return svg("g", { class: "harbour", transform: "scale(2.2)" }, svg("circle", { class: "buoy", r: 23 }), good ? glyph(good, 1.3) : any);
}

/**
 * @param {Draft} draft
 * @param {string} place
 * @param {string} id
 * @param {Spot | null} spot
 * @returns {Draft}
 */
function paint(draft, place, id, spot) {
  const hex = /** @type {Pair} */ (place.slice("hex ".length).split(",").map(Number));
  const tile = /** @type {Tile | undefined} */ (draft.tiles.get(place));
  if (id.startsWith(HARBOUR)) return withHarbour(draft, hex, /** @type {Resource} */ (id.slice(HARBOUR.length)) || null, spot);
  if (id.startsWith(TOKEN)) return tile ? changed(draft, tile, { token: Number(id.slice(TOKEN.length)) }) : draft;
  if (id === SEA) return tile ? withTile(draft, hex, null) : draft;
  const terrain = id === CHANCE ? null : id;
  const token = id === CHANCE || id === DESERT ? null : (tile?.token ?? null);
  return changed(draft, tile ?? { hex, terrain: SEA, token }, { terrain, token });
}

/**
 * @param {Draft} draft
 * @param {Tile} tile
 * @param {Partial<Tile>} changes
 */
function changed(draft, tile, changes) {
  const next = { ...tile, ...changes };
  return next.terrain === tile.terrain && next.token === tile.token ? draft : withTile(draft, tile.hex, next);
}

/**
 * The draft with a harbour on a side of a hex: the side nearest to the spot, or the next side for
 * the keyboard. Painting the same harbour again removes it.
 * @param {Draft} draft
 * @param {Pair} hex
 * @param {Resource | null} resource
 * @param {Spot | null} spot
 */
function withHarbour(draft, hex, resource, spot) {
  const isHere = (/** @type {Landing} */ each) => hexKey(each.hex) === hexKey(hex) && each.resource === resource;
  const last = spot ? null : draft.landings.findLast(isHere);
  const side = spot ? sideNear(hex, spot) : ((last?.side ?? -1) + 1) % 6;
  const landing = onLand(draft, { hex, side, resource });
  if (!landing) return draft;
  const isThere = (/** @type {Landing} */ each) => hexKey(each.hex) === hexKey(landing.hex) && each.side === landing.side;
  const goes = draft.landings.find((/** @type {Landing} */ each) => isThere(each) && each.resource === resource);
  const others = draft.landings.filter((/** @type {Landing} */ each) => !isThere(each) && each !== last);
  return { ...draft, landings: goes ? others : [...others, landing] };
}

/**
 * @param {Pair} hex
 * @param {Spot} spot
 */
function sideNear(hex, { x, y }) {
  const [cell] = chartOf([hex]).cells;
  const angle = (Math.atan2(y - cell.centre.y, x - cell.centre.x) * 180) / Math.PI;
  return Math.floor((angle + 90 + 360) / 60) % 6;
}

/**
 * @param {Draft} draft
 * @param {string} place
 */
function describe(draft, place) {
  const [q, r] = place.slice("hex ".length).split(",").map(Number);
  const tile = /** @type {Tile | undefined} */ (draft.tiles.get(place));
  const terrain = tile ? (tile.terrain ? t(`settlers.terrain_${tile.terrain}`) : t("settlers.edit_chance")) : t("settlers.sea");
  const kind = tile?.token ? t("settlers.hex_short", { terrain, token: tile.token }) : terrain;
  const harbours = draft.landings.filter((/** @type {Landing} */ { hex }) => hexKey(hex) === place);
  const where = t("boards.at", { kind, row: r, column: columnOf([q, r]) });
  return [where, ...harbours.map((/** @type {Landing} */ { resource }) => harbourName(/** @type {Resource | null} */ (resource)))].join(", ");
}

/** @implements {Sheet} */
class IslandSheet {
  #ground = svg("g", { class: "ground" });
  /** @type {Map<string, SVGElement>} */
  #nodeAt = new Map();
  /** @type {Map<Element, Cell>} */
  #cells = new Map();

  /** @param {Draft} draft */
  constructor(draft) {
    const chart = chartOf(hexesOf(draft));
    for (const cell of chart.cells) {
      const node = svg("path", { class: "spot", d: cell.path, "data-place": cell.key });
      this.#nodeAt.set(cell.key, node);
      this.#cells.set(node, cell);
    }
    this.nodes = [...this.#nodeAt.values()];
    this.box = chart.box;
    const { x, y, width, height } = chart.box;
    const lines = svg("path", { class: "sheet-lines", d: chart.land });
    this.map = svg("svg", { class: "map island", viewBox: `${x} ${y} ${width} ${height}`, role: "group" }, lines, this.#ground, svg("g", { class: "spots" }, this.nodes));
  }

  /** @param {Element} node */
  spot(node) {
    return this.#cells.get(node)?.centre ?? { x: 0, y: 0 };
  }

  /** @param {Draft} draft */
  show(draft) {
    const chart = chartOfDraft(draft);
    const drawn = chart.cells.length ? ground(chart, [...draft.tiles.values()], harboursOf(draft, chart), SETTLERS) : [];
    this.#ground.replaceChildren(...drawn.filter((part) => part !== null));
  }

  /**
   * @param {Draft} draft
   * @param {Record<string, any>} place
   */
  find(draft, { hex, edge, corner }) {
    const chart = chartOfDraft(draft);
    const key = hex ? hexKey(hex) : edge === undefined ? cornerKey(corner) : edgeKey(edge);
    const spot = chart.spots.get(key);
    const node = this.#nodeAt.get(hex ? key : (chart.cellsAt.get(key)?.[0]?.key ?? ""));
    return spot && node ? { node, spot } : null;
  }
}
