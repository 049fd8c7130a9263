/** Leading through a move: from the listed moves, and what may be chosen freely, to one of them. */

import { totalOf } from "./counts.js";
import { cornerKey, edgeKey, hexKey } from "./geometry.js";

/** @import { MoveList, View } from "../api/types.js" */
/** @import { Glow } from "./drawing.js" */
/** @import { Counts, Edition, Good, Move, Position, SeatState } from "./types.js" */

const PIECES = /** @type {Record<string, string>} */ ({ build_road: "road", build_settlement: "settlement", build_city: "city" });

export class Choosing {
  /** What the reader is about: the type of a move, empty for none in particular. */
  mode = "";
  /** @type {string | null} */
  place = null;
  /** @type {Record<string, Counts>} cards chosen freely, by what they are for */
  picked = {};
  /** @type {Record<string, number>} numbers chosen freely, by what they are for */
  amounts = {};

  /**
   * @param {View} view
   * @param {MoveList} list
   * @param {Edition} edition
   */
  constructor(view, list, edition) {
    this.view = view;
    /** @type {MoveList} */
    this.list = list;
    this.edition = edition;
    this.state = /** @type {Position} */ (view.state);
    this.seat = view.viewer.seat ?? 0;
    if (this.has("discard")) this.begin("discard", { cards: this.of("discard")[0].cards ?? {} });
  }

  /**
   * @param {string} type
   * @returns {Move[]}
   */
  of(type) {
    return this.list.moves.filter((move) => move.type === type);
  }

  /** @param {string} type */
  has(type) {
    return this.list.moves.some((move) => move.type === type);
  }

  /** @returns {SeatState} */
  get own() {
    return this.state.seats[this.seat];
  }

  /** What I can give. */
  get purse() {
    return this.edition.purse(this.own) ?? {};
  }

  /** Whether it is my turn and it is for trading and building. */
  get isFree() {
    return this.has("end_turn");
  }

  /**
   * The moves on the board that may be made now; a knight only when it is what the reader is about.
   * @returns {Move[]}
   */
  get placed() {
    if (this.mode) return this.of(this.mode).filter((move) => this.#placeOf(move));
    return this.list.moves.filter((move) => move.type !== "play_knight" && this.#placeOf(move));
  }

  /** The moves on the chosen place. */
  get here() {
    return this.#at(this.place);
  }

  /**
   * What a thing costs; null where it is for nothing.
   * @param {string} type of the move that builds or buys it
   */
  priceOf(type) {
    const [first] = this.of(type);
    const price = (first && this.facts(first).cost) ?? this.state.prices[type] ?? {};
    return totalOf(price) ? price : null;
  }

  /**
   * What a listed move costs and brings, as the service says.
   * @param {Move} move
   * @returns {{cost?: Counts, gains?: Counts, affordable?: boolean, may_be?: number}}
   */
  facts(move) {
    return /** @type {any} */ (this.list.facts?.[this.list.moves.indexOf(move)] ?? {});
  }

  /**
   * Be about a move of a type.
   * @param {string} mode
   * @param {Record<string, Counts>} [picked]
   */
  begin(mode, picked = {}) {
    this.mode = mode;
    this.place = null;
    this.picked = picked;
  }

  /** Take back the latest choice. */
  back() {
    if (this.place) this.place = null;
    else this.begin("");
  }

  /**
   * Choose a place; a second time, or at once where nothing is to be thought over, the move that it stands for.
   * @param {string} key
   * @returns {Move | null} a move that is thereby decided
   */
  tap(key) {
    const [move, ...others] = this.#at(key);
    if (!move) return null;
    if (move.type in this.edition.stops || (this.place === key && !others.length)) return move;
    this.place = key;
    return null;
  }

  /** @param {string | null} key */
  #at(key) {
    return this.placed.filter((move) => this.#placeOf(move) === key);
  }

  /** @param {Move} move */
  #placeOf(move) {
    return placeOf(move) ?? this.edition.stops[move.type]?.(this, move) ?? null;
  }

  /**
   * Choose one card more, or one fewer.
   * @param {string} what the cards are for
   * @param {Good} good
   * @param {1 | -1} by
   * @param {number} most
   */
  pick(what, good, by, most) {
    const counts = this.picked[what] ?? {};
    const n = Math.min(most, Math.max(0, (counts[good] ?? 0) + by));
    this.picked = { ...this.picked, [what]: { ...counts, [good]: n } };
  }

  /**
   * How many of a kind are chosen.
   * @param {string} what
   */
  total(what) {
    return totalOf(this.picked[what] ?? {});
  }

  /** @returns {Glow} */
  glow() {
    const places = [...new Set(this.placed.map((move) => this.#placeOf(move) ?? ""))];
    const piece = PIECES[this.here[0]?.type] ?? null;
    const quiet = this.isFree && !this.mode && !this.state.free_roads;
    const ring = this.placed.some(({ type }) => type in this.edition.stops);
    return { places, chosen: this.place, piece, seat: this.seat, quiet, ring };
  }
}

/**
 * The place that a move names.
 * @param {Move} move
 */
function placeOf({ corner, edge, hex }) {
  if (corner !== undefined) return cornerKey(corner);
  if (edge !== undefined) return edgeKey(edge);
  return hex === undefined ? null : hexKey(hex);
}
