/** The scores over the events, as steps, with a cursor at the event on show. */

import { el, refill, svg } from "./dom.js";
import { seatName } from "./sentences.js";
import { badge } from "./symbols.js";
import { t } from "./texts.js";

/** @import { GameEvent, View } from "./types.js" */

const WIDTH = 300;
const HEIGHT = 150;
const LEFT = 26;
const BOTTOM = 18;

export class ScoreChart {
  /** @param {(version: number) => void} onChoose */
  constructor(onChoose) {
    this.onChoose = onChoose;
    this.picture = svg("svg", { class: "chart", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img" });
    this.legend = el("ul", { class: "legend" });
    this.element = el("div", { class: "chart-box" }, this.picture, this.legend);
    this.total = 1;
    this.picture.addEventListener("click", (event) => this.#choose(event));
  }

  /**
   * @param {GameEvent[]} events
   * @param {View} view
   * @param {number} place
   */
  show(events, view, place) {
    const lines = scores(events, view.seats.length);
    const target = Number(view.options.target_score ?? 100);
    const most = Math.max(target, ...lines.flat().map(({ score }) => score));
    this.total = Math.max(2, events.length);
    const x = (/** @type {number} */ version) => LEFT + ((version - 1) / (this.total - 1)) * (WIDTH - LEFT - 6);
    const y = (/** @type {number} */ score) => 8 + (1 - score / most) * (HEIGHT - BOTTOM - 8);
    this.picture.setAttribute("aria-label", t("chart_label"));
    refill(
      this.picture,
      [0, target / 2, target].map((score) => mark(score, y(score))),
      lines.map((line, seat) => svg("path", { class: `chart-line seat-${seat}`, d: steps(line, x, y, this.total) })),
      svg("line", { class: "chart-cursor", x1: x(place), x2: x(place), y1: 4, y2: HEIGHT - BOTTOM }),
      svg("text", { class: "chart-text", x: x(place), y: HEIGHT - 4, "text-anchor": "middle" }, String(place)),
    );
    refill(this.legend, lines.map((line, seat) => entry(view, seat, line, place)));
  }

  /** @param {MouseEvent} event */
  #choose(event) {
    const { left, width } = this.picture.getBoundingClientRect();
    const x = ((event.clientX - left) / width) * WIDTH;
    const part = Math.min(1, Math.max(0, (x - LEFT) / (WIDTH - LEFT - 6)));
    this.onChoose(Math.round(1 + part * (this.total - 1)));
  }
}

/**
 * @param {number} score
 * @param {number} y
 */
function mark(score, y) {
  return svg(
    "g",
    {},
    svg("line", { class: "chart-grid", x1: LEFT, x2: WIDTH - 6, y1: y, y2: y }),
    svg("text", { class: "chart-text", x: LEFT - 5, y: y + 3.5, "text-anchor": "end" }, String(Math.round(score))),
  );
}

/**
 * @param {View} view
 * @param {number} seat
 * @param {{version: number, score: number}[]} line
 * @param {number} place
 */
function entry(view, seat, line, place) {
  const n = line.findLast(({ version }) => version <= place)?.score ?? 0;
  return el("li", {}, badge(seat), t("chart_point", { name: seatName(view, seat), n }));
}

/**
 * Each seat's score from the event on with which it changed; undone levies left out.
 * @param {GameEvent[]} events
 * @param {number} seats
 * @returns {{version: number, score: number}[][]}
 */
function scores(events, seats) {
  const levies = events.filter((event) => event.type === "taxes_levied" && !event.undone);
  return Array.from({ length: seats }, (_, seat) => [
    { version: 1, score: 0 },
    ...levies.map(({ version, data }) => ({ version, score: data.scores[seat] })),
  ]);
}

/**
 * @param {{version: number, score: number}[]} line
 * @param {(version: number) => number} x
 * @param {(score: number) => number} y
 * @param {number} total
 */
function steps(line, x, y, total) {
  const [first, ...rest] = line;
  const parts = rest.map(({ version, score }) => `H${x(version).toFixed(1)}V${y(score).toFixed(1)}`);
  return `M${x(first.version)} ${y(first.score)}${parts.join("")}H${x(total)}`;
}
