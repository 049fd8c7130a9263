/** Acts of hosts: each asks for a reason, and the message that it is done offers to undo it. */

import { field } from "../account/fields.js";
import { doAct } from "../api/host.js";
import { ago } from "../ui/ago.js";
import { button, openDialog, toast } from "../ui/controls.js";
import { el } from "../ui/dom.js";
import { now } from "../ui/now.js";
import { has, language, t } from "../ui/texts.js";
import { reasonInput, sendingForm } from "./hostforms.js";
import { showFailure } from "./hostfailures.js";

/** The actions that undo others. */
const UNDOING = {
  game_closed: "game_reopened",
  game_unlisted: "game_listed",
  title_removed: "title_restored",
  board_removed: "board_restored",
  player_muted: "player_unmuted",
  player_made_host: "player_role_ended",
  player_made_moderator: "player_role_ended",
  player_suspended: "player_resumed",
  player_banned: "player_unbanned",
  network_banned: "network_unbanned",
};
const FOREVER = ["player_forgotten", "player_renamed", "handle_removed"];

/**
 * The actions that end by themselves, with the usual and the largest number of days.
 * @type {Record<string, {usual: number, most: number}>}
 */
const ENDING = {
  player_suspended: { usual: 7, most: 366 },
  player_banned: { usual: 365, most: 3660 },
  network_banned: { usual: 30, most: 90 },
};
const DAY = 86_400_000;
// The service counts the longest end by its own clock, which may be a little behind.
const MARGIN = 60_000;

/**
 * The action that undoes another one, if any does.
 * @param {string} action
 * @returns {string | undefined}
 */
export const undoing = (action) => /** @type {Record<string, string>} */ (UNDOING)[action];

/**
 * An action in words.
 * @param {string} action
 */
export const actionText = (action) => (has(`host.act_${action}`) ? t(`host.act_${action}`) : action);

/**
 * A text with a moment in its gap `when`, in words relative to now.
 * @param {string} code
 * @param {Record<string, string | number>} gaps
 * @param {string} moment
 * @returns {(Node | string)[]}
 */
export function withMoment(code, gaps, moment) {
  const [before, after] = t(code, { ...gaps, when: "\n" }).split("\n");
  return [before, ago(moment), after];
}

/** @param {string} moment */
export const timeText = (moment) => new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(new Date(moment));

/**
 * A button that asks for a reason, then acts.
 * @param {string} action
 * @param {string | null} subject an id; null to ask for it
 * @param {string} name of the subject, for people
 * @param {() => Promise<void>} done shows what has changed
 */
export function actButton(action, subject, name, done) {
  return button("small", actionText(action), null, () => askReason(action, subject, name, done));
}

/**
 * Ask for a reason, then act.
 * @param {string} action
 * @param {string | null} subject
 * @param {string} name
 * @param {() => Promise<void>} done
 */
export function askReason(action, subject, name, done) {
  const network = el("input", { name: "subject", required: true, maxlength: "100", autocomplete: "off", spellcheck: false });
  const days = daysInput(action);
  const reason = reasonInput();
  const act = async () => {
    const until = days && endAfter(Number(days.value || days.max), Number(days.max));
    const answer = await doAct({ action, subject: subject ?? network.value.trim(), reason: reason.value.trim(), ...(until && { until }) });
    dialog.close();
    // The log names a network by its ban alone, as its address is not kept.
    tellDone(action, answer.subject, name || network.value.trim(), done);
    await done().catch(showFailure);
  };
  const content = [
    FOREVER.includes(action) && el("p", {}, t("host.forever")),
    subject === null && field("host.network", network, "host.network_hint"),
    days && el("label", { class: "field" }, el("span", {}, t("host.days")), days, el("small", {}, t("host.days_hint", { n: days.max }))),
    field("host.reason", reason, action === "game_closed" || days ? "host.reason_told" : "host.reason_kept"),
  ];
  const title = [actionText(action), name].filter(Boolean).join(": ");
  const dialog = openDialog(title, [sendingForm(actionText(action), content, act)], { close: t("back") });
  (subject === null ? network : reason).focus();
}

/**
 * A message with a button that undoes the act, where that can be.
 * @param {string} action
 * @param {string} subject
 * @param {string} name
 * @param {() => Promise<void>} done
 */
function tellDone(action, subject, name, done) {
  const back = undoing(action);
  toast(t("host.done", { action: actionText(action), name }), back ? button("small", t("host.undo"), null, () => askReason(back, subject, name, done)) : null);
}

/**
 * The input for the days after which an act ends by itself; null if it does not.
 * @param {string} action
 */
function daysInput(action) {
  const ending = ENDING[action];
  if (!ending) return null;
  return el("input", { name: "days", type: "number", min: "1", max: String(ending.most), value: String(ending.usual), inputmode: "numeric", autocomplete: "off" });
}

/**
 * @param {number} days
 * @param {number} most
 */
const endAfter = (days, most) => new Date(now() + Math.min(days * DAY, most * DAY - MARGIN)).toISOString();
