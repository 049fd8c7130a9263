/** Charts of a value per seat over the events, with a cursor at the event on show. */

import { el, refill, svg } from "../ui/dom.js";
import { t } from "../ui/texts.js";
import { badge } from "./pieces.js";
import { seatName } from "./sentences.js";

/** @import { View } from "../api/types.js" */
/** @import { Series } from "./ruleset.js" */
/** @import { Table } from "./state.js" */

const WIDTH = 300;
const HEIGHT = 90;
const LEFT = 26;
const BOTTOM = 18;
const TOP = 8;

export class ScoreChart {
  /** @type {Drawing[]} */
  #drawings = [];
  #drawnKey = "";

  /** @param {(version: number) => void} onChoose */
  constructor(onChoose) {
    this.onChoose = onChoose;
    this.legend = el("ul", { class: "legend" });
    this.element = el("div", { class: "chart-box", tabindex: "0", role: "region", "aria-label": t("tab_scores") });
  }

  /**
   * Update the charts if they are visible.
   * @param {Table} table
   * @param {Series[]} series
   */
  show(table, series) {
    if (this.element.closest("[hidden]")) return;
    const { views } = table;
    const key = `${table.version} ${views.length}`;
    if (key !== this.#drawnKey) this.#draw(views, series);
    this.#drawnKey = key;
    const place = Math.min(table.place, views.length);
    this.#drawings.forEach((drawing) => drawing.point(place));
    this.#showLegend(views[place - 1], series);
  }

  /**
   * @param {View[]} views
   * @param {Series[]} series
   */
  #draw(views, series) {
    this.#drawings = series.map((each) => new Drawing(each, views, this.onChoose));
    refill(this.element, this.legend, ...this.#drawings.map(({ element }) => element));
  }

  /**
   * @param {View} view
   * @param {Series[]} series
   */
  #showLegend(view, series) {
    const entries = view.seats.map(({ seat }) => {
      const values = series.map((each) => (view.state ? each.value(view, seat) : 0));
      const figures = values.join(" · ");
      const name = t("chart_point", { name: seatName(view, seat), n: figures });
      return el("li", { title: name }, badge(seat), el("span", { class: "spoken" }, name), el("span", { "aria-hidden": "true" }, figures));
    });
    refill(this.legend, el("li", {}, series.map(({ name }) => t(name)).join(" · ")), entries);
  }
}

class Drawing {
  /**
   * @param {Series} series
   * @param {View[]} views by event
   * @param {(version: number) => void} onChoose
   */
  constructor(series, views, onChoose) {
    const lines = views[0].seats.map(({ seat }) => views.map((view) => (view.state ? series.value(view, seat) : 0)));
    const highest = Math.max(series.top?.(views[0]) ?? 1, ...lines.flat());
    this.total = Math.max(2, views.length);
    const y = (/** @type {number} */ value) => TOP + (1 - value / highest) * (HEIGHT - BOTTOM - TOP);
    this.cursor = svg("line", { class: "chart-cursor", y1: 4, y2: HEIGHT - BOTTOM });
    this.figure = svg("text", { class: "chart-text", y: HEIGHT - 4, "text-anchor": "middle" });
    const name = t(series.name);
    this.picture = svg(
      "svg",
      { class: "chart", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": name },
      [0, highest / 2, highest].map((value) => mark(value, y(value))),
      lines.map((line, seat) => svg("path", { class: `chart-line seat-${seat}`, d: this.#steps(line, y) })),
      this.cursor,
      this.figure,
    );
    this.picture.addEventListener("click", (event) => onChoose(this.#version(event)));
    this.element = el("figure", { class: "chart-figure" }, el("figcaption", {}, name), this.picture);
  }

  /** @param {number} version */
  point(version) {
    const x = this.#x(version).toFixed(1);
    this.cursor.setAttribute("x1", x);
    this.cursor.setAttribute("x2", x);
    this.figure.setAttribute("x", x);
    this.figure.textContent = String(version);
  }

  /** @param {number} version */
  #x(version) {
    return LEFT + ((version - 1) / (this.total - 1)) * (WIDTH - LEFT - 6);
  }

  /**
   * @param {number[]} line
   * @param {(value: number) => number} y
   */
  #steps(line, y) {
    const parts = line.flatMap((value, n) =>
      value === line[n - 1] ? [] : [`H${this.#x(n + 1).toFixed(1)}V${y(value).toFixed(1)}`],
    );
    return `M${LEFT} ${y(line[0])}${parts.join("")}H${this.#x(this.total)}`;
  }

  /** @param {MouseEvent} event */
  #version(event) {
    const { left, width } = this.picture.getBoundingClientRect();
    const x = ((event.clientX - left) / width) * WIDTH;
    const part = Math.min(1, Math.max(0, (x - LEFT) / (WIDTH - LEFT - 6)));
    return Math.round(1 + part * (this.total - 1));
  }
}

/**
 * @param {number} value
 * @param {number} y
 */
function mark(value, y) {
  return svg(
    "g",
    {},
    svg("line", { class: "chart-grid", x1: LEFT, x2: WIDTH - 6, y1: y, y2: y }),
    svg("text", { class: "chart-text", x: LEFT - 5, y: y + 3.5, "text-anchor": "end" }, String(Math.round(value))),
  );
}
