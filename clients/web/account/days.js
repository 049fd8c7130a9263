/** Days in words: today, yesterday, two weeks ago. */

import { el } from "../ui/dom.js";
import { language } from "../ui/texts.js";

const DAY = 86400000;
const UNITS = /** @type {const} */ ([["year", 365], ["month", 30], ["week", 7], ["day", 1]]);

const relative = new Intl.RelativeTimeFormat(language, { numeric: "auto" });

/**
 * A past day as an element.
 * @param {string} day as in 2026-11-22, UTC
 */
export function dayWords(day) {
  // The service stores days in UTC without hours, as it writes a device's last use once a day.
  const today = new Date().toISOString().slice(0, 10);
  const days = Math.max(0, Math.round((Date.parse(today) - Date.parse(day)) / DAY));
  const [unit, length] = UNITS.find(([, each]) => days >= each) ?? ["day", 1];
  return el("time", { datetime: day }, relative.format(-Math.floor(days / length), unit));
}
