/** The statistics of a finished game: dice, yields turn by turn, and figures by seat. */

import { el, svg } from "../../ui/dom.js";
import { language, t } from "../../ui/texts.js";
import { badge } from "../seats/pieces.js";
import { seatName } from "../words/sentences.js";
import { figures, spokenTable } from "./tables.js";

/** @import { Statistics, View } from "../../api/types.js" */

const WIDTH = 320;
const HEIGHT = 110;
const LEFT = 28;
const TOP = 6;
const BOTTOM = 18;
/** Units of time in milliseconds, the longest first. */
const UNITS = /** @type {const} */ ([["day", 86400000], ["hour", 3600000], ["minute", 60000], ["second", 1000]]);

/**
 * @param {View} view
 * @param {Statistics} counted
 */
export function statisticsOf(view, counted) {
  return [summary(counted), figuresOf(view, counted), counted.dice.length > 0 && dice(view, counted), yields(view, counted)];
}

/** @param {Statistics} counted */
function summary({ turns, started_at, ended_at }) {
  const lasted = duration(Date.parse(ended_at) - Date.parse(started_at));
  return el("p", { class: "note" }, t("end.lasted", { n: turns, time: lasted }));
}

/**
 * @param {View} view
 * @param {Statistics} counted
 */
function figuresOf(view, { moves, undos, cards, waits }) {
  const head = ["end.player", "end.moves", "end.undos", "end.cards", "end.wait", "end.waits"].map((code) => t(code));
  const rows = view.seats.map(({ seat }) => [
    el("span", { class: "bar-who" }, badge(seat), el("span", { class: `bar-name name seat-${seat}` }, seatName(view, seat))),
    moves[seat],
    undos[seat],
    cards.reduce((sum, { seats }) => sum + seats[seat], 0),
    duration(waits[seat].longest),
    duration(waits[seat].total),
  ]);
  // Focusable, since the table scrolls sideways on a phone, and the keyboard must be able to scroll
  // it.
  return el("div", { class: "end-part figures-room", tabindex: "0", role: "region", "aria-label": t("end.tab_statistics") }, figures(t("end.tab_statistics"), head, rows));
}

/**
 * @param {View} view
 * @param {Statistics} counted
 */
function dice(view, counted) {
  const sums = counted.dice.map(({ seats }) => seats.reduce((a, b) => a + b, 0));
  const most = Math.max(1, ...sums);
  const columns = counted.dice.map(({ total, seats }, n) => column(total, seats, sums[n], most));
  const rows = counted.dice.map(({ total, seats }, n) => [total, ...seats, sums[n]]);
  const head = [t("end.dice"), ...view.seats.map(({ seat }) => seatName(view, seat)), t("end.total")];
  return el(
    "section",
    { class: "end-part" },
    el("h3", {}, t("end.dice")),
    el("div", { class: "histogram", "aria-hidden": "true" }, columns),
    spokenTable(t("end.dice"), head, rows),
  );
}

/**
 * @param {number} total of the dice
 * @param {number[]} seats rolls by seat
 * @param {number} sum
 * @param {number} most
 */
function column(total, seats, sum, most) {
  const parts = seats.map((n, seat) => {
    const part = el("span", { class: `column-part seat-${seat}` });
    part.style.height = `${(100 * n) / most}%`;
    return part;
  });
  return el("span", { class: "column" }, el("span", { class: "column-sum" }, String(sum)), el("span", { class: "column-room" }, parts), el("span", { class: "column-total" }, String(total)));
}

/**
 * The sums of all yields, turn by turn.
 * @param {View} view
 * @param {Statistics} counted
 */
function yields(view, counted) {
  const { unit, turns } = counted.yields;
  const title = t(`end.yields_${unit}`);
  const lines = view.seats.map(({ seat }) => summed(turns, seat));
  const totals = lines.map((line) => line.at(-1)?.n ?? 0);
  const most = Math.max(1, ...totals);
  const x = (/** @type {number} */ turn) => LEFT + ((WIDTH - LEFT - 8) * turn) / counted.turns;
  const y = (/** @type {number} */ n) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - n / most);
  // The curve has no words of its own; screen readers get each seat's total.
  const said = view.seats.map(({ seat }) => t("chart_point", { name: seatName(view, seat), n: totals[seat] })).join(", ");
  return el(
    "section",
    { class: "end-part" },
    el("h3", {}, title),
    svg(
      "svg",
      { class: "end-chart", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": `${title}: ${said}` },
      [0, most].map((n) => level(n, y(n))),
      lines.map((line, seat) => svg("path", { class: `chart-line seat-${seat}`, d: path(line, x, y, counted.turns) })),
      svg("text", { class: "chart-text", x: LEFT, y: HEIGHT - 4 }, "1"),
      svg("text", { class: "chart-text", x: WIDTH - 8, y: HEIGHT - 4, "text-anchor": "end" }, String(counted.turns)),
    ),
    el("ul", { class: "sources", "aria-hidden": "true" }, view.seats.map(({ seat }) => el("li", {}, badge(seat), `${seatName(view, seat)} ${totals[seat]}`))),
  );
}

/**
 * The total of a seat's yields up to each turn that had any.
 * @param {{turn: number, seats: number[]}[]} turns
 * @param {number} seat
 */
function summed(turns, seat) {
  let n = 0;
  return turns.map(({ turn, seats }) => ({ turn, n: (n += seats[seat]) }));
}

/**
 * @param {{turn: number, n: number}[]} line
 * @param {(turn: number) => number} x
 * @param {(n: number) => number} y
 * @param {number} last
 */
function path(line, x, y, last) {
  const steps = line.map(({ turn, n }) => `H${x(turn).toFixed(1)}V${y(n).toFixed(1)}`);
  return `M${x(0)} ${y(0)}${steps.join("")}H${x(last).toFixed(1)}`;
}

/**
 * @param {number} n
 * @param {number} y
 */
function level(n, y) {
  return svg(
    "g",
    {},
    svg("line", { class: "chart-grid", x1: LEFT, x2: WIDTH - 8, y1: y, y2: y }),
    svg("text", { class: "chart-text", x: LEFT - 5, y: y + 3.5, "text-anchor": "end" }, String(n)),
  );
}

/**
 * A time in its two largest units, such as "3 min 12 s".
 * @param {number} milliseconds
 */
function duration(milliseconds) {
  const whole = Math.round(milliseconds / 1000) * 1000;
  const first = UNITS.findIndex(([, size]) => whole >= size);
  if (first < 0) return amount(0, "second");
  const [[large, size], small] = [UNITS[first], UNITS[first + 1]];
  const rest = small ? Math.floor((whole % size) / small[1]) : 0;
  return [amount(Math.floor(whole / size), large), rest > 0 && amount(rest, small[0])].filter(Boolean).join(" ");
}

/**
 * @param {number} n
 * @param {string} unit
 */
function amount(n, unit) {
  return new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "short" }).format(n);
}
