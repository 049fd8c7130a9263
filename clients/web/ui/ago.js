/** Moments told from now: "3 hours ago", "in 2 days", with the exact date as a tooltip. */

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

/** A week is too coarse for what is still to come. */
const TO_COME = UNITS.slice(3);

/** Below so many seconds those beside the minutes are told, too: in a live game a minute is long. */
const SOON = 600;

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
 * A moment to come as an element; `refreshAgo` keeps its words right.
 * @param {string} moment ISO 8601
 * @param {boolean} [isExact] told to the second when it is near, and to be refreshed each second then
 */
export function until(moment, isExact = false) {
  const title = exact.format(new Date(moment));
  const name = isExact ? "ago until exact" : "ago until";
  return el("time", { class: name, datetime: moment, title }, agoText(moment, true, isExact));
}

/**
 * Bring the moments in a part of the page up to date.
 * @param {Element} part
 * @param {string} [which] the class of those to look at
 */
export function refreshAgo(part, which = "ago") {
  for (const each of part.querySelectorAll(`time.${which}`)) {
    const { classList } = each;
    const text = agoText(/** @type {HTMLTimeElement} */ (each).dateTime, classList.contains("until"), classList.contains("exact"));
    if (each.textContent !== text) each.textContent = text;
  }
}

/**
 * @param {string} moment
 * @param {boolean} [isToCome] else a moment that lies ahead, by a clock that is wrong, is now
 * @param {boolean} [isExact]
 */
function agoText(moment, isToCome = false, isExact = false) {
  const left = (Date.parse(moment) - Date.now()) / 1000;
  if (isToCome && left > 0) return isExact && left < SOON ? exactly(Math.ceil(left)) : relative.format(...roundly(left));
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
 * "in 4:05 minutes", "in 45 seconds".
 * @param {number} seconds
 */
function exactly(seconds) {
  if (seconds < 60) return relative.format(seconds, "second");
  const told = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  // No browser's relative time has two units: the words are those of several minutes.
  return relative.formatToParts(9, "minute").map(({ type, value }) => (type === "integer" ? told : value)).join("");
}

/**
 * The nearest number of the largest unit of which there are two: 23 hours more than a day are two days.
 * @param {number} seconds
 * @returns {[number, Intl.RelativeTimeFormatUnit]}
 */
function roundly(seconds) {
  const [unit, length] = TO_COME.find(([, each]) => Math.round(seconds / each) > 1) ?? ["second", 1];
  return [Math.round(seconds / length), unit];
}
