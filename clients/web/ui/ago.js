/** Moments relative to now: "3 hours ago", "in 2 days", with the exact date as a tooltip. */

import { el } from "./dom.js";
import { now } from "./now.js";
import { language } from "./texts.js";

const UNITS = /** @type {const} */ ([
  ["year", 31536000],
  ["month", 2592000],
  ["week", 604800],
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
]);

// "In 1 week" is too coarse for a deadline, so a future time has no unit larger than days.
const TO_COME = UNITS.slice(3);

const relative = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
const exact = new Intl.DateTimeFormat(language, { dateStyle: "full", timeStyle: "short" });

/**
 * A past moment as an element; `refreshAgo` keeps its words up to date.
 * @param {string} moment ISO 8601
 */
export function ago(moment) {
  return el("time", { class: "ago", datetime: moment, title: exact.format(new Date(moment)) }, agoText(moment));
}

/**
 * A future moment as an element; `refreshAgo` keeps its words up to date.
 * @param {string} moment ISO 8601
 */
export function until(moment) {
  const title = exact.format(new Date(moment));
  return el("time", { class: "ago until", datetime: moment, title }, agoText(moment, true));
}

/**
 * Bring the moments in a part of the page up to date.
 * @param {Element} part
 */
export function refreshAgo(part) {
  for (const each of part.querySelectorAll("time.ago")) {
    const text = agoText(/** @type {HTMLTimeElement} */ (each).dateTime, each.classList.contains("until"));
    // Writing the same text again would end a reader's selection.
    if (each.textContent !== text) each.textContent = text;
  }
}

/**
 * @param {string} moment
 * @param {boolean} [isToCome] if false, a future moment counts as now, as a clock is wrong
 */
function agoText(moment, isToCome = false) {
  const left = (Date.parse(moment) - now()) / 1000;
  // Only the service says that time is up.
  if (isToCome) return left > 0 ? relative.format(...roundly(left)) : relative.format(0, "second");
  const [n, unit] = inUnits(Math.max(0, -left));
  return relative.format(-n, unit);
}

/**
 * @param {number} seconds
 * @returns {[number, Intl.RelativeTimeFormatUnit]}
 */
function inUnits(seconds) {
  const [unit, length] = UNITS.find(([, each]) => seconds >= each) ?? ["second", Infinity];
  return [Math.floor(seconds / length), unit];
}

/**
 * A length rounded to the largest unit of which it has at least two: 47 hours are two days.
 * @param {number} seconds
 * @returns {[number, Intl.RelativeTimeFormatUnit]}
 */
function roundly(seconds) {
  const [unit, length] = TO_COME.find(([, each]) => Math.round(seconds / each) > 1) ?? ["second", 1];
  return [Math.round(seconds / length), unit];
}
