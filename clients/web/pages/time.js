/** The time limit of a new game: its choice, what it means, and the deadline that follows from it. */

import { wholePace } from "../game/words/pace.js";
import { usualTurns } from "../rulesets.js";
import { duration } from "../ui/duration.js";
import { el, refill } from "../ui/dom.js";
import { language, t } from "../ui/texts.js";
import { choice } from "./choice.js";

/** @import { Deadline } from "../api/types.js" */

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86400;

// The least seconds of a turn in a live game; without them the service would grant ten minutes.
const LEAST = MINUTE;

/**
 * The limits on offer, by the value of their choice.
 * @type {Record<string, Partial<Deadline>>}
 */
const LIMITS = {
  live: { reserve: 10 * MINUTE, increment: 30, least: LEAST },
  hour: { reserve: HOUR, least: LEAST },
  day: { per_move: DAY },
  days: { per_move: 3 * DAY },
  bank: { reserve: 7 * DAY, increment: 12 * HOUR },
};

/** What happens when time is up; the first is the default, so that no vanished player stops a game. */
const AT_ZERO = ["bot", "skip", "resign", "nudge"];

/** The time limit, and the fields that only a limited game needs. */
export function timeFields() {
  const time = choice("time", "field_deadline", [["", "setup.limit_none"], ...Object.entries(LIMITS).map(limitOption)]);
  const means = el("p", { class: "note means", "aria-live": "polite" });
  const atZero = choice("at_zero", "setup.at_zero", AT_ZERO.map((each) => [each, `setup.zero_${each}`]));
  const away = [
    choice("quiet_hours", "field_quiet_hours", [["", "quiet_hours_no"], ["yes", "quiet_hours_yes"]]),
    choice("vacation", "vacation", [["0", "vacation_no"], ["7", "vacation_week"], ["21", "vacation_weeks"]]),
  ];
  const update = () => {
    const { value } = /** @type {HTMLInputElement} */ (time.querySelector("input:checked"));
    atZero.hidden = value === "";
    // A night would hold up everybody who sits at a live game.
    for (const each of away) each.hidden = value === "" || isLive(value);
  };
  time.append(means);
  time.addEventListener("change", update);
  update();
  return [time, atZero, ...away];
}

/**
 * @param {[string, Partial<Deadline>]} limit
 * @returns {[string, string, Record<string, string>]}
 */
function limitOption([value, { reserve, increment }]) {
  return [value, `setup.limit_${value}`, { time: duration(reserve ?? 0), more: duration(increment ?? 0) }];
}

/** @param {string} value of the choice of time */
const isLive = (value) => LIMITS[value]?.least === LEAST;

/**
 * Say below the choice what it means for such a game.
 * @param {Element} form
 * @param {string} value of the choice of time
 * @param {{ruleset: string, board: string, seats: number, people: number}} game
 */
export function sayMeaning(form, value, { ruleset, board, seats, people }) {
  const turns = usualTurns(ruleset, board, seats);
  const what = t(`setup.means_${value === "hour" ? "live" : value || "none"}`);
  const means = form.querySelector(".means");
  if (means) refill(means, [what, turns && lasting(value, turns, people)].filter(Boolean).join(" "));
}

/**
 * @param {string} value of the choice of time
 * @param {number} turns
 * @param {number} people
 */
function lasting(value, turns, people) {
  const limit = LIMITS[value];
  if (!limit) return t("setup.lasts_open", { turns });
  return t("setup.lasts", { turns, time: roughly(longest(limit, turns) * people) });
}

/**
 * The most seconds that a player can take for so many turns.
 * @param {Partial<Deadline>} limit
 * @param {number} turns
 */
export function longest({ per_move: perMove, reserve, increment, least }, turns) {
  if (perMove) return perMove * turns;
  // Once the reserve is used up, a turn still has its least time.
  return (reserve ?? 0) + turns * Math.max(increment ?? 0, least ?? 0);
}

/** The units of `roughly`, each with the seconds from which it is used. */
const UNITS = /** @type {const} */ ([["week", 7 * DAY, 14 * DAY], ["day", DAY, 2 * DAY], ["hour", HOUR, 2 * HOUR], ["minute", MINUTE, 0]]);

/** @param {number} seconds */
function roughly(seconds) {
  const [unit, length] = UNITS.find(([, , from]) => seconds >= from) ?? UNITS[3];
  return new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(Math.round(seconds / length));
}

/**
 * The terms of the deadline, null for none.
 * @param {(name: string) => string} text a field's
 */
export function deadlineOf(text) {
  const limit = LIMITS[text("time")];
  if (!limit) return null;
  const vacation = Number(text("vacation"));
  const away = isLive(text("time")) ? {} : { ...(text("quiet_hours") && { quiet_hours: true }), ...(vacation && { vacation }) };
  return { ...limit, at_zero: text("at_zero"), ...away };
}

/**
 * The limit and what happens at its end, in words.
 * @param {(name: string) => string} text a field's
 */
export function timeText(text) {
  const deadline = deadlineOf(text);
  return deadline ? wholePace(/** @type {Deadline} */ (deadline)) : t("setup.no_limit");
}
