/** Drawing the map: what never changes once, and each position on top of it. */

import { piece, sun } from "../game/pieces.js";
import { el, prefersStillness, refill, svg } from "../ui/dom.js";
import { at, chartOf, keyOf, polyline, sideOf } from "./geometry.js";
import { ground, letter, named, start, symbols } from "./ground.js";
import { MARCH_MILLISECONDS, rise, target, wall } from "./marks.js";
import { glyph } from "./symbols.js";

/** @import { GameEvent } from "../api/types.js" */
/** @import { Cell, Spot } from "./geometry.js" */
/** @import { Board, Pair, Position, Province, Side, Wall } from "./types.js" */

/**
 * What is lit on the map for the reader to choose from, and what a choice would do.
 * @typedef {object} Glow
 * @property {Map<string, string>} spaces a class for each space that is lit
 * @property {{point: Pair, chosen: boolean}[]} points
 * @property {Pair[]} way
 * @property {Side[]} walls that the way would lay
 * @property {Pair[]} governors that would be placed
 * @property {number} seat whose governors they are
 */

/** @type {Glow} */
export const NO_GLOW = { spaces: new Map(), points: [], way: [], walls: [], governors: [], seat: 0 };

export class BoardDrawing {
  /** @type {Map<string, SVGPathElement>} */
  spaces = new Map();
  /** @type {Map<string, SVGElement>} */
  #walls = new Map();
  /** @type {Map<string, string>} what each space is: held by whom, and whether that is news */
  #tints = new Map();
  /** @type {Map<string, string>} what may be done with a space */
  #lights = new Map();
  /** @type {Map<string, string>} the class each space has just now */
  #painted = new Map();
  /** @type {Province[]} whose yields are drawn; steps share what they leave alone */
  #counted = [];
  /** @type {Animation | null} */
  #marching = null;
  /** @type {Spot[]} where walls, governors, yields and Alexander are */
  #pieces = [];
  #unitsPerPixel = 1;
  /** @type {Pair | null} */
  #stood = null;

  /**
   * @param {Board} board
   * @param {string} label what the map is called for those who cannot see it
   */
  constructor(board, label) {
    this.chart = chartOf(board);
    this.places = board.places;
    const { x, y, width, height } = this.chart.box;
    this.layers = {
      spaces: svg("g", { class: "spaces" }),
      places: svg("g", { class: "places", "aria-hidden": "true" }, board.places.map(named)),
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
      this.layers.walls,
      this.layers.yields,
      this.layers.governors,
      this.layers.alexander,
      this.layers.hopes,
      this.layers.points,
    );
    this.#lay();
    this.stand(board.start);
  }

  /** One path a space on top of the ground: its holder's tint, its glow, its focus. */
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
   * @param {GameEvent | null} event the one that led to it, shown as news
   * @param {boolean} moving whether to show it in motion
   */
  show(state, event, moving) {
    const news = newsOf(event);
    this.#tint(state.provinces, news.spaces);
    this.#build(state.walls, news.sides, moving);
    this.#people(state, news.spaces);
    this.#count(state.provinces);
    this.#crowd(state);
    const march = moving && event?.type === "marched" ? event.data.path : null;
    this.stand(state.alexander.point, march);
  }

  /**
   * Draw provinces and governors as they would be, or again as they are.
   * @param {Position} state
   * @param {boolean} isReal
   */
  foresee(state, isReal) {
    this.map.classList.toggle("foreseeing", !isReal);
    this.#tint(state.provinces, new Set());
    this.#count(state.provinces);
    this.#people(state, new Set());
  }

  /**
   * Letter the places that have room at a scale.
   * @param {number} unitsPerPixel
   */
  letter(unitsPerPixel) {
    this.#unitsPerPixel = unitsPerPixel;
    letter(this.layers.places, this.places, this.chart.cells, unitsPerPixel, this.#pieces);
  }

  /** What can be pointed at: the points on offer, and every space. */
  get nodes() {
    return [...this.targets, ...this.spaces.values()];
  }

  /**
   * The points on offer.
   * @returns {SVGElement[]}
   */
  get targets() {
    return /** @type {SVGElement[]} */ ([...this.layers.points.querySelectorAll(".point")]);
  }

  /**
   * Where a space or point is.
   * @param {Element} node
   */
  spot(node) {
    const point = node.getAttribute("data-point");
    if (point) return at(/** @type {Pair} */ (point.split(",").map(Number)));
    return this.chart.byKey.get(node.getAttribute("data-space") ?? "")?.centre ?? { x: 0, y: 0 };
  }

  /**
   * Have the names of places make way for what stands on the map.
   * @param {Position} state
   */
  #crowd({ walls, seats, alexander }) {
    const governors = seats.flatMap((seat) => seat.governors);
    const spots = governors.map((space) => this.chart.byKey.get(keyOf(space))?.centre ?? at(space));
    const yields = [.../** @type {NodeListOf<SVGGElement>} */ (this.layers.yields.querySelectorAll(".yield"))];
    this.#pieces = [at(alexander.point), ...spots, ...walls.flatMap(({ side }) => alongside(side)), ...yields.map(spotOf)];
    this.letter(this.#unitsPerPixel);
  }

  /** @param {Province[]} provinces */
  #count(provinces) {
    if (provinces === this.#counted) return;
    this.#counted = provinces;
    refill(this.layers.yields, provinces.map((province) => this.#yield(province)));
  }

  /**
   * @param {Province[]} provinces
   * @param {Set<string>} news
   */
  #tint(provinces, news) {
    for (const province of provinces) {
      for (const space of province.spaces) {
        const key = keyOf(space);
        const held = province.holder === null ? "" : ` held seat-${province.holder}`;
        this.#tints.set(key, `space${held}${news.has(key) ? " news" : ""}`);
      }
    }
    this.#paint();
  }

  /** Give every space the class it should have; untouched ones cost nothing. */
  #paint() {
    for (const [key, space] of this.spaces) {
      const light = this.#lights.get(key);
      const wanted = (this.#tints.get(key) ?? "space") + (light ? ` ${light}` : "");
      if (wanted === this.#painted.get(key)) continue;
      space.setAttribute("class", wanted);
      this.#painted.set(key, wanted);
    }
  }

  /**
   * @param {Wall[]} walls
   * @param {string[]} fresh
   * @param {boolean} moving
   */
  #build(walls, fresh, moving) {
    const wanted = new Map(walls.map((wall) => [wall.side.join(), wall]));
    for (const [key, drawn] of this.#walls) {
      if (wanted.has(key)) continue;
      drawn.remove();
      this.#walls.delete(key);
    }
    for (const [key, { side, colour }] of wanted) {
      const drawn = this.#walls.get(key) ?? this.#raise(key, side, colour);
      drawn.classList.toggle("news", fresh.includes(key));
      if (moving && fresh.includes(key)) rise(drawn, fresh.indexOf(key));
    }
  }

  /**
   * @param {string} key
   * @param {Side} side
   * @param {"black" | "red"} colour
   */
  #raise(key, side, colour) {
    const drawn = wall(side, colour);
    this.#walls.set(key, drawn);
    this.layers.walls.append(drawn);
    return drawn;
  }

  /**
   * @param {Position} state
   * @param {Set<string>} news
   */
  #people(state, news) {
    const stood = state.alexander.space && this.chart.byKey.get(keyOf(state.alexander.space));
    refill(
      this.layers.governors,
      stood && svg("path", { class: "occupied", d: stood.path }),
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
   * The open space of a province that is nearest to its middle.
   * @param {Province} province
   */
  #middle(province) {
    const cells = province.spaces.map((space) => this.chart.byKey.get(keyOf(space)));
    const known = /** @type {Cell[]} */ (cells.filter(Boolean));
    const x = known.reduce((sum, cell) => sum + cell.centre.x, 0) / known.length;
    const y = known.reduce((sum, cell) => sum + cell.centre.y, 0) / known.length;
    const far = (/** @type {Cell} */ cell) => Math.hypot(cell.centre.x - x, cell.centre.y - y);
    const open = known.filter((cell) => !cell.symbol);
    return open.sort((a, b) => far(a) - far(b))[0] ?? null;
  }

  /**
   * Put Alexander on a point, along a way where there is one to show.
   * @param {Pair} point
   * @param {Pair[] | null} [way]
   */
  stand(point, way) {
    const figure = this.layers.alexander;
    this.#marching?.cancel();
    this.#marching = null;
    figure.style.transform = place(point);
    const path = way ?? (this.#stood ? [this.#stood, point] : [point]);
    this.#stood = point;
    if (!way || way.length < 2 || prefersStillness()) return;
    this.#marching = figure.animate(
      path.map((step) => ({ transform: place(step) })),
      { duration: MARCH_MILLISECONDS * (path.length - 1), easing: "ease-in-out" },
    );
  }

  /**
   * Light what may be chosen, and show what the choice would do.
   * @param {Glow} glow
   */
  light(glow) {
    this.map.classList.toggle("choosing", glow.spaces.size > 0);
    this.map.classList.toggle("on-the-way", glow.way.length > 0);
    this.#lights = glow.spaces;
    this.#paint();
    refill(
      this.layers.way,
      glow.walls.map((side) => svg("path", { class: "wall-to-be", d: polyline(side) })),
      glow.way.length > 1 && svg("path", { class: "way-line", d: polyline(glow.way) }),
    );
    refill(this.layers.hopes, glow.governors.map((space) => this.#governor(space, glow.seat, "to-be")));
    this.#aim(glow.points);
  }

  /**
   * Put points on offer; the same ones stay, and so does the focus on one of them.
   * @param {Glow["points"]} points
   */
  #aim(points) {
    const offered = this.targets.map((drawn) => drawn.dataset.point);
    if (offered.join(" ") !== points.map(({ point }) => keyOf(point)).join(" ")) {
      refill(this.layers.points, points.map(({ point }) => target(point)));
    }
    this.targets.forEach((drawn, n) => drawn.classList.toggle("chosen", points[n].chosen));
  }
}

/**
 * Spots along a side.
 * @param {Side} side
 */
function alongside([one, other]) {
  const a = at(one);
  const b = at(other);
  return [0.15, 0.5, 0.85].map((part) => ({ x: a.x + (b.x - a.x) * part, y: a.y + (b.y - a.y) * part }));
}

/** @param {SVGGElement} group that was moved to its spot */
function spotOf({ dataset }) {
  return { x: Number(dataset.x), y: Number(dataset.y) };
}

/** @param {Pair} point */
function place(point) {
  const { x, y } = at(point);
  return `translate(${x}px, ${y}px)`;
}

/**
 * What an event has just changed.
 * @param {GameEvent | null} event
 * @returns {{spaces: Set<string>, sides: string[]}}
 */
function newsOf(event) {
  const data = event?.data ?? {};
  const spaces = event?.type === "marched" || event?.type === "governor_recalled" ? [data.space] : (data.governors ?? []);
  const sides = [...(data.black_walls ?? []), ...(data.red_walls ?? [])];
  return { spaces: new Set(spaces.map(keyOf)), sides: sides.map((side) => side.join()) };
}

/**
 * The sides of a way that bear no wall yet.
 * @param {Pair[]} way
 * @param {Wall[]} walls
 * @returns {Side[]}
 */
export function unwalled(way, walls) {
  const walled = new Set(walls.map((wall) => wall.side.join()));
  const sides = way.slice(1).map((point, n) => sideOf(way[n], point));
  return sides.filter((side) => !walled.has(side.join()));
}

/**
 * A small picture of a board.
 * @param {Board} board
 * @param {string} name
 */
export function preview(board, name) {
  const drawing = new BoardDrawing(board, name);
  drawing.layers.alexander.remove();
  drawing.map.setAttribute("class", "map preview far");
  drawing.map.setAttribute("role", "img");
  return el("div", { class: "board-preview" }, drawing.map);
}
