/** The sources of each seat's points: a bar per seat, and a table for screen readers. */

import { el } from "../../ui/dom.js";
import { t } from "../../ui/texts.js";
import { badge } from "../seats/pieces.js";
import { places } from "./podium.js";
import { seatName } from "../words/sentences.js";
import { spokenTable } from "./tables.js";

/** @import { Statistics, View } from "../../api/types.js" */

/** The smallest share of the longest bar in which a number fits. */
const ROOM = 0.06;

/** @typedef {{name: string, tint: number, seats: number[]}} Source */

/**
 * @param {View} view
 * @param {Statistics} counted
 */
export function pointsBySource(view, counted) {
  const sources = sourcesOf(view, counted);
  const totals = view.seats.map(({ seat }) => sources.reduce((sum, { seats }) => sum + seats[seat], 0));
  const most = Math.max(1, ...totals);
  const rows = places(view).map(({ seat }) => bar(view, seat, sources, totals[seat], most));
  return el(
    "section",
    { class: "end-part" },
    el("h3", {}, t("end.points_title")),
    el("div", { class: "bars", "aria-hidden": "true" }, rows),
    el("ul", { class: "sources", "aria-hidden": "true" }, sources.map(legend)),
    table(view, sources, totals),
  );
}

/**
 * The sources from which anybody got points.
 * @param {View} view
 * @param {Statistics} counted
 * @returns {Source[]}
 */
function sourcesOf(view, { points }) {
  return points
    // Numbered before filtering, so that a source has the same colour in every game.
    .map(({ source, seats }, tint) => ({ name: t(`${view.ruleset}.source_${source}`), tint, seats }))
    .filter(({ seats }) => seats.some(Boolean));
}

/**
 * @param {View} view
 * @param {number} seat
 * @param {Source[]} sources
 * @param {number} total
 * @param {number} most
 */
function bar(view, seat, sources, total, most) {
  const filled = sources.filter(({ seats }) => seats[seat] > 0);
  const length = el("span", { class: "bar" }, filled.map((source) => part(source, seat, most)));
  length.style.width = `${(100 * total) / most}%`;
  return el(
    "div",
    { class: "bar-row" },
    el("span", { class: "bar-who" }, badge(seat), el("span", { class: `bar-name name seat-${seat}` }, seatName(view, seat))),
    el("span", { class: "bar-room" }, length),
    el("span", { class: "bar-total" }, String(total)),
  );
}

/**
 * @param {Source} source
 * @param {number} seat
 * @param {number} most
 */
function part({ name, tint, seats }, seat, most) {
  const n = seats[seat];
  const element = el("span", { class: `bar-part tint-${tint}`, title: `${name}: ${n}` }, n / most >= ROOM && String(n));
  // With `flex-grow`, as percentages of rounded widths leave gaps at the end of a bar.
  element.style.flexGrow = String(n);
  return element;
}

/** @param {Source} source */
function legend({ name, tint }) {
  return el("li", {}, el("span", { class: `swatch tint-${tint}` }), name);
}

/**
 * @param {View} view
 * @param {Source[]} sources
 * @param {number[]} totals
 */
function table(view, sources, totals) {
  const head = [t("end.player"), ...sources.map(({ name }) => name), t("end.total")];
  const rows = view.seats.map(({ seat }) => [seatName(view, seat), ...sources.map(({ seats }) => seats[seat]), totals[seat]]);
  return spokenTable(t("end.points_title"), head, rows);
}
