/** Until when a seat's player is on vacation. */

import { now } from "../../ui/now.js";
import { language } from "../../ui/texts.js";

/** @import { SeatClock } from "../../api/types.js" */

const date = new Intl.DateTimeFormat(language, { day: "numeric", month: "short" });

/**
 * The date until which a seat's player is on vacation, in words; empty unless it is to come.
 * @param {SeatClock} clock
 */
export function awayUntil({ vacation_until: until }) {
  return until && Date.parse(until) > now() ? date.format(new Date(until)) : "";
}
