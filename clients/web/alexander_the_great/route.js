/** Alexander's route over the board: line, arrows, crossings and his figure. */

import { around, squareAround } from "../game/map/boxes.js";
import { cornerKey, hexKey, translate } from "../settlers/geometry.js";
import { prefersStillness, refill, svg } from "../ui/dom.js";
import { localName } from "./places.js";
import { alexander, sign } from "./signs.js";

/** @import { GameEvent } from "../api/types.js" */
/** @import { MapName } from "../game/map/lettering.js" */
/** @import { Chart, Spot } from "../settlers/geometry.js" */
/** @import { Layer, Position } from "../settlers/types.js" */
/** @import { Crossing, March, Passed, RouteBoard } from "./types.js" */

const MARCH_MILLISECONDS = 900;

/** The reach of each crossing's mark with its line. */
const REACH = { temple: 19.5, gate: 22.5, persepolis: 29.5, chip: 17.5, empty: 8.5 };

/** The lines of a hex's name, below its middle: between sign and number, below and above both. */
const LINES = [-10, 50, -52];
const BARE_LINES = [34, -42];
const HEX_WIDTH = 104;

/**
 * The names of hexes.
 * @param {Chart} chart
 * @param {RouteBoard} board
 * @returns {Layer}
 */
export function places({ spots }, { hexes, names }) {
  const bare = new Set(hexes.flatMap(({ hex, token }) => (token === null ? [hexKey(hex)] : [])));
  return {
    under: svg("g", {}),
    over: svg("g", {}),
    names: names.flatMap(({ hex, name }) => {
      const spot = hex && spots.get(hexKey(hex));
      return spot ? [landName(spot, name, bare.has(hexKey(hex)) ? BARE_LINES : LINES)] : [];
    }),
    signs: [],
    show: () => undefined,
    pieces: () => [],
  };
}

/**
 * A hex's name, on one of the lines between its sign, its number and its tips.
 * @param {Spot} spot
 * @param {string} text
 * @param {number[]} lines
 * @returns {MapName}
 */
const landName = ({ x, y }, text, lines) => ({
  text,
  kind: "land-name",
  places: lines.map((line) => ({ x, y: y + line, anchor: "middle", dx: 0, dy: 0.28 })),
  room: HEX_WIDTH,
});

/** @implements {Layer} */
export class Route {
  #line = svg("g", { class: "route-line" });
  #crossings = svg("g", { class: "crossings" });
  #alexander = alexander();
  /** The boxes of its marks never change, and those of chips are as large when they are turned. */
  signs;
  names;
  #standing = "";
  #drawnKey = "";

  /**
   * @param {Chart} chart
   * @param {RouteBoard} board
   */
  constructor(chart, board) {
    this.chart = chart;
    this.board = board;
    this.under = svg("g", { class: "route", "aria-hidden": "true" }, this.#line, this.#crossings);
    this.over = this.#alexander;
    this.signs = board.route.map(({ corner, kind }) => squareAround(chart.corners[corner], REACH[kind]));
    this.names = namesOf(chart, board.route);
    this.#draw(board.route.map((crossing) => ({ ...crossing, passed: false, chip: null })), -1);
    this.#stand(board.start, false);
  }

  /**
   * @param {Position} position
   * @param {GameEvent | null} event
   * @param {boolean} moving
   */
  show(position, event, moving) {
    const { route, alexander: at, seats } = /** @type {March} */ (position);
    this.#draw(route, at.crossing);
    this.#stand(at.corner, moving && event?.type === "marched");
    const built = new Set(seats.flatMap(({ settlements, cities }) => [...settlements, ...cities]));
    for (const node of this.#crossings.children) node.classList.toggle("built", built.has(Number(node.getAttribute("data-corner"))));
  }

  /**
   * @param {Passed[]} route
   * @param {number} reached
   */
  #draw(route, reached) {
    // The route changes only a dozen times in a game of hundreds of events.
    const key = `${reached} ${route.map(({ chip }) => chip).join()}`;
    if (key === this.#drawnKey) return;
    this.#drawnKey = key;
    const corners = [this.board.start, ...route.map(({ corner }) => corner)].map((corner) => this.chart.corners[corner]);
    refill(this.#line, way(corners.slice(0, reached + 2), "passed"), way(corners.slice(reached + 1), "ahead"), ...arrows(corners.slice(reached + 1)));
    const drawn = route.map((crossing) => this.#crossing(crossing));
    drawn[reached]?.classList.add("here");
    drawn[reached + 1]?.classList.add("next");
    const [landmarks, others] = [true, false].map((is) => drawn.filter((_, n) => isLandmark(route[n]) === is));
    refill(this.#crossings, ...others, ...landmarks);
  }

  /** @param {Passed} crossing */
  #crossing(crossing) {
    const { corner, kind, passed } = crossing;
    return svg(
      "g",
      { class: `crossing crossing-${kind}${passed ? " passed" : ""}`, "data-corner": corner, transform: translate(this.chart.corners[corner]) },
      mark(crossing),
    );
  }

  /** @param {Position} position */
  pieces(position) {
    const { x, y } = this.chart.corners[/** @type {March} */ (position).alexander.corner];
    return [{ left: x - 27, right: x + 27, top: y - 69, bottom: y - 4 }];
  }

  /**
   * @param {number} corner
   * @param {boolean} moving
   */
  #stand(corner, moving) {
    const { x, y } = this.chart.corners[corner];
    const place = `translate(${x}px, ${y - 10}px)`;
    const before = this.#standing;
    this.#standing = place;
    this.#alexander.style.transform = place;
    if (!moving || !before || before === place || prefersStillness()) return;
    this.#alexander.animate([{ transform: before }, { transform: place }], { duration: MARCH_MILLISECONDS, easing: "ease-in-out" });
  }
}

/**
 * The names of crossings, those of landmarks first.
 * @param {Chart} chart
 * @param {Crossing[]} route
 * @returns {MapName[]}
 */
function namesOf(chart, route) {
  const ordered = [...route.filter(isLandmark).toReversed(), ...route.filter((crossing) => !isLandmark(crossing))];
  return ordered.map((crossing) => {
    const places = around(chart.corners[crossing.corner], REACH[crossing.kind]);
    if (!isLandmark(crossing)) return { text: localName(crossing.name), kind: "crossing-name", places };
    return { text: localName(crossing.name), kind: "crossing-name landmark-name", places, weight: 700 };
  });
}

/** @param {Crossing} crossing */
// Landmarks are drawn over the other crossings, whose signs would hide theirs.
const isLandmark = ({ kind }) => kind === "temple" || kind === "persepolis";

/**
 * The mark of a crossing.
 * @param {Passed} crossing
 */
function mark({ kind, chip, passed }) {
  if (kind === "temple") return [svg("circle", { class: "site", r: 17 }), sign("founding", 0.95)];
  if (kind === "gate") return [svg("circle", { class: "site", r: 20 }), sign("gate", 1.3), svg("text", { class: "gate-seven", y: 14 }, "7")];
  if (kind === "persepolis") return [svg("circle", { class: "site", r: 27 }), sign("persepolis", 1.6)];
  if (kind === "chip" && !passed) return [svg("circle", { class: "chip", r: 15 }), svg("text", { class: "chip-mark", y: 7 }, "?")];
  if (chip) return [svg("circle", { class: "chip turned", r: 13 }), sign(chip, 0.72)];
  return svg("circle", { class: "stop", r: 6 });
}

/**
 * @param {Spot[]} corners
 * @param {string} kind
 */
const way = (corners, kind) => svg("path", { class: `way way-${kind}`, d: corners.map(({ x, y }, n) => `${n ? "L" : "M"}${x} ${y}`).join("") });

/**
 * An arrow on each step.
 * @param {Spot[]} corners
 */
function arrows(corners) {
  return corners.slice(1).map((to, n) => {
    const from = corners[n];
    const angle = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
    return svg("path", { class: "way-arrow", d: "M-7-8L9 0L-7 8Z", transform: `translate(${(from.x + to.x) / 2} ${(from.y + to.y) / 2}) rotate(${Math.round(angle)})` });
  });
}

/**
 * The number of the crossing on a corner, -1 if there is none.
 * @param {Crossing[]} route
 * @param {string} key
 */
export const crossingAt = (route, key) => route.findIndex(({ corner }) => cornerKey(corner) === key);
