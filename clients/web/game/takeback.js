/** Undo, redo and restarting a turn, some with the others' consent; the service decides what is allowed. */

import { banner, button, toast } from "../ui/controls.js";
import { el } from "../ui/dom.js";
import { listed, t } from "../ui/texts.js";
import { seatName } from "./sentences.js";

/** @import { View, Way } from "../api/types.js" */
/** @import { Table } from "./state.js" */

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
 * The buttons; a disabled one tells why.
 * @param {Table} table
 * @param {(send: (version: number) => Promise<any>) => void} command
 */
export function takeBackBar(table, command) {
  const you = table.view?.undo.you;
  if (!table.view || !you || table.view.broken) return null;
  const undo = (/** @type {Way} */ way) => () => command((version) => table.api.undo(Number(way.to), version));
  const redo = () => command((version) => table.api.redo(version));
  const label = you.back.leave === "consent" ? t("undo_ask") : t("undo");
  return el(
    "div",
    { class: "takeback" },
    guardedButton(label, table.view, you.back, undo(you.back)),
    guardedButton(t("restart"), table.view, you.restart, undo(you.restart), t("restart_nothing")),
    guardedButton(t("redo"), table.view, you.redo, redo),
  );
}

/**
 * @param {string} label
 * @param {View} view
 * @param {Way} way
 * @param {() => void} act
 * @param {string} [nothing] the reason when there is nothing to undo
 */
function guardedButton(label, view, way, act, nothing = t("undo_nothing")) {
  const reason = reasonOf(view, way, nothing);
  const control = button("small", label, null, () => (way.leave ? act() : toast(reason)));
  if (!way.leave) control.setAttribute("aria-disabled", "true");
  if (reason) control.title = reason;
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

/**
 * The banner of a request to undo.
 * @param {Table} table
 * @param {(send: (version: number) => Promise<any>) => void} command
 */
export function consentBanner(table, command) {
  const { view, seat } = table;
  const request = view?.undo.request;
  if (!view || !request || seat === null || view.status !== "live" || view.broken) return null;
  const answer = (/** @type {boolean} */ accept) => () =>
    command((version) => table.api.answerUndo(accept, version));
  const { to } = request;
  if (request.seat === seat) {
    const names = listed(request.waiting_for.map((other) => seatName(view, other)));
    return banner(t("consent_yours", { to, names }), [button("small", t("consent_withdraw"), null, answer(false))]);
  }
  const isAsked = request.waiting_for.includes(seat);
  return banner(t("consent_wanted", { to, name: seatName(view, request.seat) }), [
    isAsked && button("small main", t("consent_yes"), null, answer(true)),
    isAsked && button("small", t("consent_no"), null, answer(false)),
  ]);
}
