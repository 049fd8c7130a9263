/** Whose time runs out when, and what happens then: a line of the prompt in games with a deadline. */

import { until } from "../ui/ago.js";
import { byId, el } from "../ui/dom.js";
import { language, t } from "../ui/texts.js";
import { loadPace } from "./pace.js";
import { seatName } from "./sentences.js";

/** @import { View } from "../api/types.js" */
/** @import { Table } from "./state.js" */

const WHEN = /** @type {const} */ ({ weekday: "short", day: "numeric", month: "short", hour: "numeric", minute: "2-digit" });

export { loadPace };

/**
 * Add the line to the prompt, but not in a look back.
 * @param {Table} table
 */
export function showDeadline({ view, cursor }) {
  const line = view && cursor === null && deadlineLine(view);
  if (line) byId("panel").querySelector(".prompt")?.append(line);
}

/**
 * The line of the player's own time, else of the time that is up first; nothing if none runs.
 * @param {View} view the newest
 */
export function deadlineLine(view) {
  const { viewer, deadline, status } = view;
  const own = clocks(view).find(({ seat }) => seat === viewer.seat) ?? clocks(view)[0];
  if (!own?.due || !deadline || status !== "live") return null;
  const whose = own.seat === viewer.seat ? t("pace.yours") : t("pace.theirs", { name: seatName(view, own.seat) });
  if (own.expired) return el("p", { class: "deadline" }, `${whose}: ${t("time_up")}`);
  const date = new Intl.DateTimeFormat(language, WHEN).format(new Date(own.due));
  return el("p", { class: "deadline" }, `${whose} ${t("pace.ends")} `, until(own.due, true), ` (${date}); ${t(`pace.${deadline.at_zero}`)}`);
}

/**
 * The clocks that run, the first to end first.
 * @param {View} view
 */
function clocks({ clock }) {
  const running = (clock?.seats ?? []).filter(({ due }) => due);
  return running.sort((one, other) => String(one.due).localeCompare(String(other.due)));
}
