/** The choices that lead to a move: among the legal moves, and among cards and numbers. */

import { totalOf } from "./counts.js";
import { cornerKey, edgeKey, hexKey } from "./geometry.js";

/** @import { MoveList, View } from "../api/types.js" */
/** @import { Glow } from "./drawing.js" */
/** @import { Counts, Edition, Facts, Good, Move, Position, SeatState } from "./types.js" */

const PIECES = /** @type {Record<string, string>} */ ({ build_road: "road", build_settlement: "settlement", build_city: "city" });

export class Choosing {
  /** The type of move the player has chosen to make, empty for none. */
  mode = "";
  /** @type {string | null} */
  place = null;
  /** @type {Record<string, Counts>} cards chosen, by purpose */
  picked = {};
  /** @type {Record<string, number>} numbers chosen, by purpose */
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
    // A seat that must discard can do nothing else; it starts from the service's proposal.
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

  /** The goods the player can pay with. */
  get purse() {
    return this.edition.purse(this.own) ?? {};
  }

  /** Whether the player may trade and build. */
  get isFree() {
    return this.has("end_turn");
  }

  /**
   * The legal moves on the board; those of a knight only after the player has chosen to play it.
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
   * The price of a move, null if it is free.
   * @param {string} type the type of move
   */
  priceOf(type) {
    const [first] = this.of(type);
    // A building that the player cannot pay is in no list, but its button still shows the price.
    const price = (first && this.facts(first).cost) ?? this.state.prices[type] ?? {};
    return totalOf(price) ? price : null;
  }

  /**
   * The cost and gain of a legal move, from the service.
   * @param {Move} move
   * @returns {Facts}
   */
  facts(move) {
    return /** @type {Facts} */ (this.list.facts?.[this.list.moves.indexOf(move)] ?? {});
  }

  /**
   * Why a move cannot be taken back.
   * @param {Move} move
   */
  finality({ type }) {
    return this.edition.finality[type];
  }

  /**
   * Choose the type of move to make.
   * @param {string} mode
   * @param {Record<string, Counts>} [picked]
   */
  begin(mode, picked = {}) {
    this.mode = mode;
    this.place = null;
    this.picked = picked;
  }

  /** Undo the latest choice. */
  back() {
    if (this.place) this.place = null;
    else this.begin("");
  }

  /**
   * Choose a place. A second tap makes its move; for the edition's `stops` the first tap does.
   * `secondtap.js` may still ask for another.
   * @param {string} key
   * @returns {Move | null} the move to send, if the tap decides it
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
   * Choose one card more or fewer.
   * @param {string} purpose
   * @param {Good} good
   * @param {1 | -1} by
   * @param {number} limit
   */
  pick(purpose, good, by, limit) {
    const counts = this.picked[purpose] ?? {};
    const n = Math.min(limit, Math.max(0, (counts[good] ?? 0) + by));
    this.picked = { ...this.picked, [purpose]: { ...counts, [good]: n } };
  }

  /**
   * The number of cards chosen for a purpose.
   * @param {string} purpose
   */
  total(purpose) {
    return totalOf(this.picked[purpose] ?? {});
  }

  /** @returns {Glow} */
  glow() {
    const places = [...new Set(this.placed.map((move) => this.#placeOf(move) ?? ""))];
    const piece = PIECES[this.here[0]?.type] ?? null;
    // Places to build on glow faintly, as building is one of several things the player may do.
    const quiet = this.isFree && !this.mode && !this.state.free_roads;
    const ring = this.placed.some(({ type }) => type in this.edition.stops);
    return { places, chosen: this.place, piece, seat: this.seat, quiet, ring };
  }
}

/**
 * The place a move names.
 * @param {Move} move
 */
function placeOf({ corner, edge, hex }) {
  if (corner !== undefined) return cornerKey(corner);
  if (edge !== undefined) return edgeKey(edge);
  return hex === undefined ? null : hexKey(hex);
}
