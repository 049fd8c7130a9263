/** A game of settlers on the table: the board, the choices on it, and the panel. */

import { Camera } from "../game/map/camera.js";
import { fly } from "../game/map/flights.js";
import { MapInput } from "../game/map/input.js";
import { marksOf, newsOf } from "../game/map/news.js";
import { sendOrArm } from "../game/panel/secondtap.js";
import { boardName } from "../game/words/sentences.js";
import { leastDistance } from "../game/map/spots.js";
import { isTakenBack } from "../game/state/state.js";
import { zoomButtons } from "../game/map/zoom.js";
import { el } from "../ui/dom.js";
import { t } from "../ui/texts.js";
import { Choosing } from "./choosing.js";
import { IslandDrawing, NO_GLOW } from "./drawing.js";
import { flightsOf } from "./flights.js";
import { cornerKey, edgeKey, hexKey } from "./geometry.js";
import { placeLabel } from "./labels.js";
import { placesOf } from "./news.js";
import { panel } from "./panel.js";

/** @import { GameEvent, MoveList, View } from "../api/types.js" */
/** @import { Callbacks, Play } from "../game/ruleset.js" */
/** @import { Table } from "../game/state/state.js" */
/** @import { Board, Edition } from "./types.js" */

// At this many units a pixel or more, a whole board is too small to play on, and a close view NEAR
// units wide is shown instead.
const TOO_FAR = 2.8;
const NEAR = 640;

// The longest reach of a target without neighbours, in units: a tap further away must not hit it.
const WIDEST = 200;

/** @implements {Play} */
export class SettlersTable {
  /** @type {Choosing | null} */
  #choosing = null;
  /** @type {SVGElement | null} the node that the line below the map describes */
  #hovered = null;
  /** @type {View} */
  #view;
  #drawnKey = "";
  #revealedKey = "";
  #sighted = "";
  #isNear = false;

  /**
   * @param {Table} table
   * @param {View} view
   * @param {Callbacks} callbacks
   * @param {Edition} edition
   */
  constructor(table, view, callbacks, edition) {
    this.table = table;
    this.callbacks = callbacks;
    this.edition = edition;
    this.#view = view;
    const board = /** @type {Board} */ (/** @type {unknown} */ (view.board));
    this.drawing = new IslandDrawing(board, t("map_label", { board: boardName(view.ruleset, board.id, board.title) }), edition);
    this.line = el("p", { class: "look", "aria-hidden": "true" });
    this.camera = new Camera(this.drawing.map, this.drawing.chart.box, (scale) => {
      this.drawing.letter(scale);
      this.#approach(scale);
    });
    this.drawing.margin?.follow(this.drawing.map);
    this.input = new MapInput(this.drawing, {
      onChoose: (node) => this.#chosen(node, node.dataset.place ?? ""),
      onLook: (node) => this.#look(node),
      approach: (node) => this.#isTooFar(node),
    });
    this.map = [this.drawing.map, zoomButtons((factor) => this.zoom(factor)), this.line];
  }

  due() {
    const glow = this.#choosing?.glow();
    return glow?.places.length && !glow.quiet ? this.input.entry : null;
  }

  /** @param {number} factor */
  zoom(factor) {
    if (factor) this.camera.zoom(factor);
    else this.camera.fit();
  }

  /**
   * Draw the changes.
   * @param {View} view
   * @param {GameEvent | null} event
   * @param {boolean} moving
   */
  show(view, event, moving) {
    // Nothing is measured here: reading sizes would delay the paint.
    const key = `${view.version} ${view.status} ${view.viewer.seat}`;
    this.#view = view;
    if (key === this.#drawnKey) return;
    this.drawing.marks.show(marksOf(newsOf(this.table), (each) => [...placesOf(each), ...this.edition.touched(view, each)]));
    if (!view.state) return;
    this.#drawnKey = key;
    this.drawing.show(view.state, event, moving);
    fly(moving && event ? flightsOf(event) : [], moving && event?.type === "dice_rolled");
  }

  /** @param {string[]} places */
  pointOut(places) {
    this.drawing.marks.pointOut(places);
  }

  /**
   * Start choosing among moves; the choices so far are kept if the moves are the same.
   * @param {View} view
   * @param {MoveList | null} moves
   */
  offer(view, moves) {
    if (!moves) this.#choosing = null;
    else if (this.#choosing?.list !== moves) this.#choosing = new Choosing(view, moves, this.edition);
    this.#light();
  }

  /**
   * @param {View} view
   * @param {number | null} shownHand
   */
  panel(view, shownHand) {
    return panel(view, this.#choosing, this.callbacks, shownHand, this.edition);
  }

  #light() {
    const glow = this.#choosing?.glow() ?? NO_GLOW;
    this.drawing.light(glow);
    const room = Math.min(leastDistance(this.#spots(glow.places)) / 2, WIDEST);
    // Half the distance of the closest targets, so that their reaches do not overlap.
    this.drawing.map.style.setProperty("--room", `${room}px`);
    const entry = glow.places[0] ?? (this.#view.state ? hexKey(this.#view.state.robber) : "");
    this.#look(this.#hovered);
    this.input.describe((node) => this.#label(node), this.drawing.node(entry));
    const shown = glow.quiet ? [] : glow.places;
    const key = `${this.table.version} ${shown.join()}`;
    if (key !== this.#revealedKey) this.camera.reveal(this.#spots(shown), this.#spots(this.#newSights()));
    this.#revealedKey = key;
  }

  /** The edition's sights, unless they were shown before. */
  #newSights() {
    const sights = this.#view.state ? this.edition.sights(this.#view) : [];
    const before = this.#sighted;
    this.#sighted = sights.join();
    return before === this.#sighted ? [] : sights;
  }

  /**
   * Start with a close view of the first sight if the whole board is too small to play on.
   * @param {number} unitsPerPixel
   */
  #approach(unitsPerPixel) {
    const [spot] = this.#view.state ? this.#spots(this.edition.sights(this.#view)) : [];
    if (this.#isNear || !spot || unitsPerPixel < TOO_FAR) return;
    this.#isNear = true;
    this.camera.closeUp(spot, NEAR);
  }

  /** @param {string[]} keys */
  #spots(keys) {
    return keys.flatMap((key) => this.drawing.chart.spots.get(key) ?? []);
  }

  /**
   * Whether a tap on a target only zoomed in on it.
   * @param {SVGElement} node
   */
  #isTooFar(node) {
    const places = this.#choosing?.glow().places ?? [];
    if (!places.includes(node.dataset.place ?? "")) return false;
    return this.camera.approach(this.drawing.spot(node), this.#spots(places));
  }

  /**
   * @param {SVGElement} node
   * @param {string} key
   */
  #chosen(node, key) {
    const choosing = this.#choosing;
    if (!choosing?.glow().places.includes(key)) return this.#trace(node, key);
    const move = choosing.tap(key);
    if (move) sendOrArm(null, choosing, move, this.callbacks);
    else this.callbacks.changed();
  }

  /**
   * Show the event that put a piece in place.
   * @param {SVGElement} node
   * @param {string} key
   */
  #trace(node, key) {
    const { events, place } = this.table;
    const past = events.slice(0, place).filter((event) => !isTakenBack(event));
    const touched = (/** @type {GameEvent} */ event) => this.edition.touched(this.#view, event);
    // Of the places that the edition's own events touched, only the last holds its figure.
    const arrival = past.findLast((event) => touched(event).length);
    const isOrigin = (/** @type {GameEvent} */ event) => {
      const { type, data } = event;
      if (event === arrival && touched(event).includes(key)) return true;
      if (type === "robber_moved") return hexKey(data.hex) === key && key === hexKey(this.#view.state.robber);
      if (data.corner !== undefined) return cornerKey(data.corner) === key;
      return data.edge !== undefined && edgeKey(data.edge) === key;
    };
    const origin = past.findLast(isOrigin);
    if (origin) this.callbacks.origin(node, origin);
  }

  /** @param {SVGElement | null} node */
  #look(node) {
    this.#hovered = node;
    this.line.textContent = node?.isConnected ? this.#label(node) : "";
  }

  /** @param {SVGElement} node */
  #label({ dataset: { place } }) {
    const isLit = this.#choosing?.glow().places.includes(place ?? "") ?? false;
    return placeLabel(this.#view, this.drawing.chart, this.edition, place ?? "", isLit);
  }
}
