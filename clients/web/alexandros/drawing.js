/** The drawing of the map: the ground once, and each position on top of it. */

import { Names } from "../game/map/lettering.js";
import { Marks } from "../game/map/marks.js";
import { piece, sun } from "../game/seats/pieces.js";
import { el, prefersStillness, refill, svg } from "../ui/dom.js";
import { footprints, newPieces } from "./footprints.js";
import { at, chartOf, keyOf, polyline } from "./geometry.js";
import { ground, marginOf, placeOnMap, signBoxes, start, symbols, town } from "./ground.js";
import { lay, MARCH_MILLISECONDS, target, wall } from "./marks.js";
import { outline } from "./news.js";
import { glyph } from "./symbols.js";

/** @import { GameEvent } from "../api/types.js" */
/** @import { Rectangle } from "../game/map/boxes.js" */
/** @import { Cell } from "./geometry.js" */
/** @import { Board, Pair, Position, Province, Side, Wall } from "./types.js" */

/**
 * The spaces and points to choose from, and the effect of a choice.
 * @typedef {object} Glow
 * @property {Map<string, string>} spaces the class of each space that can be chosen
 * @property {{point: Pair, chosen: boolean}[]} points
 * @property {Pair[]} path
 * @property {Side[]} walls the walls the path would lay
 * @property {Pair[]} governors the governors that would be placed
 * @property {number} seat the owner of the governors
 */

/** @type {Glow} */
export const NO_GLOW = { spaces: new Map(), points: [], path: [], walls: [], governors: [], seat: 0 };

export class BoardDrawing {
  /** @type {Map<string, SVGPathElement>} */
  spaces = new Map();
  /** @type {Map<string, SVGElement>} */
  #walls = new Map();
  /** @type {Map<string, string>} the class of each space by its holder */
  #tints = new Map();
  /** @type {Map<string, string>} the class of each space that can be chosen */
  #lights = new Map();
  /** @type {Map<string, string>} the class that each space has now, so that only changes are written */
  #painted = new Map();
  /** @type {Province[]} the provinces whose yields are drawn; unchanged ones remain one object */
  #drawnProvinces = [];
  /** @type {Animation | null} */
  #marching = null;
  /** @type {Rectangle[]} the room that pieces take */
  #pieces = [];
  /** @type {Pair | null} */
  #standing = null;

  /**
   * @param {Board} board
   * @param {string} label the map's name for screen readers
   */
  constructor(board, label) {
    this.chart = chartOf(board);
    this.names = new Names(board.places.map(placeOnMap));
    this.names.stayClearOf(signBoxes(this.chart, board));
    this.marks = new Marks((place) => outline(this.chart, place));
    this.margin = board.places.length ? null : marginOf(board);
    const { x, y, width, height } = this.chart.box;
    this.layers = {
      spaces: svg("g", { class: "spaces" }),
      places: svg("g", { class: "places", "aria-hidden": "true" }, board.places.map(({ point }) => town(point))),
      yields: svg("g", { class: "yields" }),
      walls: svg("g", { class: "walls" }),
      way: svg("g", { class: "way" }),
      governors: svg("g", { class: "governors" }),
      alexander: svg("g", { class: "alexander" }, sun()),
      hopes: svg("g", { class: "hopes" }),
      points: svg("g", { class: "points" }),
    };
    this.map = svg(
      "svg",
      { class: "map", viewBox: `${x} ${y} ${width} ${height}`, role: "group", "aria-label": label },
      ground(this.chart),
      this.layers.spaces,
      this.layers.places,
      symbols(this.chart),
      start(board.start),
      this.layers.way,
      this.marks.under,
      this.layers.walls,
      this.layers.yields,
      this.layers.governors,
      this.layers.alexander,
      this.layers.hopes,
      this.names.layer,
      this.marks.over,
      this.layers.points,
      ...(this.margin ? [this.margin.layer] : []),
    );
    this.#lay();
    this.stand(board.start);
  }

  /** Lay a path for each space over the ground; it shows the holder, the choice and the focus. */
  #lay() {
    for (const cell of this.chart.cells) {
      const space = svg("path", { class: "space", d: cell.path, "data-space": cell.key });
      this.spaces.set(cell.key, space);
    }
    this.layers.spaces.append(...this.spaces.values());
  }

  /**
   * Draw a position.
   * @param {Position} state
   * @param {GameEvent | null} event the event that led to it
   * @param {boolean} moving whether to animate it
   */
  show(state, event, moving) {
    const news = newsOf(moving ? event : null);
    this.#tint(state.provinces);
    this.#drawWalls(state.walls, news.sides);
    this.#drawGovernors(state, news.spaces);
    this.#drawYields(state.provinces);
    this.#makeRoom(state);
    const march = moving && event?.type === "marched" ? event.data.path : null;
    this.stand(state.alexander.point, march);
  }

  /**
   * Draw provinces and governors of a previewed position, or of the real one again.
   * @param {Position} state
   * @param {boolean} isReal
   */
  foresee(state, isReal) {
    this.map.classList.toggle("foreseeing", !isReal);
    this.#tint(state.provinces);
    this.#drawYields(state.provinces);
    this.#drawGovernors(state, new Set());
    this.#makeRoom(state);
  }

  /**
   * Place the names that have room at a scale.
   * @param {number} unitsPerPixel
   */
  letter(unitsPerPixel) {
    this.names.scale(unitsPerPixel);
    this.margin?.scale(unitsPerPixel);
  }

  /** Every node that can be focused: the points to choose from, and all spaces. */
  get nodes() {
    return [...this.#points, ...this.spaces.values()];
  }

  /**
   * The points to choose from; before a space is chosen, the spaces.
   * @returns {SVGElement[]}
   */
  get targets() {
    const points = this.#points;
    return points.length ? points : [...this.#lights.keys()].flatMap((key) => this.spaces.get(key) ?? []);
  }

  /** @returns {SVGElement[]} */
  get #points() {
    return /** @type {SVGElement[]} */ ([...this.layers.points.querySelectorAll(".point")]);
  }

  /**
   * The spot of a space or point.
   * @param {Element} node
   */
  spot(node) {
    const point = node.getAttribute("data-point");
    if (point) return at(/** @type {Pair} */ (point.split(",").map(Number)));
    return this.chart.byKey.get(node.getAttribute("data-space") ?? "")?.centre ?? { x: 0, y: 0 };
  }

  /**
   * Move the names of places out of the way of pieces.
   * @param {Position} state
   */
  #makeRoom(state) {
    const yields = [.../** @type {NodeListOf<SVGGElement>} */ (this.layers.yields.querySelectorAll(".yield"))];
    this.#pieces = footprints(state, this.chart, yields.map(spotOf));
    this.names.avoid(this.#pieces);
  }

  /** @param {Province[]} provinces */
  #drawYields(provinces) {
    // Unchanged parts of two views are the same object, so this comparison is enough.
    if (provinces === this.#drawnProvinces) return;
    this.#drawnProvinces = provinces;
    refill(this.layers.yields, provinces.map((province) => this.#yield(province)));
  }

  /** @param {Province[]} provinces */
  #tint(provinces) {
    for (const province of provinces) {
      for (const space of province.spaces) {
        const key = keyOf(space);
        const held = province.holder === null ? "" : ` held seat-${province.holder}`;
        this.#tints.set(key, `space${held}`);
      }
    }
    this.#paint();
  }

  /** Give each space its class. */
  #paint() {
    for (const [key, space] of this.spaces) {
      const light = this.#lights.get(key);
      const name = (this.#tints.get(key) ?? "space") + (light ? ` ${light}` : "");
      // A written class makes the browser style the space again, and a board has hundreds.
      if (name === this.#painted.get(key)) continue;
      space.setAttribute("class", name);
      this.#painted.set(key, name);
    }
  }

  /**
   * @param {Wall[]} walls
   * @param {string[]} fresh the walls to animate, in the order of the path
   */
  #drawWalls(walls, fresh) {
    const bySide = new Map(walls.map((wall) => [wall.side.join(), wall]));
    for (const [key, element] of this.#walls) {
      if (bySide.has(key)) continue;
      element.remove();
      this.#walls.delete(key);
    }
    for (const [key, { side, colour }] of bySide) {
      const element = this.#walls.get(key) ?? this.#addWall(key, side, colour);
      if (fresh.includes(key)) lay(element, fresh.indexOf(key), fresh.length);
    }
  }

  /**
   * @param {string} key
   * @param {Side} side
   * @param {"black" | "red"} colour
   */
  #addWall(key, side, colour) {
    const element = wall(side, colour);
    this.#walls.set(key, element);
    this.layers.walls.append(element);
    return element;
  }

  /**
   * @param {Position} state
   * @param {Set<string>} news
   */
  #drawGovernors(state, news) {
    const occupied = state.alexander.space && this.chart.byKey.get(keyOf(state.alexander.space));
    refill(
      this.layers.governors,
      occupied && svg("path", { class: "occupied", d: occupied.path }),
      state.seats.flatMap(({ governors }, seat) =>
        governors.map((space) => this.#governor(space, seat, news.has(keyOf(space)) ? "news" : "")),
      ),
    );
  }

  /**
   * @param {Pair} space
   * @param {number} seat
   * @param {string} kind
   */
  #governor(space, seat, kind) {
    const cell = this.chart.byKey.get(keyOf(space));
    if (!cell) return null;
    const { x, y } = cell.centre;
    const inner = svg("g", { class: `governor ${kind}` }, piece(seat, cell.symbol && glyph(cell.symbol, 0.55)));
    return svg("g", { transform: `translate(${x} ${y}) scale(1.75)` }, inner);
  }

  /** @param {Province} province */
  #yield(province) {
    // The large rest of the land, which nobody has cut off yet, shows no yield: it would say
    // nothing.
    const small = province.spaces.length <= this.chart.cells.length / 3;
    if (province.holder === null && (!small || province.yield === 0)) return null;
    const cell = this.#middle(province);
    if (!cell) return null;
    const { x, y } = cell.centre;
    const held = province.holder === null ? "free" : `held seat-${province.holder}`;
    return svg(
      "g",
      { class: `yield ${held}`, transform: `translate(${x} ${y})`, "data-x": x, "data-y": y },
      svg("circle", { r: 17 }),
      svg("text", { y: 7.5 }, String(province.yield)),
    );
  }

  /**
   * The open space nearest to the middle of a province.
   * @param {Province} province
   */
  #middle(province) {
    const cells = province.spaces.map((space) => this.chart.byKey.get(keyOf(space)));
    const present = /** @type {Cell[]} */ (cells.filter(Boolean));
    const x = present.reduce((sum, cell) => sum + cell.centre.x, 0) / present.length;
    const y = present.reduce((sum, cell) => sum + cell.centre.y, 0) / present.length;
    const far = (/** @type {Cell} */ cell) => Math.hypot(cell.centre.x - x, cell.centre.y - y);
    const open = present.filter((cell) => !cell.symbol);
    return open.sort((a, b) => far(a) - far(b))[0] ?? null;
  }

  /**
   * Put Alexander on a point, along a path if one is given.
   * @param {Pair} point
   * @param {Pair[] | null} [way]
   */
  stand(point, way) {
    const figure = this.layers.alexander;
    // A march still under way would go on to its old goal.
    this.#marching?.cancel();
    this.#marching = null;
    figure.style.transform = place(point);
    const path = way ?? (this.#standing ? [this.#standing, point] : [point]);
    this.#standing = point;
    if (!way || way.length < 2 || prefersStillness()) return;
    this.#marching = figure.animate(
      path.map((step) => ({ transform: place(step) })),
      { duration: MARCH_MILLISECONDS, easing: "ease-in-out" },
    );
  }

  /**
   * Highlight the choices and show the effect of the present one.
   * @param {Glow} glow
   */
  light(glow) {
    this.map.classList.toggle("choosing", glow.spaces.size > 0);
    this.map.classList.toggle("on-the-way", glow.path.length > 0);
    this.#lights = glow.spaces;
    this.#paint();
    refill(
      this.layers.way,
      glow.walls.map((side) => svg("path", { class: "wall-to-be", d: polyline(side) })),
      glow.path.length > 1 && svg("path", { class: "way-line", d: polyline(glow.path) }),
    );
    refill(this.layers.hopes, glow.governors.map((space) => this.#governor(space, glow.seat, "to-be")));
    this.names.avoid([...this.#pieces, ...newPieces(glow.governors, glow.walls, this.chart)]);
    this.#showPoints(glow.points);
  }

  /**
   * Show the points to choose from.
   * @param {Glow["points"]} points
   */
  #showPoints(points) {
    const present = this.#points.map((target) => target.dataset.point);
    // Redrawn points would lose the focus, and have no names until the browser is idle.
    if (present.join(" ") !== points.map(({ point }) => keyOf(point)).join(" ")) {
      refill(this.layers.points, points.map(({ point }) => target(point)));
    }
    this.#points.forEach((element, n) => element.classList.toggle("chosen", points[n].chosen));
  }
}

/** @param {SVGGElement} group */
function spotOf({ dataset }) {
  return { x: Number(dataset.x), y: Number(dataset.y) };
}

/** @param {Pair} point */
function place(point) {
  const { x, y } = at(point);
  return `translate(${x}px, ${y}px)`;
}

/**
 * The spaces and sides an event gave a piece.
 * @param {GameEvent | null} event
 * @returns {{spaces: Set<string>, sides: string[]}}
 */
function newsOf(event) {
  const data = event?.data ?? {};
  const spaces = event?.type === "marched" ? [data.space] : (data.governors ?? []);
  const sides = [...(data.black_walls ?? []), ...(data.red_walls ?? [])];
  return { spaces: new Set(spaces.map(keyOf)), sides: sides.map((side) => side.join()) };
}

/**
 * A small picture of a board.
 * @param {Board} board
 * @param {string} name
 */
export function preview(board, name) {
  const drawing = new BoardDrawing(board, name);
  for (const part of [drawing.layers.alexander, drawing.margin?.layer]) part?.remove();
  drawing.map.setAttribute("class", "map preview far");
  drawing.map.setAttribute("role", "img");
  return el("div", { class: "board-preview" }, drawing.map);
}
