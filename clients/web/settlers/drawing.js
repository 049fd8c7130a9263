/** Drawing the board: what stays the same once, and each position on top of it. */

import { el, prefersStillness, refill, svg } from "../ui/dom.js";
import { chartOf, cornerKey, edgeKey, edgePath, hexKey, translate } from "./geometry.js";
import { ground } from "./ground.js";
import { building, road, robber, target } from "./pieces.js";

/** @import { GameEvent } from "../api/types.js" */
/** @import { Spot } from "./geometry.js" */
/** @import { Board, Edition, Harbour, Layer, Position, Tile } from "./types.js" */

/**
 * What is lit for the reader to choose from, and what the choice would build.
 * @typedef {object} Glow
 * @property {string[]} places that may be chosen
 * @property {string | null} chosen
 * @property {string | null} piece that would stand on the chosen place
 * @property {number} seat whose it would be
 * @property {boolean} quiet whether there is something else to do as well
 * @property {boolean} ring whether what lies on the places is left in sight
 */

/** @type {Glow} */
export const NO_GLOW = { places: [], chosen: null, piece: null, seat: 0, quiet: false, ring: false };

const ROBBER_MILLISECONDS = 500;

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
  #laid = "";
  #haunted = "";

  /**
   * @param {Board} board
   * @param {string} label what the map is called for those who cannot see it
   * @param {Edition} edition
   */
  constructor(board, label, edition) {
    this.edition = edition;
    this.chart = chartOf(board.hexes.map(({ hex }) => hex));
    this.#layers = edition.layers(this.chart, board);
    this.#spots = this.#lay();
    const { x, y, width, height } = this.chart.box;
    this.map = svg(
      "svg",
      { class: "map island", viewBox: `${x} ${y} ${width} ${height}`, role: "group", "aria-label": label },
      this.#ground,
      this.#layers.map(({ under }) => under),
      svg("g", { class: "spots" }, this.#spots),
      this.#pieces,
      this.#robber,
      this.#layers.map(({ over }) => over),
      this.#hope,
      this.#targets,
    );
    this.#settle(board.hexes, board.harbours ?? []);
  }

  /** What can be pointed at: what is on offer, and every place. */
  get nodes() {
    return [...this.targets, ...this.#spots];
  }

  /**
   * The places on offer.
   * @returns {SVGElement[]}
   */
  get targets() {
    return /** @type {SVGElement[]} */ ([...this.#targets.children]);
  }

  /**
   * Where a place is.
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
   * @param {GameEvent | null} event the one that led to it, shown as news
   * @param {boolean} moving whether to show it in motion
   */
  show(state, event, moving) {
    this.#settle(state.hexes, state.harbours);
    this.#people(state, newsOf(event));
    this.#haunt(state, moving && event?.type === "robber_moved");
    this.#roll(state, event);
    for (const layer of this.#layers) layer.show(state, event, moving);
  }

  /**
   * Light what may be chosen, and show what the choice would build.
   * @param {Glow} glow
   */
  light({ places, chosen, piece, seat, quiet, ring }) {
    this.map.classList.toggle("choosing", places.length > 0);
    this.#targets.classList.toggle("quiet", quiet);
    this.#targets.classList.toggle("ringed", ring);
    const offered = this.targets.map((drawn) => drawn.dataset.place);
    if (offered.join() !== places.join()) refill(this.#targets, ...places.map((key) => this.#target(key)));
    this.targets.forEach((drawn) => drawn.classList.toggle("chosen", drawn.dataset.place === chosen));
    const hope = chosen && piece ? this.#piece(chosen, piece, seat) : null;
    refill(this.#hope, hope);
  }

  /** One shape a place that can be pointed at: hexes below edges below corners. */
  #lay() {
    const { cells, edges, corners } = this.chart;
    return [
      ...cells.map(({ key, path }) => svg("path", { class: "spot", d: path, "data-place": key })),
      ...edges.map((_, n) => svg("path", { class: "spot side", d: edgePath(this.chart, n), "data-place": edgeKey(n) })),
      ...corners.map(({ x, y }, n) => svg("circle", { class: "spot", cx: x, cy: y, r: 13, "data-place": cornerKey(n) })),
    ];
  }

  /**
   * Draw the ground, anew where chance has laid another.
   * @param {Tile[]} tiles
   * @param {Harbour[]} harbours
   */
  #settle(tiles, harbours) {
    const laid = JSON.stringify([tiles, harbours]);
    if (laid === this.#laid) return;
    this.#laid = laid;
    refill(this.#ground, ...ground(this.chart, tiles, harbours, this.edition));
  }

  /**
   * @param {Position} state
   * @param {string} news the place of what was just built
   */
  #people({ seats }, news) {
    const drawn = seats.flatMap(({ roads, settlements, cities }, seat) => [
      ...roads.map((edge) => ({ key: edgeKey(edge), kind: "road", seat })),
      ...settlements.map((corner) => ({ key: cornerKey(corner), kind: "settlement", seat })),
      ...cities.map((corner) => ({ key: cornerKey(corner), kind: "city", seat })),
    ]);
    const roadsFirst = drawn.sort((a, b) => Number(b.kind === "road") - Number(a.kind === "road"));
    refill(this.#pieces, ...roadsFirst.map(({ key, kind, seat }) => this.#piece(key, kind, seat, key === news)));
  }

  /**
   * @param {string} key
   * @param {string} kind
   * @param {number} seat
   * @param {boolean} [isNews]
   */
  #piece(key, kind, seat, isNews = false) {
    const drawn = kind === "road" ? road(edgePath(this.chart, numberOf(key)), seat) : building(kind, seat);
    drawn.classList.toggle("news", isNews);
    const spot = this.chart.spots.get(key);
    return kind === "road" || !spot ? drawn : svg("g", { transform: translate(spot) }, drawn);
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
  #haunt({ robber: hex }, moving) {
    const spot = this.chart.spots.get(hexKey(hex)) ?? { x: 0, y: 0 };
    const place = `translate(${spot.x + 32}px, ${spot.y - 4}px)`;
    const before = this.#haunted;
    this.#haunted = place;
    this.#robber.style.transform = place;
    if (!moving || !before || before === place || prefersStillness()) return;
    this.#robber.animate([{ transform: before }, { transform: place }], { duration: ROBBER_MILLISECONDS, easing: "ease-in-out" });
  }

  /**
   * Mark the tokens that were just rolled.
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
 * The place of what an event has just built.
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
 * @param {Edition} edition
 */
export function preview(board, name, edition) {
  const drawing = new IslandDrawing(board, name, edition);
  drawing.map.setAttribute("class", "map island preview");
  drawing.map.setAttribute("role", "img");
  drawing.map.querySelectorAll(".robber, .spots").forEach((part) => part.remove());
  return el("div", { class: "board-preview" }, drawing.map);
}
