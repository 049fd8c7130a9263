/** The time limit of a new game: its fields, and the deadline that follows from them. */

import { duration } from "../ui/duration.js";
import { choice } from "./choice.js";

/** Live games: the seconds that a player has for the whole game, and those that each turn adds. */
const LIVE = [[600, 30], [1200, 30], [1800, 30], [3600, 60]];

// The least seconds of a turn in a live game; without them the service would grant ten minutes.
const LEAST = 60;

/** The time limit, and the fields that only a limited game needs. */
export function timeFields() {
  const time = choice("time", "field_deadline", [["", "deadline_none"], ["1d", "deadline_day"], ["3d", "deadline_days"], ["7d", "deadline_week"], ...liveTimes()]);
  const atZero = choice("at_zero", "field_at_zero", [["nudge", "at_zero_nudge"], ["skip", "at_zero_skip"], ["bot", "at_zero_bot"], ["resign", "at_zero_resign"]]);
  const away = [
    choice("quiet_hours", "field_quiet_hours", [["", "quiet_hours_no"], ["yes", "quiet_hours_yes"]]),
    choice("vacation", "vacation", [["0", "vacation_no"], ["7", "vacation_week"], ["21", "vacation_weeks"]]),
  ];
  const update = () => {
    const { value } = /** @type {HTMLInputElement} */ (time.querySelector("input:checked"));
    atZero.hidden = value === "";
    for (const each of away) each.hidden = value === "" || isLive(value);
    // In a live game hardly anybody wants a clock without consequences.
    if (isLive(value) && atZero.querySelector("input:checked[value='nudge']")) check(atZero, "skip");
  };
  time.addEventListener("change", update);
  update();
  return [time, atZero, ...away];
}

/**
 * @param {Element} fieldset
 * @param {string} value
 */
function check(fieldset, value) {
  const input = fieldset.querySelector(`input[value='${value}']`);
  if (input instanceof HTMLInputElement) input.checked = true;
}

/** @returns {[string, string, Record<string, string>][]} */
function liveTimes() {
  return LIVE.map(([reserve, increment]) => [`${reserve}+${increment}`, "deadline_live", { time: duration(reserve), more: duration(increment) }]);
}

/** @param {string} value of the choice of time */
const isLive = (value) => value.includes("+");

/**
 * The terms of the deadline, null for none.
 * @param {(name: string) => string} text a field's
 */
export function deadlineOf(text) {
  const [time, atZero, vacation] = [text("time"), text("at_zero"), Number(text("vacation"))];
  if (!time) return null;
  const [reserve, increment] = time.split("+").map(Number);
  if (isLive(time)) return { reserve, increment, least: LEAST, at_zero: atZero };
  return { per_move: time, at_zero: atZero, ...(text("quiet_hours") && { quiet_hours: true }), ...(vacation && { vacation }) };
}
