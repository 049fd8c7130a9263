/**
 * Undo, redo and restarting a turn, with the others' consent if needed; the service says what is
 * allowed.
 */

import { isHeld } from "../../api/views.js";
import { button, toast } from "../../ui/controls.js";
import { el } from "../../ui/dom.js";
import { lineIcon } from "../../ui/icons.js";
import { t } from "../../ui/texts.js";
import { withTip } from "../../ui/tips.js";
import { seatName } from "../words/sentences.js";

/** @import { View, Way } from "../../api/types.js" */
/** @import { IconName } from "../../ui/icons.js" */
/** @import { Table } from "../state/state.js" */

// A phone's row of buttons has room for labels; the style sheet has the same width.
const hasIcons = () => matchMedia("(min-width: 901px)").matches;

/** @type {Record<string, string>} texts of the reasons, by the service's code */
const REASONS = {
  nothing_to_undo: "undo_nothing",
  undo_off: "undo_is_off",
  drawn_stays: "undo_drawn",
  undo_pending: "undo_pending",
  nothing_to_redo: "redo_nothing",
  redo_not_yours: "redo_other",
};

/**
 * The buttons; a disabled one says why.
 * @param {Table} table
 * @param {(send: (version: number) => Promise<any>) => void} command
 */
export function takeBackBar(table, command) {
  const you = table.view?.undo.you;
  if (!table.view || !you || isHeld(table.view)) return null;
  const undo = (/** @type {Way} */ way) => () => command((version) => table.api.undo(Number(way.to), version));
  const redo = () => command((version) => table.api.redo(version));
  const label = you.back.leave === "consent" ? t("undo_ask") : t("undo");
  return el(
    "div",
    { class: "takeback" },
    guardedButton("undo", label, table.view, you.back, undo(you.back)),
    guardedButton("restart", t("restart"), table.view, you.restart, undo(you.restart), t("restart_nothing")),
    guardedButton("redo", t("redo"), table.view, you.redo, redo),
  );
}

/**
 * @param {IconName} icon
 * @param {string} label
 * @param {View} view
 * @param {Way} way
 * @param {() => void} act
 * @param {string} [nothing] the reason when there is nothing to undo
 */
function guardedButton(icon, label, view, way, act, nothing = t("undo_nothing")) {
  const reason = reasonOf(view, way, nothing);
  const control = button("small take", label, null, () => (way.leave ? act() : toast(reason)));
  // Not `disabled`, which would ignore the tap that asks for the reason.
  if (!way.leave) control.setAttribute("aria-disabled", "true");
  control.prepend(lineIcon(icon));
  return named(reason ? withTip(control, reason) : control, label, reason);
}

/**
 * Name an icon by its tip, where the button has no room for its label.
 * @param {HTMLElement} control
 * @param {string} label
 * @param {string} reason
 */
function named(control, label, reason) {
  if (!hasIcons()) return control;
  control.setAttribute("data-tip", [label, reason].filter(Boolean).join(": "));
  return control;
}

/**
 * @param {View} view
 * @param {Way} way
 * @param {string} nothing
 */
function reasonOf(view, { leave, refused }, nothing) {
  if (leave === "consent") return t("undo_by_consent");
  if (!refused) return "";
  if (refused === "nothing_to_undo") return nothing;
  return t(REASONS[refused] ?? "undo_nothing", { name: seatName(view, view.undo.redo) });
}
