/** The prompt's line in games with a deadline: whose time runs out, when, and what happens then. */

import { until } from "../../ui/ago.js";
import { byId, el } from "../../ui/dom.js";
import { now } from "../../ui/now.js";
import { language, t } from "../../ui/texts.js";
import { loadPace } from "../words/pace.js";
import { seatName } from "../words/sentences.js";

/** @import { View } from "../../api/types.js" */
/** @import { Table } from "../state/state.js" */

const WHEN = /** @type {const} */ ({ weekday: "short", day: "numeric", month: "short", hour: "numeric", minute: "2-digit" });

// Below ten minutes, show seconds: in a live game a minute is long.
const SOON = 600;
const TICK_MILLISECONDS = 1000;

const relative = new Intl.RelativeTimeFormat(language, { numeric: "auto" });

let ticking = false;

export { loadPace };

/**
 * Add the line to the prompt, except at an earlier moment.
 * @param {Table} table
 */
export function showDeadline({ view, cursor }) {
  const line = view && cursor === null && deadlineLine(view);
  if (line) byId("panel").querySelector(".prompt")?.append(line);
  // One timer for as long as the page is open: the prompt is redrawn with every event.
  if (!ticking) setInterval(tick, TICK_MILLISECONDS);
  ticking = true;
  tick();
}

/** Show near times to the second, in the line and at the seats. */
function tick() {
  for (const each of byId("main").querySelectorAll("time.until")) {
    const text = nearText(/** @type {HTMLTimeElement} */ (each).dateTime);
    // `refreshAgo` updates every "ago", but shows no seconds.
    each.classList.toggle("ago", text === null);
    if (text !== null && each.textContent !== text) each.textContent = text;
  }
}

/**
 * "in 4:05 minutes", "in 45 seconds"; null for a moment that is not near.
 * @param {string} moment
 */
function nearText(moment) {
  const left = Math.max(0, Math.ceil((Date.parse(moment) - now()) / 1000));
  if (left >= SOON) return null;
  if (left < 60) return relative.format(left, "second");
  const minutes = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  // `Intl.RelativeTimeFormat` has one unit only, so take its words for nine minutes.
  return relative.formatToParts(9, "minute").map(({ type, value }) => (type === "integer" ? minutes : value)).join("");
}

/**
 * The line about the player's own time, or else about the time that runs out first; nothing if no
 * time runs.
 * @param {View} view the newest
 */
export function deadlineLine(view) {
  const { viewer, deadline, status } = view;
  const own = clocks(view).find(({ seat }) => seat === viewer.seat) ?? clocks(view)[0];
  if (!own?.due || !deadline || status !== "live") return null;
  const whose = own.seat === viewer.seat ? t("pace.yours") : t("pace.theirs", { name: seatName(view, own.seat) });
  if (own.expired) return el("p", { class: "deadline" }, `${whose}: ${t("time_up")}`);
  const near = nearText(own.due);
  const ends = near === null ? until(own.due) : el("time", { class: "until", datetime: own.due }, near);
  const date = new Intl.DateTimeFormat(language, WHEN).format(new Date(own.due));
  return el("p", { class: "deadline" }, `${whose} ${t("pace.ends")} `, ends, ` (${date}); ${t(`pace.${deadline.at_zero}`)}`);
}

/**
 * The running clocks, the first to run out first.
 * @param {View} view
 */
function clocks({ clock }) {
  const running = (clock?.seats ?? []).filter(({ due }) => due);
  return running.sort((one, other) => String(one.due).localeCompare(String(other.due)));
}
