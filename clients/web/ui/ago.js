/** Moments told from now: "3 hours ago", with the exact date as a tooltip. */

import { el } from "./dom.js";
import { language } from "./texts.js";

const UNITS = /** @type {const} */ ([
  ["year", 31536000],
  ["month", 2592000],
  ["week", 604800],
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
]);

const relative = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
const exact = new Intl.DateTimeFormat(language, { dateStyle: "full", timeStyle: "short" });

/**
 * A moment as an element; `refreshAgo` keeps its words right.
 * @param {string} moment ISO 8601
 */
export function ago(moment) {
  return el("time", { class: "ago", datetime: moment, title: exact.format(new Date(moment)) }, agoText(moment));
}

/**
 * Bring the moments in a part of the page up to date.
 * @param {Element} part
 */
export function refreshAgo(part) {
  for (const each of part.querySelectorAll("time.ago")) {
    const text = agoText(/** @type {HTMLTimeElement} */ (each).dateTime);
    if (each.textContent !== text) each.textContent = text;
  }
}

/** @param {string} moment */
function agoText(moment) {
  const seconds = Math.max(0, (Date.now() - Date.parse(moment)) / 1000);
  const [unit, length] = UNITS.find(([, each]) => seconds >= each) ?? ["second", Infinity];
  return relative.format(-Math.floor(seconds / length), unit);
}
