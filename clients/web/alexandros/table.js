/** A game of Alexandros on the table: the map, the choices on it, and the preview of a move. */

import { Camera } from "../game/map/camera.js";
import { fly } from "../game/map/flights.js";
import { MapInput } from "../game/map/input.js";
import { marksOf, newsOf } from "../game/map/news.js";
import { boardName } from "../game/words/sentences.js";
import { isTakenBack } from "../game/state/state.js";
import { zoomButtons } from "../game/map/zoom.js";
import { el } from "../ui/dom.js";
import { t } from "../ui/texts.js";
import { Choosing } from "./choosing.js";
import { BoardDrawing, NO_GLOW } from "./drawing.js";
import { flightsOf } from "./flights.js";
import { at, keyOf } from "./geometry.js";
import { pointLabel, spaceLabel } from "./labels.js";
import { placesOf } from "./news.js";
import { panel } from "./panel.js";

/** @import { GameEvent, MoveList, View } from "../api/types.js" */
/** @import { Callbacks, Play } from "../game/ruleset.js" */
/** @import { Table } from "../game/state/state.js" */
/** @import { Board, Position } from "./types.js" */

const CLOSE_PIXELS = 620;
const CLOSE_UNITS = 900;

// The units of sea that the table leaves out on each side, so that the land is larger; pictures show
// all of the surf.
const OPEN_SEA = 37;

/** The height of a space. */
const SPACE_UNITS = 86;

/** @implements {Play} */
export class AlexandrosTable {
  /** @type {Choosing | null} */
  #choosing = null;
  /** @type {Choosing | null} the latest choices, also while the player cannot choose */
  #latest = null;
  /** @type {SVGElement | null} the node that the line below the map describes */
  #hovered = null;
  /** @type {View} */
  #view;
  #revealedKey = "";
  #foreseenKey = "";
  #drawnKey = "";

  /**
   * @param {Table} table
   * @param {View} view
   * @param {Callbacks} callbacks
   */
  constructor(table, view, callbacks) {
    this.table = table;
    this.callbacks = callbacks;
    this.#view = view;
    const board = /** @type {Board} */ (/** @type {unknown} */ (view.board));
    this.drawing = new BoardDrawing(board, t("map_label", { board: boardName(view.ruleset, board.id, board.title) }));
    // Screen readers say the label of the focused node; with this line they would say it twice.
    this.line = el("p", { class: "look", "aria-hidden": "true" });
    this.camera = new Camera(this.drawing.map, nearCoast(this.drawing.chart.box), (scale) => this.drawing.letter(scale), SPACE_UNITS);
    this.drawing.margin?.follow(this.drawing.map);
    this.input = new MapInput(this.drawing, {
      onChoose: (node) => this.#chosen(node),
      onLook: (node) => this.#look(node),
      approach: (node) => this.#isTooFar(node),
    });
    this.map = [this.drawing.map, zoomButtons((factor) => this.zoom(factor)), this.line];
  }

  due() {
    return this.#choosing?.marches.length ? this.input.entry : null;
  }

  /** @param {number} factor */
  zoom(factor) {
    if (factor) this.camera.zoom(factor);
    else this.camera.fit();
  }

  /**
   * @param {View} view
   * @param {GameEvent | null} event
   * @param {boolean} moving
   */
  show(view, event, moving) {
    const isFirst = !this.#drawnKey;
    const key = `${view.version} ${view.status} ${view.viewer.seat}`;
    this.#view = view;
    // The page is redrawn with each choice, but the position changes only with a version.
    if (key === this.#drawnKey) return;
    this.drawing.marks.show(marksOf(newsOf(this.table), placesOf));
    if (!view.state) return;
    this.#drawnKey = key;
    this.drawing.show(view.state, event, moving);
    fly(moving && event ? flightsOf(event) : []);
    // On a phone the whole map would be too small to read or to tap.
    if (isFirst && this.drawing.map.clientWidth < CLOSE_PIXELS) {
      this.camera.closeUp(at(view.state.alexander.point), CLOSE_UNITS);
    }
  }

  /** @param {string[]} places */
  pointOut(places) {
    this.drawing.marks.pointOut(places);
  }

  /**
   * Start choosing among moves; the choices so far are kept if the position is the same.
   * @param {View} view
   * @param {MoveList | null} moves
   */
  offer(view, moves) {
    if (!moves) this.#choosing = null;
    else if (this.#choosing?.list !== moves) {
      this.#choosing = new Choosing(view, moves, this.drawing.chart.byKey);
      this.#choosing.resume(this.#latest);
      this.#latest = this.#choosing;
    }
    this.#light();
  }

  /**
   * @param {View} view
   * @param {number | null} shownHand
   */
  panel(view, shownHand) {
    // A look changes the map alone: a redrawn panel would take the card away from under the pointer.
    return panel(view, this.#choosing, { ...this.callbacks, looked: () => this.#light() }, shownHand);
  }

  #light() {
    const glow = this.#choosing?.glow() ?? NO_GLOW;
    this.drawing.light(glow);
    this.#foresee();
    const { space } = this.#view.state?.alexander ?? { space: null };
    const entry = [...glow.spaces.keys()][0] ?? (space ? keyOf(space) : "");
    this.#look(this.#hovered);
    this.input.describe((node) => this.#label(node), this.drawing.spaces.get(entry));
    // Only a choice moves the camera: the map keeps still under a passing look.
    if (!this.#choosing?.hoveredCard || this.#choosing.hoveredCard === this.#choosing.card) this.#reveal(glow.points.map(({ point }) => at(point)));
  }

  /** Show the provinces after the proposed move. */
  async #foresee() {
    const move = this.#choosing?.proposed ?? null;
    const key = move ? JSON.stringify([this.#view.version, move]) : "";
    if (key === this.#foreseenKey) return;
    this.#foreseenKey = key;
    const state = move ? (await this.table.api.preview(move).catch(() => null))?.state : null;
    // The player may have chosen another move before the answer came.
    if (key !== this.#foreseenKey) return;
    const shown = /** @type {Position | null} */ (this.#view.state);
    if (state) this.drawing.foresee(state, false);
    else if (shown) this.drawing.foresee(shown, true);
  }

  /**
   * Move the camera to the choices, once for each of them.
   * @param {{x: number, y: number}[]} points
   */
  #reveal(points) {
    const spots = points.length ? points : (this.#choosing?.spots ?? []);
    const key = JSON.stringify([this.table.version, spots]);
    // Only once, or the camera would undo the reader's own zooming.
    if (key === this.#revealedKey) return;
    this.#revealedKey = key;
    this.camera.reveal(spots);
  }

  /**
   * Whether a tap on a target only zoomed in on it.
   * @param {SVGElement} node
   */
  #isTooFar(node) {
    const { spaces, points } = this.#choosing?.glow() ?? NO_GLOW;
    const { point, space } = node.dataset;
    if (point) return this.camera.approach(this.drawing.spot(node), points.map((goal) => at(goal.point)));
    return spaces.has(space ?? "") && this.camera.approach(this.drawing.spot(node), []);
  }

  /** @param {SVGElement} node */
  #chosen(node) {
    const { point, space } = node.dataset;
    const cardMove = this.#choosing?.cardMoveTo(space ?? "");
    if (cardMove) return this.callbacks.send(cardMove);
    if (point) return this.#tap(() => this.#choosing?.tapPoint(point));
    const origin = space && this.#choosing?.takes(space) ? null : this.#origin(node);
    if (origin) this.callbacks.origin(node, origin);
    else if (space && this.#choosing) this.#tap(() => this.#choosing?.tapSpace(space));
  }

  /** @param {() => void} choice */
  #tap(choice) {
    choice();
    this.callbacks.changed();
  }

  /**
   * The event that put a wall, a governor or Alexander in place.
   * @param {SVGElement} node
   */
  #origin({ dataset: { space, wall } }) {
    const { events, place } = this.table;
    if (space && !this.#isOccupied(space)) return null;
    const isOrigin = (/** @type {GameEvent} */ event) => (wall ? laidWall(event, wall) : placedPiece(event, space ?? ""));
    return events.slice(0, place).findLast((event) => !isTakenBack(event) && isOrigin(event)) ?? null;
  }

  /** @param {string} key */
  #isOccupied(key) {
    const state = /** @type {Position | null} */ (this.#view.state);
    const stands = [state?.alexander.space, ...(state?.seats.flatMap((seat) => seat.governors) ?? [])];
    return stands.some((space) => space && keyOf(space) === key);
  }

  /** @param {SVGElement | null} node */
  #look(node) {
    this.#hovered = node;
    this.line.textContent = node?.isConnected ? this.#label(node) : "";
  }

  /** @param {SVGElement} node */
  #label({ dataset: { point, space } }) {
    if (point) return pointLabel(this.#view, point);
    if (!space) return "";
    return spaceLabel(this.#view, this.drawing.chart, space, this.#choosing?.glow().spaces.has(space) ?? false);
  }
}

/** @param {import("../game/map/camera.js").Box} box */
const nearCoast = ({ x, y, width, height }) => ({ x: x + OPEN_SEA, y: y + OPEN_SEA, width: width - 2 * OPEN_SEA, height: height - 2 * OPEN_SEA });

/**
 * @param {GameEvent} event
 * @param {string} wall the key of its side
 */
function laidWall({ type, data }, wall) {
  return type === "marched" && [...data.black_walls, ...data.red_walls].some((side) => side.join() === wall);
}

/**
 * @param {GameEvent} event
 * @param {string} space
 */
function placedPiece({ type, data }, space) {
  if (type === "marched") return keyOf(data.space) === space;
  return type.startsWith("province_") && data.governors.some((/** @type {[number, number]} */ each) => keyOf(each) === space);
}
