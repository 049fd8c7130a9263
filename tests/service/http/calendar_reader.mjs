/** Reads a calendar from stdin with ical.js, as Thunderbird does, and prints its events and alarms as JSON. */

import { text } from "node:stream/consumers";
import ICAL from "../../../clients/web/node_modules/ical.js/dist/ical.js";

ICAL.design.strict = true;

function read(component) {
  const { uid, startDate, summary, component: event } = new ICAL.Event(component);
  const alarms = event.getAllSubcomponents("valarm").map((alarm) => moment(alarm.getFirstPropertyValue("trigger")));
  return { uid, start: moment(startDate), summary, url: event.getFirstPropertyValue("url"), alarms };
}

/** Anything but a moment, such as a duration that none was read into, is shown as it is. */
function moment(value) {
  return value instanceof ICAL.Time ? value.toJSDate().toISOString() : String(value);
}

const calendar = new ICAL.Component(ICAL.parse(await text(process.stdin)));
console.log(JSON.stringify(calendar.getAllSubcomponents("vevent").map(read)));
