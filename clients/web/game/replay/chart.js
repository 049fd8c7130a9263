/** Charts of a value per seat over the events, with a cursor at the event on show. */

import { el, refill, svg } from "../../ui/dom.js";
import { loadStyles } from "../../ui/styles.js";
import { t } from "../../ui/texts.js";
import { badge } from "../seats/pieces.js";
import { seatName } from "../words/sentences.js";

/** @import { View } from "../../api/types.js" */
/** @import { Series } from "../ruleset.js" */
/** @import { Table } from "../state/state.js" */

/** The size of the plot in its own units; it is stretched to the available room. */
const WIDTH = 1000;
const HEIGHT = 100;

/**
 * Put a new chart into an element.
 * @param {HTMLElement} element
 * @param {(version: number) => void} onChoose
 */
export async function chartIn(element, onChoose) {
  await loadStyles(new URL("chart.css", import.meta.url));
  const chart = new ScoreChart(onChoose);
  element.append(chart.element);
  return chart;
}

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
    // A chart in a closed tab has no size, and drawing it would slow down each step of a replay.
    if (this.element.closest("[hidden]")) return;
    const { views } = table;
    // From step to step only the cursor moves.
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
      // Screen readers get name and figure here; the figures beside the badge would repeat them.
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
    const y = (/** @type {number} */ value) => (1 - value / highest) * HEIGHT;
    const marks = [0, highest / 2, highest];
    const name = t(series.name);
    this.cursor = svg("line", { class: "chart-cursor", y1: -4, y2: HEIGHT });
    this.figure = el("span", { class: "chart-text chart-place" });
    this.plot = svg(
      "svg",
      { class: "chart-plot", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none" },
      marks.map((value) => svg("line", { class: "chart-grid", x2: WIDTH, y1: y(value), y2: y(value) })),
      lines.map((line, seat) => svg("path", { class: `chart-line seat-${seat}`, d: this.#steps(line, y) })),
      this.cursor,
    );
    this.plot.addEventListener("click", (event) => onChoose(this.#version(event)));
    const chart = el("div", { class: "chart", role: "img", "aria-label": name }, marks.map((value) => label(value, y(value))), this.plot, this.figure);
    this.element = el("figure", { class: "chart-figure" }, el("figcaption", {}, name), chart);
  }

  /** @param {number} version */
  point(version) {
    const x = this.#x(version);
    this.cursor.setAttribute("x1", x.toFixed(1));
    this.cursor.setAttribute("x2", x.toFixed(1));
    this.figure.style.setProperty("--x", String(x / WIDTH));
    this.figure.textContent = String(version);
  }

  /** @param {number} version */
  #x(version) {
    return ((version - 1) / (this.total - 1)) * WIDTH;
  }

  /**
   * @param {number[]} line
   * @param {(value: number) => number} y
   */
  #steps(line, y) {
    const parts = line.flatMap((value, n) =>
      // Draw only the changes: in a game of hundreds of events, a score changes a dozen times.
      value === line[n - 1] ? [] : [`H${this.#x(n + 1).toFixed(1)}V${y(value).toFixed(1)}`],
    );
    return `M0 ${y(line[0])}${parts.join("")}H${this.#x(this.total)}`;
  }

  /** @param {MouseEvent} event */
  #version(event) {
    const { left, width } = this.plot.getBoundingClientRect();
    const part = Math.min(1, Math.max(0, (event.clientX - left) / width));
    return Math.round(1 + part * (this.total - 1));
  }
}

/**
 * A figure of the scale, beside its line.
 * @param {number} value
 * @param {number} y
 */
function label(value, y) {
  // HTML, not SVG text: the stretched plot would stretch its letters.
  const text = el("span", { class: "chart-text chart-value" }, String(Math.round(value)));
  text.style.setProperty("--y", String(y / HEIGHT));
  return text;
}
