/** Boards as text: a heading of `name: value` lines, a rule, and the rows. */

import { t } from "../ui/texts.js";

const RULE = "---";
export const LONGEST_TEXT = 20000;

/** The error of a text that is no board; it names the faulty line. */
export class TextFault extends Error {
  /**
   * @param {number} line from 1
   * @param {string} reason
   */
  constructor(line, reason) {
    super(t("boards.line", { line, reason }));
  }
}

/**
 * A text's heading, as lines with a name and a value, and its rows; each with its line number.
 * @param {string} text
 */
export function split(text) {
  if (text.length > LONGEST_TEXT) throw new TextFault(1, t("boards.text_long", { most: LONGEST_TEXT }));
  // Text from Windows ends its lines with both characters.
  const lines = text.replace(/\r/g, "").split("\n");
  const rule = lines.findIndex((line) => line.trim() === RULE);
  if (rule < 0) throw new TextFault(lines.length, t("boards.text_rule"));
  const heading = lines.slice(0, rule).flatMap((line, n) => (line.trim() ? [{ number: n + 1, ...pair(line, n + 1) }] : []));
  const rows = lines.slice(rule + 1).map((row, n) => ({ number: rule + n + 2, row }));
  while (rows.length && !rows[rows.length - 1].row.trim()) rows.pop();
  return { heading, rows };
}

/**
 * @param {string} line
 * @param {number} number
 */
function pair(line, number) {
  const [, name, value] = /^\s*(\w+)\s*:(.*)$/.exec(line) ?? [];
  if (!name) throw new TextFault(number, t("boards.text_heading"));
  return { name, value: value.trim() };
}

/**
 * @param {string[]} heading
 * @param {string[]} rows
 */
export const join = (heading, rows) => [...heading, RULE, ...rows, ""].join("\n");
