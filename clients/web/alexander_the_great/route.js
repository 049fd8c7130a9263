/** Alexander's route over the board: line, arrows, crossings and his figure. */

import { cornerKey, hexKey, translate } from "../settlers/geometry.js";
import { prefersStillness, refill, svg } from "../ui/dom.js";
import { alexander, sign } from "./signs.js";

/** @import { GameEvent } from "../api/types.js" */
/** @import { Chart, Spot } from "../settlers/geometry.js" */
/** @import { Layer, Position } from "../settlers/types.js" */
/** @import { Crossing, March, Passed, RouteBoard } from "./types.js" */

const MARCH_MILLISECONDS = 900;

/**
 * The names of hexes.
 * @param {Chart} chart
 * @param {RouteBoard} board
 * @returns {Layer}
 */
export function places({ spots }, { hexes, names }) {
  const named = names.flatMap(({ hex, name }) => {
    const spot = hex && spots.get(hexKey(hex));
    const isBare = hexes.some((tile) => hex && hexKey(tile.hex) === hexKey(hex) && tile.token === null);
    return spot ? [svg("text", { class: "land-name", x: spot.x, y: spot.y + (isBare ? 38 : -5) }, name)] : [];
  });
  return { under: svg("g", { class: "land-names", "aria-hidden": "true" }, named), over: svg("g", {}), show: () => undefined };
}

/** @implements {Layer} */
export class Route {
  #line = svg("g", { class: "route-line" });
  #crossings = svg("g", { class: "crossings" });
  #alexander = alexander();
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
    const { corner, kind, passed, name } = crossing;
    return svg(
      "g",
      { class: `crossing crossing-${kind}${passed ? " passed" : ""}`, "data-corner": corner, transform: translate(this.chart.corners[corner]) },
      mark(crossing),
      svg("text", { class: "crossing-name", y: kind === "persepolis" ? 38 : 29 }, name),
    );
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
 * Whether a crossing is named even on small maps.
 * @param {Passed} crossing
 */
// Landmarks are drawn over the other crossings, whose signs would hide their names.
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
