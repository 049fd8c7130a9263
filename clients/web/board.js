/** Drawing the map: what never changes once, and each position on top of it. */

import { el, prefersStillness, refill, svg } from "./dom.js";
import { at, chartOf, keyOf, noise, polyline, sideOf } from "./geometry.js";
import { glyph, piece, sun } from "./symbols.js";

/** @import { Board, GameEvent, Pair, Position, Province, Side, Wall } from "./types.js" */
/** @import { Cell, Chart } from "./geometry.js" */

const RIPPLES = [150, 104, 64, 34];
const MARCH_MILLISECONDS = 260;
const LETTER_PIXELS = 11;

/** Where a name may stand about its place, the best first; in em. */
const LETTERINGS = [
  { anchor: "middle", dx: 0, dy: 1.2 },
  { anchor: "middle", dx: 0, dy: -0.6 },
  { anchor: "start", dx: 0.7, dy: 0.3 },
  { anchor: "end", dx: -0.7, dy: 0.3 },
];

/** @typedef {{left: number, right: number, top: number, bottom: number}} Rectangle */

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
   * Letter the places whose names have room at a scale, beside symbols and other names.
   * @param {number} unitsPerPixel
   */
  letter(unitsPerPixel) {
    const taken = this.chart.cells.filter((cell) => cell.symbol).map(({ centre }) => squareAround(centre));
    for (const [n, place] of this.places.entries()) {
      const spot = LETTERINGS.find((lettering) => {
        const box = letteringBox(place, lettering, unitsPerPixel);
        return !taken.some((other) => overlap(box, other)) && taken.push(box);
      });
      const drawn = this.layers.places.children[n];
      drawn.classList.toggle("crowded", !spot);
      drawn.lastElementChild?.setAttribute("text-anchor", spot?.anchor ?? "middle");
      drawn.lastElementChild?.setAttribute("dx", `${spot?.dx ?? 0}em`);
      drawn.lastElementChild?.setAttribute("dy", `${spot?.dy ?? 0}em`);
    }
  }

  /** @param {Province[]} provinces */
  #count(provinces) {
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
        this.#class(key, `space${held}${news.has(key) ? " news" : ""}`);
      }
    }
  }

  /**
   * @param {string} key
   * @param {string} name
   */
  #class(key, name) {
    this.spaces.get(key)?.setAttribute("class", name);
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
    const inner = svg("g", { class: `governor ${kind}` }, piece(seat, cell.symbol));
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
      { class: `yield ${held}`, transform: `translate(${x} ${y})` },
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
    figure.getAnimations().forEach((animation) => animation.cancel());
    figure.style.transform = place(point);
    const path = way ?? (this.#stood ? [this.#stood, point] : [point]);
    this.#stood = point;
    if (!way || way.length < 2 || prefersStillness()) return;
    figure.animate(
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
    for (const [key, space] of this.spaces) {
      space.classList.remove("target", "chosen", "option", "proposed");
      const kind = glow.spaces.get(key);
      if (kind) space.classList.add(...kind.split(" "));
    }
    refill(
      this.layers.way,
      glow.walls.map((side) => svg("path", { class: "wall-to-be", d: polyline(side) })),
      glow.way.length > 1 && svg("path", { class: "way-line", d: polyline(glow.way) }),
    );
    refill(
      this.layers.points,
      glow.governors.map((space) => this.#governor(space, glow.seat, "to-be")),
      glow.points.map(target),
    );
  }
}

/** @param {Pair} point */
function place(point) {
  const { x, y } = at(point);
  return `translate(${x}px, ${y}px)`;
}

/**
 * Sea, coast and land.
 * @param {Chart} chart
 */
function ground(chart) {
  const all = chart.beyond + chart.land;
  return svg(
    "g",
    { class: "ground" },
    RIPPLES.map((width, n) => svg("path", { class: `ripple ripple-${n}`, d: all, "stroke-width": width })),
    svg("path", { class: "shore", d: all }),
    chart.beyond && svg("path", { class: "beyond", d: chart.beyond }),
    svg("path", { class: "land", d: chart.land }),
    chart.cells.map(tile),
    svg("path", { class: "grid", d: chart.sides.map(polyline).join("") }),
    svg("path", { class: "border", d: chart.border }),
  );
}

/** @param {Cell} cell */
function tile(cell) {
  const shade = Math.floor(noise(cell.centre.x, cell.centre.y) * 4);
  const kind = cell.symbol ? `tile-${cell.symbol}` : `tile-open shade-${shade}`;
  return svg("path", { class: `tile ${kind}`, d: cell.path });
}

/** @param {Chart} chart */
function symbols(chart) {
  return svg("g", { class: "symbols" }, chart.cells.filter((cell) => cell.symbol).map(symbol));
}

/** @param {Cell} cell */
function symbol({ centre, symbol: name, space: [r, c] }) {
  if (!name) return null;
  const isUp = (r + c) % 2 === 0;
  return svg(
    "g",
    { transform: `translate(${centre.x} ${centre.y + (isUp ? 4 : -4)})` },
    glyph(name, 1.42),
    svg("text", { class: "letter", x: 0, y: isUp ? -22 : 32 }, name[0].toUpperCase()),
  );
}

/** @param {Pair} point */
function start(point) {
  const { x, y } = at(point);
  return svg("circle", { class: "start", cx: x, cy: y, r: 12 });
}

/**
 * A place: its town, and its name where `letter` finds room for it.
 * @param {{point: Pair, name: string}} place
 */
function named({ point, name }) {
  const { x, y } = at(point);
  return svg(
    "g",
    { class: "crowded", transform: `translate(${x} ${y})` },
    svg("circle", { class: "town", r: 4.5 }),
    svg("text", { class: "place" }, name),
  );
}

/**
 * The box of a name, in the map's units.
 * @param {{point: Pair, name: string}} place
 * @param {typeof LETTERINGS[number]} lettering
 * @param {number} unitsPerPixel
 * @returns {Rectangle}
 */
function letteringBox({ point, name }, { anchor, dx, dy }, unitsPerPixel) {
  const { x, y } = at(point);
  const em = LETTER_PIXELS * unitsPerPixel;
  const width = name.length * 0.52 * em;
  const left = x + dx * em - (anchor === "start" ? 0 : anchor === "end" ? width : width / 2);
  const bottom = y + (dy + 0.2) * em;
  return { left, right: left + width, top: bottom - em, bottom };
}

/**
 * @param {{x: number, y: number}} spot
 * @returns {Rectangle}
 */
function squareAround({ x, y }) {
  const reach = 14;
  return { left: x - reach, right: x + reach, top: y - reach, bottom: y + reach };
}

/**
 * @param {Rectangle} a
 * @param {Rectangle} b
 */
function overlap(a, b) {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/**
 * A wall: a heavy line with battlements, or with a pale seam where it is a red one.
 * @param {Side} side
 * @param {"black" | "red"} colour
 */
function wall(side, colour) {
  const d = polyline(side);
  return svg(
    "g",
    { class: `wall wall-${colour}` },
    svg("path", { class: "wall-case", d }),
    svg("path", { class: "wall-body", d }),
    svg("path", { class: "wall-top", d }),
  );
}

/**
 * @param {SVGElement} drawn
 * @param {number} place in the order of the way
 */
function rise(drawn, place) {
  if (prefersStillness()) return;
  drawn.animate([{ opacity: 0 }, { opacity: 1 }], {
    duration: MARCH_MILLISECONDS,
    delay: place * MARCH_MILLISECONDS,
    fill: "backwards",
  });
}

/** @param {{point: Pair, chosen: boolean}} lit */
function target({ point, chosen }) {
  const { x, y } = at(point);
  return svg(
    "g",
    { class: chosen ? "point chosen" : "point", transform: `translate(${x} ${y})`, "data-point": keyOf(point) },
    svg("circle", { class: "reach", r: 30 }),
    svg("circle", { class: "halo", r: 19 }),
    svg("circle", { class: "dot", r: 9 }),
  );
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
 */
export function preview(board) {
  const drawing = new BoardDrawing(board, board.title);
  drawing.layers.alexander.remove();
  drawing.map.setAttribute("class", "map preview far");
  drawing.map.setAttribute("role", "img");
  return el("div", { class: "board-preview" }, drawing.map);
}
