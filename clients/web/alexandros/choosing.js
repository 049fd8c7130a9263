/** The choices that lead step by step to one of the legal moves. */
// The page knows no rule: each choice only filters the service's list.

import { noCards, total } from "./counts.js";
import { NO_GLOW } from "./drawing.js";
import { keyOf, unwalled } from "./geometry.js";
import { provinceAt } from "./labels.js";

/** @import { MoveList, View } from "../api/types.js" */
/** @import { Finality } from "../game/panel/secondtap.js" */
/** @import { Glow } from "./drawing.js" */
/** @import { Cell } from "./geometry.js" */
/** @import { Counts, Facts, Move, Pair, Position, Province, SymbolName } from "./types.js" */

export class Choosing {
  /** @type {string | null} */
  space = null;
  /** @type {string | null} */
  point = null;
  pathIndex = 0;
  /** @type {string | null} the card that is chosen, but not yet sent */
  card = null;
  /** @type {string | null} the symbol that the chosen joker stands for */
  joker = null;
  /** @type {string | null} the card under the pointer or the focus */
  hoveredCard = null;
  /** @type {Province | null} */
  province = null;
  /** @type {Set<string>} the spaces to place governors on */
  governors = new Set();
  /** @type {Counts | null} */
  compensation = null;
  /** @type {string | null} the space of the governor to recall */
  recalled = null;

  /**
   * @param {View} view
   * @param {MoveList} list
   * @param {Map<string, Cell>} cells
   */
  constructor(view, list, cells) {
    this.view = view;
    this.state = /** @type {Position} */ (view.state);
    this.list = list;
    this.cells = cells;
    const spaces = new Set(this.marches.map((move) => keyOf(/** @type {Pair} */ (move.space))));
    // With one space there is nothing to choose.
    if (spaces.size === 1) [this.space] = spaces;
  }

  /**
   * Go on with earlier choices if the position is still the same: a request or a remark makes a new list of moves, too.
   * @param {Choosing | null} earlier
   */
  resume(earlier) {
    if (!earlier || positionOf(earlier) !== positionOf(this)) return;
    const { view, state, list, cells, ...choices } = earlier;
    Object.assign(this, choices);
  }

  /** @param {string} type */
  of(type) {
    return this.list.moves.filter((move) => move.type === type);
  }

  get marches() {
    return this.of("march");
  }

  get conquests() {
    return [...this.of("occupy"), ...this.of("take_over")];
  }

  /** The legal marches to the chosen point, one per path. */
  get paths() {
    return this.marches.filter(
      (move) => keyOf(space(move)) === this.space && keyOf(endOf(move)) === this.point,
    );
  }

  /** The legal placements in the chosen province. */
  get placements() {
    const { province } = this;
    return province ? this.conquests.filter((move) => isWithin(move, province)) : [];
  }

  /** The move that the choices make up; null while they are incomplete. */
  get proposed() {
    if (this.point) return this.paths[this.pathIndex] ?? null;
    if (this.province) return this.#conquest();
    return this.of("recall").find((move) => keyOf(space(move)) === this.recalled) ?? null;
  }

  /**
   * The cost and gain of a legal move, from the service.
   * @param {Move} move
   * @returns {Facts}
   */
  facts(move) {
    return this.list.facts?.[this.list.moves.indexOf(move)] ?? { notation: "" };
  }

  /**
   * Why a move cannot be taken back. A levy can, until the turn ends; cards, marches and conquests
   * are chosen before they are sent.
   * @param {Move} move
   * @returns {Finality | undefined}
   */
  finality({ type }) {
    if (type !== "end_turn") return undefined;
    // An empty slot of the display is filled as the turn ends.
    return this.state.display.includes(null) ? "shows" : "passes";
  }

  /** The cost and gain of the placement, null if it is not among the listed ones. */
  get price() {
    const move = this.placements.find((listed) => placesExactly(listed, this.governors));
    return move ? this.facts(move) : null;
  }

  /** The number of cards still owed to the loser, null if none are due. */
  get owed() {
    const due = this.price?.compensation;
    return due ? due - total(this.compensation ?? {}) : null;
  }

  /**
   * The moves that choose or take a card; a joker has one for each symbol.
   * @param {string | null} card
   */
  cardMoves(card) {
    return this.list.moves.filter((move) => move.type.endsWith("_card") && cardOf(move) === card);
  }

  /** The move of the chosen card; null while a joker has no symbol. */
  get cardMove() {
    const moves = this.cardMoves(this.card);
    return moves.length === 1 ? moves[0] : (moves.find((move) => move.joker === this.joker) ?? null);
  }

  /** @param {string} card */
  chooseCard(card) {
    this.leave();
    this.hoveredCard = null;
    this.card = card;
  }

  /**
   * The keys of the spaces that the moves of a card lead to, from the service.
   * @param {Move[]} moves
   */
  spacesOf(moves) {
    return moves.flatMap((move) => (this.facts(move).spaces ?? []).map(keyOf));
  }

  /**
   * The move of the chosen card that leads to a space; null if none does, or a joker by more than one symbol.
   * @param {string} key
   */
  cardMoveTo(key) {
    const moves = this.cardMove ? [this.cardMove] : this.cardMoves(this.card);
    const leading = moves.filter((move) => this.spacesOf([move]).includes(key));
    return leading.length === 1 ? leading[0] : null;
  }

  /** @param {string} key */
  tapSpace(key) {
    if (this.marches.length) this.#tapTarget(key);
    else if (this.province?.spaces.some((own) => keyOf(own) === key)) this.#toggle(key);
    else this.#tapLand(key);
  }

  /**
   * Whether a tap on a space chooses something.
   * @param {string} key
   */
  takes(key) {
    const isThere = (/** @type {Move} */ move) => keyOf(space(move)) === key;
    if (this.marches.length) return this.marches.some(isThere);
    const entered = provinceAt(this.state, key);
    const mayEnter = entered && this.conquests.some((move) => isWithin(move, entered));
    return Boolean(mayEnter || this.province?.spaces.some((own) => keyOf(own) === key) || this.of("recall").some(isThere));
  }

  /** @param {string} key */
  tapPoint(key) {
    // A second tap on a point shows the next of several paths to it.
    if (this.point === key) this.nextPath();
    else {
      this.point = key;
      this.pathIndex = 0;
    }
  }

  nextPath() {
    this.pathIndex = (this.pathIndex + 1) % Math.max(1, this.paths.length);
  }

  /**
   * Choose a province and its first listed placement.
   * @param {Province} province
   */
  enter(province) {
    this.leave();
    this.province = province;
    this.#place(this.placements[0]);
  }

  /** Choose the next listed placement. */
  nextPlacement() {
    const now = this.placements.findIndex((move) => placesExactly(move, this.governors));
    this.#place(this.placements[(now + 1) % this.placements.length]);
  }

  /** The number of the chosen placement in the list, from 1; 0 if it is not listed. */
  get placement() {
    return this.placements.findIndex((move) => placesExactly(move, this.governors)) + 1;
  }

  /** Undo the latest choice. */
  back() {
    if (this.card && !this.joker) this.card = null;
    else if (this.joker) this.joker = null;
    else if (this.point) this.point = null;
    else if (this.space) this.space = null;
    else this.leave();
  }

  leave() {
    this.card = null;
    this.joker = null;
    this.province = null;
    this.recalled = null;
    this.governors = new Set();
    this.compensation = null;
  }

  get isUnderWay() {
    return Boolean(this.space || this.point || this.province || this.recalled || this.card);
  }

  /**
   * Give the loser one card more or fewer.
   * @param {SymbolName} symbol
   * @param {1 | -1} by
   */
  compensate(symbol, by) {
    const counts = { ...(this.compensation ?? noCards()) };
    counts[symbol] = Math.min(this.price?.cards?.[symbol] ?? 0, Math.max(0, counts[symbol] + by));
    this.compensation = counts;
  }

  /** @returns {Glow} */
  glow() {
    const seat = this.view.viewer.seat ?? 0;
    if (this.marches.length) return { ...this.#marchGlow(), seat };
    if (this.view.phase === "choose_card") return { ...NO_GLOW, spaces: this.#cardGlow(), seat };
    return { ...this.#actionGlow(), seat };
  }

  /** The spots to keep in view: the chosen ones, or all that can be chosen if none is. */
  get spots() {
    const lit = [...this.glow().spaces];
    const chosen = lit.filter(([, kind]) => kind.endsWith(" chosen"));
    return (chosen.length ? chosen : lit).flatMap(([key]) => this.cells.get(key)?.centre ?? []);
  }

  /** @param {string} key */
  #tapTarget(key) {
    if (!this.marches.some((move) => keyOf(space(move)) === key)) return;
    this.space = key;
    this.point = null;
  }

  /** @param {string} key */
  #tapLand(key) {
    const province = provinceAt(this.state, key);
    this.leave();
    if (this.of("recall").some((move) => keyOf(space(move)) === key)) this.recalled = key;
    else if (province && this.conquests.some((move) => isWithin(move, province))) this.enter(province);
  }

  /** @param {string} key */
  #toggle(key) {
    if (!this.cells.get(key)?.symbol) return;
    const governors = new Set(this.governors);
    if (!governors.delete(key)) governors.add(key);
    this.#place(this.placements.find((move) => placesExactly(move, governors)), governors);
  }

  /**
   * @param {Move | undefined} move
   * @param {Set<string>} [governors]
   */
  #place(move, governors) {
    this.governors = governors ?? new Set((move?.governors ?? []).map(keyOf));
    this.compensation = move?.compensation ? { ...noCards(), ...move.compensation } : null;
  }

  /** @returns {Move | null} */
  #conquest() {
    const listed = this.placements.find((move) => placesExactly(move, this.governors));
    // The list has one compensation for each placement, but the player may choose the loser's cards
    // freely; the service checks them.
    if (!listed || this.owed) return null;
    return this.compensation ? { ...listed, compensation: withoutZeros(this.compensation) } : listed;
  }

  /** @returns {Pair[]} */
  #chosenGovernors() {
    return [...this.governors].map((key) => /** @type {Pair} */ (key.split(",").map(Number)));
  }

  /** @returns {Glow} */
  #marchGlow() {
    const keys = new Set(this.marches.map((move) => keyOf(space(move))));
    const kind = (/** @type {string} */ key) => (key === this.space ? "target chosen" : "target");
    const path = this.paths[this.pathIndex]?.path ?? [];
    return {
      ...NO_GLOW,
      spaces: new Map([...keys].map((key) => [key, kind(key)])),
      points: this.#goals().map((point) => ({ point, chosen: keyOf(point) === this.point })),
      path,
      walls: unwalled(path, this.state.walls),
    };
  }

  /** The spaces that the card under the pointer leads to, or the chosen one. */
  #cardGlow() {
    const isOther = this.hoveredCard && this.hoveredCard !== this.card;
    const moves = isOther ? this.cardMoves(this.hoveredCard) : this.cardMove ? [this.cardMove] : this.cardMoves(this.card);
    return new Map(this.spacesOf(moves).map((key) => [key, isOther ? "option" : "target"]));
  }

  /** @returns {Pair[]} */
  #goals() {
    const goals = this.marches.filter((move) => keyOf(space(move)) === this.space).map(endOf);
    return [...new Map(goals.map((point) => [keyOf(point), point])).values()];
  }

  /** @returns {Glow} */
  #actionGlow() {
    const spaces = new Map();
    for (const province of this.state.provinces) {
      if (!this.conquests.some((move) => isWithin(move, province))) continue;
      for (const own of province.spaces) spaces.set(keyOf(own), "option");
    }
    for (const own of this.province?.spaces ?? []) spaces.set(keyOf(own), "option chosen");
    for (const move of this.of("recall")) {
      const key = keyOf(space(move));
      spaces.set(key, key === this.recalled ? "option chosen" : "option");
    }
    return { ...NO_GLOW, spaces, governors: this.proposed ? [] : this.#chosenGovernors() };
  }
}

/** @param {Choosing} choosing */
const positionOf = ({ view, state, list }) => JSON.stringify([view.viewer.seat, state, list.moves]);

/**
 * The key of the card that a move chooses or takes: its place, and its symbol if it is in the hand.
 * @param {Move} move
 */
const cardOf = ({ from, slot, card }) => [from, slot, from === "hand" && card].filter((part) => part !== undefined && part !== false).join(" ");

/**
 * Whether a move places exactly these governors.
 * @param {Move} move
 * @param {Set<string>} governors
 */
function placesExactly(move, governors) {
  const own = move.governors ?? [];
  return own.length === governors.size && own.every((space) => governors.has(keyOf(space)));
}

/**
 * The counts above zero.
 * @param {Counts} counts
 */
function withoutZeros(counts) {
  return Object.fromEntries(Object.entries(counts).filter(([, n]) => n > 0));
}

/** @param {Move} move */
const space = (move) => /** @type {Pair} */ (move.space);

/** @param {Move} move */
const endOf = (move) => /** @type {Pair} */ (move.path?.at(-1));

/**
 * @param {Move} move
 * @param {Province} province
 */
function isWithin(move, province) {
  const key = keyOf(/** @type {Pair} */ (move.province));
  return province.spaces.some((own) => keyOf(own) === key);
}
