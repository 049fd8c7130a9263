/** Acts of hosts: each asks for a reason, and the message that it is done offers to undo it. */

import { doAct } from "../api/host.js";
import { errorText } from "../api/http.js";
import { ago } from "../ui/ago.js";
import { button, openDialog, toast } from "../ui/controls.js";
import { el } from "../ui/dom.js";
import { has, t } from "../ui/texts.js";

/** The actions that undo others. */
const UNDOING = {
  game_closed: "game_reopened",
  game_unlisted: "game_listed",
  player_muted: "player_unmuted",
  player_made_host: "player_role_ended",
  player_made_moderator: "player_role_ended",
  player_suspended: "player_resumed",
  player_banned: "player_unbanned",
  network_banned: "network_unbanned",
};
const FOREVER = ["player_forgotten", "player_renamed", "handle_removed"];
const LONGEST_REASON = 200;

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
 * A text with a moment in its gap `when`, which counts on.
 * @param {string} code
 * @param {Record<string, string | number>} gaps
 * @param {string} moment
 * @returns {(Node | string)[]}
 */
export function withMoment(code, gaps, moment) {
  const [before, after] = t(code, { ...gaps, when: "\n" }).split("\n");
  return [before, ago(moment), after];
}

/**
 * A button that asks for a reason, then acts.
 * @param {string} action
 * @param {string} subject an id
 * @param {string} name of the subject, for people
 * @param {() => Promise<void> | void} done shows what has changed
 */
export function actButton(action, subject, name, done) {
  return button("small", actionText(action), null, () => askReason(action, subject, name, done));
}

/**
 * Ask for a reason, then act.
 * @param {string} action
 * @param {string} subject
 * @param {string} name
 * @param {() => Promise<void> | void} done
 */
export function askReason(action, subject, name, done) {
  const reason = el("input", { name: "reason", required: true, maxlength: String(LONGEST_REASON), autocomplete: "off" });
  const fault = el("p", { role: "alert", hidden: true });
  const act = async () => {
    fault.hidden = true;
    try {
      await doAct({ action, subject, reason: reason.value.trim() });
    } catch (error) {
      fault.textContent = errorText(error);
      fault.hidden = false;
      return;
    }
    dialog.close();
    const back = undoing(action);
    toast(t("host.done", { action: actionText(action), name }), back ? button("small", t("host.undo"), null, () => askReason(back, subject, name, done)) : null);
    await done();
  };
  const send = (/** @type {Event} */ event) => {
    event.preventDefault();
    act().catch((error) => toast(errorText(error)));
  };
  const hint = el("small", {}, t(action === "game_closed" ? "host.reason_told" : "host.reason_kept"));
  const isForever = FOREVER.includes(action) && el("p", {}, t("host.forever"));
  const label = el("label", { class: "field" }, el("span", {}, t("host.reason")), reason, hint);
  const submit = el("button", { type: "submit", class: "button main" }, el("span", { class: "label" }, actionText(action)));
  const dialog = openDialog(`${actionText(action)}: ${name}`, [el("form", { onsubmit: send }, isForever, label, fault, submit)], { close: t("back") });
  reason.focus();
}
