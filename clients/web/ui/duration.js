/** Lengths of time in words: "2 days", "36 hours". */

import { language } from "./texts.js";

const UNITS = /** @type {const} */ ([
  ["day", 86400],
  ["hour", 3600],
]);

/** @param {number} seconds */
export function duration(seconds) {
  const [unit, length] = UNITS.find(([, each]) => seconds % each === 0) ?? ["minute", 60];
  return new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(Math.ceil(seconds / length));
}
