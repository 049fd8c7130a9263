/** A game of Alexandros on the table: its map, what may be chosen on it, and what a choice would do. */

import { Camera } from "../game/camera.js";
import { MapInput } from "../game/input.js";
import { boardName } from "../game/sentences.js";
import { isTakenBack } from "../game/state.js";
import { zoomButtons } from "../game/zoom.js";
import { el } from "../ui/dom.js";
import { t } from "../ui/texts.js";
import { Choosing } from "./choosing.js";
import { BoardDrawing, NO_GLOW } from "./drawing.js";
import { at, keyOf } from "./geometry.js";
import { pointLabel, spaceLabel } from "./labels.js";
import { panel } from "./panel.js";

/** @import { GameEvent, MoveList, View } from "../api/types.js" */
/** @import { Callbacks, Play } from "../game/ruleset.js" */
/** @import { Table } from "../game/state.js" */
/** @import { Board, Position } from "./types.js" */

const CLOSE_PIXELS = 620;
const CLOSE_UNITS = 900;

/** @implements {Play} */
export class AlexandrosTable {
  /** @type {Choosing | null} */
  #choosing = null;
  /** @type {SVGElement | null} what the line beside the map tells of */
  #looked = null;
  /** @type {View} */
  #view;
  #revealed = "";
  #foreseen = "";
  #drawn = "";

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
    this.line = el("p", { class: "look", "aria-hidden": "true" });
    this.camera = new Camera(this.drawing.map, this.drawing.chart.box, (scale) => this.drawing.letter(scale));
    this.input = new MapInput(this.drawing, {
      onChoose: (node) => this.#chosen(node),
      onLook: (node) => this.#look(node),
    });
    this.map = [this.drawing.map, zoomButtons((factor) => this.zoom(factor)), this.line];
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
    const isFirst = !this.#drawn;
    const key = `${view.version} ${view.status} ${view.viewer.seat}`;
    this.#view = view;
    if (key === this.#drawn || !view.state) return;
    this.#drawn = key;
    this.drawing.show(view.state, event, moving);
    if (isFirst && this.drawing.map.clientWidth < CLOSE_PIXELS) {
      this.camera.closeUp(at(view.state.alexander.point), CLOSE_UNITS);
    }
  }

  /**
   * Begin to choose among moves; keep on where they are the same.
   * @param {View} view
   * @param {MoveList | null} moves
   */
  offer(view, moves) {
    if (!moves) this.#choosing = null;
    else if (this.#choosing?.list !== moves) {
      this.#choosing = new Choosing(view, moves, this.drawing.chart.byKey);
    }
    this.#light();
  }

  /**
   * @param {View} view
   * @param {number | null} shownHand
   */
  panel(view, shownHand) {
    return panel(view, this.#choosing, this.callbacks, shownHand);
  }

  #light() {
    const glow = this.#choosing?.glow() ?? NO_GLOW;
    this.drawing.light(glow);
    this.#foresee();
    const { space } = this.#view.state?.alexander ?? { space: null };
    const entry = [...glow.spaces.keys()][0] ?? (space ? keyOf(space) : "");
    this.#look(this.#looked);
    this.input.describe((node) => this.#label(node), this.drawing.spaces.get(entry));
    this.#reveal(glow.points.map(({ point }) => at(point)));
  }

  /** Show the provinces that the proposed move would make. */
  async #foresee() {
    const move = this.#choosing?.proposed ?? null;
    const sought = move ? JSON.stringify([this.#view.version, move]) : "";
    if (sought === this.#foreseen) return;
    this.#foreseen = sought;
    const state = move ? (await this.table.api.preview(move).catch(() => null))?.state : null;
    if (sought !== this.#foreseen) return;
    const shown = /** @type {Position | null} */ (this.#view.state);
    if (state) this.drawing.foresee(state, false);
    else if (shown) this.drawing.foresee(shown, true);
  }

  /**
   * Have what may be chosen in sight, once for each choice.
   * @param {{x: number, y: number}[]} points
   */
  #reveal(points) {
    const spots = points.length ? points : (this.#choosing?.spots ?? []);
    const sought = JSON.stringify([this.table.version, spots]);
    if (sought === this.#revealed || !spots.length) return;
    this.#revealed = sought;
    this.camera.reveal(spots);
  }

  /** @param {SVGElement} node */
  #chosen(node) {
    const { point, space } = node.dataset;
    if (point) this.#tap(() => this.#choosing?.tapPoint(point));
    else if (space && this.#choosing) this.#tap(() => this.#choosing?.tapSpace(space));
    else this.#trace(node);
  }

  /** @param {() => void} choice */
  #tap(choice) {
    const before = this.#choosing?.space;
    choice();
    this.callbacks.changed();
    if (this.#choosing?.space && this.#choosing.space !== before) this.input.enterTargets();
  }

  /**
   * Look at the event that brought a wall, a governor or Alexander to where it is.
   * @param {SVGElement} node
   */
  #trace({ dataset: { space, wall } }) {
    const { events, place } = this.table;
    if (space && !this.#isOccupied(space)) return;
    const brought = (/** @type {GameEvent} */ event) => (wall ? laid(event, wall) : placed(event, space ?? ""));
    const origin = events.slice(0, place).findLast((event) => !isTakenBack(event) && brought(event));
    if (origin) this.callbacks.look(origin.version);
  }

  /** @param {string} key */
  #isOccupied(key) {
    const state = /** @type {Position | null} */ (this.#view.state);
    const stands = [state?.alexander.space, ...(state?.seats.flatMap((seat) => seat.governors) ?? [])];
    return stands.some((space) => space && keyOf(space) === key);
  }

  /** @param {SVGElement | null} node */
  #look(node) {
    this.#looked = node;
    this.line.textContent = node?.isConnected ? this.#label(node) : "";
  }

  /** @param {SVGElement} node */
  #label({ dataset: { point, space } }) {
    if (point) return pointLabel(point);
    if (!space) return "";
    return spaceLabel(this.#view, this.drawing.chart, space, this.#choosing?.glow().spaces.has(space) ?? false);
  }
}

/**
 * @param {GameEvent} event
 * @param {string} wall its side, as the drawing names it
 */
function laid({ type, data }, wall) {
  return type === "marched" && [...data.black_walls, ...data.red_walls].some((side) => side.join() === wall);
}

/**
 * @param {GameEvent} event
 * @param {string} space
 */
function placed({ type, data }, space) {
  if (type === "marched") return keyOf(data.space) === space;
  return type.startsWith("province_") && data.governors.some((/** @type {[number, number]} */ each) => keyOf(each) === space);
}
