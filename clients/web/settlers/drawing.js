/** The drawing of the board: the ground once, and each position on top of it. */

import { Names } from "../game/map/lettering.js";
import { Marks } from "../game/map/marks.js";
import { el, prefersStillness, refill, svg } from "../ui/dom.js";
import { pieceBoxes, robberSpot, signBoxes } from "./footprints.js";
import { chartOf, cornerKey, edgeBand, edgeKey, edgePath, hexKey, translate } from "./geometry.js";
import { ground, marginOf } from "./ground.js";
import { hasPlaceNames } from "./names.js";
import { outline } from "./news.js";
import { building, road, robber, target } from "./pieces.js";

/** @import { GameEvent } from "../api/types.js" */
/** @import { Spot } from "./geometry.js" */
/** @import { Board, Harbour, Land, Layer, Position, Tile } from "./types.js" */

/**
 * The places to choose from, and the piece a choice would build.
 * @typedef {object} Glow
 * @property {string[]} places the places to choose from
 * @property {string | null} chosen
 * @property {string | null} piece the piece that would stand on the chosen place
 * @property {number} seat the owner of the piece
 * @property {boolean} quiet whether the player may do other things as well
 * @property {boolean} ring whether to mark places by a ring, so that their contents stay visible
 */

/** @type {Glow} */
export const NO_GLOW = { places: [], chosen: null, piece: null, seat: 0, quiet: false, ring: false };

const ROBBER_MILLISECONDS = 380;

export class IslandDrawing {
  #ground = svg("g", { class: "ground" });
  #pieces = svg("g", { class: "pieces", "aria-hidden": "true" });
  #robber = robber();
  #hope = svg("g", { class: "hope" });
  #targets = svg("g", { class: "targets" });
  /** @type {SVGElement[]} */
  #spots = [];
  /** @type {Layer[]} */
  #layers;
  #names;
  #groundKey = "";
  #robberPlace = "";

  /**
   * @param {Board} board
   * @param {string} label the map's name for screen readers
   * @param {Land} edition
   */
  constructor(board, label, edition) {
    this.edition = edition;
    this.chart = chartOf(board.hexes.map(({ hex }) => hex));
    this.marks = new Marks((place) => outline(this.chart, place));
    this.#layers = edition.layers(this.chart, board);
    this.#names = new Names(this.#layers.flatMap(({ names }) => names));
    this.#spots = this.#lay();
    this.margin = hasPlaceNames(board) ? null : marginOf(this.chart);
    const { x, y, width, height } = this.chart.box;
    this.map = svg(
      "svg",
      { class: `map island${this.#layers.length ? " layered" : ""}`, viewBox: `${x} ${y} ${width} ${height}`, role: "group", "aria-label": label },
      this.#ground,
      this.#layers.map(({ under }) => under),
      svg("g", { class: "spots" }, this.#spots),
      this.marks.under,
      this.#pieces,
      this.#robber,
      this.#layers.map(({ over }) => over),
      this.#names.layer,
      this.#hope,
      this.marks.over,
      this.#targets,
      ...(this.margin ? [this.margin.layer] : []),
    );
    this.#drawGround(board.hexes, board.harbours ?? []);
  }

  /** Every node that can be focused: the places to choose from, and all places. */
  get nodes() {
    return [...this.targets, ...this.#spots];
  }

  /**
   * The places to choose from.
   * @returns {SVGElement[]}
   */
  get targets() {
    return /** @type {SVGElement[]} */ ([...this.#targets.children]);
  }

  /**
   * The spot of a place.
   * @param {Element} node
   * @returns {Spot}
   */
  spot(node) {
    return this.chart.spots.get(node.getAttribute("data-place") ?? "") ?? { x: 0, y: 0 };
  }

  /** @param {string} key */
  node(key) {
    return this.#spots.find((spot) => spot.dataset.place === key);
  }

  /**
   * Draw a position.
   * @param {Position} state
   * @param {GameEvent | null} event the event that led to it
   * @param {boolean} moving whether to animate it
   */
  show(state, event, moving) {
    this.#drawGround(state.hexes, state.harbours);
    this.#drawPieces(state, newsOf(moving ? event : null));
    this.#placeRobber(state, moving && event?.type === "robber_moved");
    this.#roll(state, event);
    for (const layer of this.#layers) layer.show(state, event, moving);
    // A board without names has nothing that could lie below a piece.
    if (this.#layers.length) this.#names.avoid([...pieceBoxes(state, this.chart), ...this.#layers.flatMap((layer) => layer.pieces(state))]);
  }

  /**
   * Place the names that have room at a scale.
   * @param {number} unitsPerPixel
   */
  letter(unitsPerPixel) {
    this.#names.scale(unitsPerPixel);
    this.margin?.scale(unitsPerPixel);
  }

  /**
   * Highlight the choices and show the piece the present one would build.
   * @param {Glow} glow
   */
  light({ places, chosen, piece, seat, quiet, ring }) {
    this.map.classList.toggle("choosing", places.length > 0);
    this.#targets.classList.toggle("quiet", quiet);
    this.#targets.classList.toggle("ringed", ring);
    const present = this.targets.map((target) => target.dataset.place);
    // Unchanged targets stay, and keep the focus.
    if (present.join() !== places.join()) refill(this.#targets, ...places.map((key) => this.#target(key)));
    this.targets.forEach((element) => element.classList.toggle("chosen", element.dataset.place === chosen));
    const hope = chosen && piece ? this.#piece(chosen, piece, seat) : null;
    refill(this.#hope, hope);
  }

  /** A shape for each place. */
  #lay() {
    // Hexes lie below edges and edges below corners: a click must reach the smaller ones, which
    // overlap the larger.
    const { cells, edges, corners } = this.chart;
    return [
      ...cells.map(({ key, path }) => svg("path", { class: "spot", d: path, "data-place": key })),
      ...edges.map((_, n) => svg("path", { class: "spot", d: edgeBand(this.chart, n), "data-place": edgeKey(n) })),
      ...corners.map(({ x, y }, n) => svg("circle", { class: "spot", cx: x, cy: y, r: 13, "data-place": cornerKey(n) })),
    ];
  }

  /**
   * Draw the ground.
   * @param {Tile[]} tiles
   * @param {Harbour[]} harbours
   */
  #drawGround(tiles, harbours) {
    // Drawn at most twice: chance may lay out the board only when the game starts.
    const key = JSON.stringify([tiles, harbours]);
    if (key === this.#groundKey) return;
    this.#groundKey = key;
    refill(this.#ground, ...ground(this.chart, tiles, harbours, this.edition, this.#layers.length > 0));
    if (this.#layers.length) this.#names.stayClearOf([...signBoxes(this.chart, tiles, harbours), ...this.#layers.flatMap(({ signs }) => signs)]);
  }

  /**
   * @param {Position} state
   * @param {string} news the place of the newest piece
   */
  #drawPieces({ seats }, news) {
    const pieces = seats.flatMap(({ roads, settlements, cities }, seat) => [
      ...roads.map((edge) => ({ key: edgeKey(edge), kind: "road", seat })),
      ...settlements.map((corner) => ({ key: cornerKey(corner), kind: "settlement", seat })),
      ...cities.map((corner) => ({ key: cornerKey(corner), kind: "city", seat })),
    ]);
    // Roads end below the buildings on their corners.
    const roadsFirst = pieces.sort((a, b) => Number(b.kind === "road") - Number(a.kind === "road"));
    refill(this.#pieces, ...roadsFirst.map(({ key, kind, seat }) => this.#piece(key, kind, seat, key === news)));
  }

  /**
   * @param {string} key
   * @param {string} kind
   * @param {number} seat
   * @param {boolean} [isNews]
   */
  #piece(key, kind, seat, isNews = false) {
    const element = kind === "road" ? road(edgePath(this.chart, numberOf(key)), seat) : building(kind, seat);
    element.classList.toggle("news", isNews);
    const spot = this.chart.spots.get(key);
    return kind === "road" || !spot ? element : svg("g", { transform: translate(spot) }, element);
  }

  /** @param {string} key */
  #target(key) {
    const [kind] = key.split(" ");
    const shape = kind === "hex" ? this.chart.cells.find((cell) => cell.key === key)?.path : kind === "edge" && edgePath(this.chart, numberOf(key));
    return target(key, this.chart.spots.get(key) ?? { x: 0, y: 0 }, shape || null);
  }

  /**
   * Put the robber on its hex.
   * @param {Position} state
   * @param {boolean} moving
   */
  #placeRobber({ robber: hex }, moving) {
    const spot = this.chart.spots.get(hexKey(hex)) ?? { x: 0, y: 0 };
    const { x, y } = robberSpot(spot);
    const place = `translate(${x}px, ${y}px)`;
    const before = this.#robberPlace;
    this.#robberPlace = place;
    this.#robber.style.transform = place;
    if (!moving || !before || before === place || prefersStillness()) return;
    this.#robber.animate([{ transform: before }, { transform: place }], { duration: ROBBER_MILLISECONDS, easing: "ease-in-out" });
  }

  /**
   * Mark the tokens just rolled.
   * @param {Position} state
   * @param {GameEvent | null} event
   */
  #roll({ dice }, event) {
    const rolled = event?.type === "dice_rolled" && dice ? String(dice[0] + dice[1]) : "";
    for (const tile of this.#ground.querySelectorAll("[data-token]")) {
      tile.classList.toggle("rolled", tile.getAttribute("data-token") === rolled);
    }
  }
}

/** @param {string} key */
const numberOf = (key) => Number(key.split(" ")[1]);

/**
 * The place an event built on.
 * @param {GameEvent | null} event
 */
function newsOf(event) {
  const { corner, edge } = event?.data ?? {};
  return corner !== undefined ? cornerKey(corner) : edge !== undefined ? edgeKey(edge) : "";
}

/**
 * A small picture of a board.
 * @param {Board} board
 * @param {string} name
 * @param {Land} edition
 */
export function preview(board, name, edition) {
  const drawing = new IslandDrawing(board, name, edition);
  drawing.map.classList.add("preview");
  drawing.map.setAttribute("role", "img");
  // A picture has no choices, and before the start the robber has no place.
  drawing.map.querySelectorAll(".robber, .spots, .margin").forEach((part) => part.remove());
  return el("div", { class: "board-preview" }, drawing.map);
}
