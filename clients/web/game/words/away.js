/** The vacation of a seat's player. */

import { now } from "../../ui/now.js";
import { language } from "../../ui/texts.js";

/** @import { SeatClock } from "../../api/types.js" */

const date = new Intl.DateTimeFormat(language, { day: "numeric", month: "short" });

/**
 * The last date of the vacation of a seat's player, in words; empty if there is none or it is over.
 * @param {SeatClock} clock
 */
export function awayUntil({ vacation_until: until }) {
  // A vacation that is over stays in the view until the next event, so compare its date.
  return until && Date.parse(until) > now() ? date.format(new Date(until)) : "";
}
