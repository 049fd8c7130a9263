/** Lengths of time in words: "2 days", "36 hours", "30 seconds". */

import { language } from "./texts.js";

const UNITS = /** @type {const} */ ([
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
]);

// Above ten minutes, seconds do not matter: 905 s are "16 minutes".
const LONG = 600;

/** @param {number} seconds */
export function duration(seconds) {
  const [unit, length] = UNITS.find(([, each]) => seconds % each === 0) ?? (seconds > LONG ? ["minute", 60] : ["second", 1]);
  return new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(Math.ceil(seconds / length));
}
