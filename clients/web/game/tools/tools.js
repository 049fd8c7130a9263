/** The tools of a game as buttons in groups: sharing, exploring, checking, resigning. */

import { isHeld } from "../../api/views.js";
import { byId, el } from "../../ui/dom.js";
import { lineIcon } from "../../ui/icons.js";
import { t } from "../../ui/texts.js";
import { withTip } from "../../ui/tips.js";
import { branch } from "./study.js";

/** @import { View } from "../../api/types.js" */
/** @import { IconName } from "../../ui/icons.js" */
/** @import { Table } from "../state/state.js" */

/**
 * @typedef {object} ToolActs
 * @property {() => void} text shows the position as text
 * @property {() => void} moreTime asks the others for more time
 * @property {() => void} pause asks the others for a pause
 * @property {() => void} vacation
 * @property {() => void} mute stops notices about the game, or resumes them
 * @property {() => void} resign
 * @property {(error: unknown) => void} failed
 */

/**
 * All the buttons; `showTools` hides those that do not apply.
 * @param {Table} table
 * @param {ToolActs} acts
 */
export function tools(table, acts) {
  const share = () => import("./share.js").then(({ openShare }) => openShare(table)).catch(acts.failed);
  const study = () => branch(table).catch(acts.failed);
  return [
    group(
      tool("share-tool", "link", t("share_tool"), t("share_hint"), share),
      tool("branch", "branch", t("study_branch"), t("study_hint"), study),
      tool("as-text", "text", t("text_board"), t("text_hint"), acts.text),
    ),
    group(
      tool("animation", "film", t("animation"), t("animation_hint"), () => animate(table)),
      tool("export", "save", t("export"), t("export_hint"), table.api.exportAddress()),
      tool("audit", "check", t("audit"), t("audit_hint"), `docs/audit?game=${table.api.path.slice(6)}${location.hash}`),
    ),
    group(
      tool("more-time", "glass", t("more_time"), t("more_time_hint"), acts.moreTime),
      tool("pause", "pause", t("pause"), t("pause_hint"), acts.pause),
      tool("vacation", "sun", t("vacation"), t("vacation_hint"), acts.vacation),
      tool("mute", "mute", t("mute"), t("mute_hint"), acts.mute),
      tool("resign", "flag", t("resign"), t("resign_hint"), acts.resign),
    ),
  ];
}

/** @param {Table} table */
export function showTools(table) {
  const { view, seat } = table;
  if (!view) return;
  byId("branch").hidden = view.state === null;
  for (const id of ["animation", "export", "audit"]) byId(id).hidden = view.status !== "finished";
  byId("more-time").hidden = !canAskTime(view, seat);
  byId("pause").hidden = seat === null || !view.clock || Boolean(view.clock.request ?? view.clock.paused) || view.status !== "live" || isHeld(view);
  byId("vacation").hidden = seat === null || view.clock?.seats[seat]?.vacation_left === undefined || view.status !== "live";
  byId("mute").hidden = !canMute(table);
  byId("resign").hidden = seat === null || view.status !== "live" || isHeld(view);
}

/**
 * Whether the player gets notices of the game's turns: only in a game with other people.
 * @param {Table} table
 */
export function canMute({ seat, view }) {
  return seat !== null && view?.status === "live" && !view.study && view.seats.some(({ bot, player_id: player }, n) => n !== seat && player && !bot);
}

/**
 * Whether a seat can ask for more time now.
 * @param {View} view
 * @param {number | null} seat
 */
function canAskTime(view, seat) {
  const { clock, status } = view;
  const own = seat === null ? undefined : clock?.seats[seat];
  return status === "live" && !isHeld(view) && !clock?.request && Boolean(own?.due) && !own?.expired;
}

/** @param {Table} table */
async function animate(table) {
  const { openAnimation } = await import("./animation.js");
  await openAnimation(table);
}

/** @param {...HTMLElement} members */
const group = (...members) => el("div", { class: "tool-group" }, members);

/**
 * @param {string} id
 * @param {IconName} icon
 * @param {string} label
 * @param {string} hint
 * @param {string | (() => void)} act a link's address, or the action of a button
 */
function tool(id, icon, label, hint, act) {
  const face = [lineIcon(icon), el("span", { class: "label" }, label)];
  // A button that leads to another page is a link, so that it can open in a new tab.
  const control =
    typeof act === "string"
      ? el("a", { id, class: "labelled-tool", href: act }, face)
      : el("button", { id, type: "button", class: "labelled-tool", onclick: act }, face);
  return withTip(control, hint);
}
