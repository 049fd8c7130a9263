/** The side of a game's page: the names of its tabs, and the buttons below them. */

import { tools } from "../game/tools/tools.js";
import { connectTabs } from "../ui/controls.js";
import { byId } from "../ui/dom.js";
import { t } from "../ui/texts.js";

/** @import { Move } from "../api/types.js" */
/** @import { Table } from "../game/state/state.js" */

/**
 * @typedef {object} Actions of the page
 * @property {Table} table
 * @property {() => void} draw
 * @property {(act: () => Promise<unknown>) => void} command
 * @property {() => void} resign
 * @property {(move: Move) => Promise<void>} send
 * @property {(rule: string) => void} rules opens a rule
 * @property {(error: unknown) => void} refuse shows an error
 */

/** @param {Actions} page */
export function fillSide(page) {
  byId("tab-log").textContent = t("tab_log");
  byId("tab-scores").textContent = t("tab_scores");
  connectTabs(byId("tabs"), () => page.draw());
  const acts = {
    text: () => openText(page).catch((error) => page.refuse(error)),
    moreTime: () => moreTime(page),
    pause: () => page.command(() => page.table.command((version) => page.table.api.pause(false, version))),
    vacation: () => vacation(page).catch((error) => page.refuse(error)),
    mute: () => mute(page).catch((error) => page.refuse(error)),
    resign: () => page.resign(),
    failed: (/** @type {unknown} */ error) => page.refuse(error),
  };
  byId("share").append(...tools(page.table, acts));
}

/** @param {Actions} page */
async function moreTime(page) {
  const { askTime } = await import("../game/tools/extension.js");
  askTime(page.table, (send) => page.command(() => page.table.command(send)));
}

/** @param {Actions} page */
async function vacation(page) {
  const { openVacation } = await import("../game/tools/vacation.js");
  await openVacation(page.table, (act) => page.command(act));
}

/** @param {Actions} page */
async function mute({ table }) {
  const { toggleMuted } = await import("../game/notices/notices.js");
  await toggleMuted(table);
}

/** @param {Actions} page */
async function openText(page) {
  const { showText } = await import("../game/keyboard/textboard.js");
  await showText(page.table, (move) => page.send(move), (rule) => page.rules(rule));
}
