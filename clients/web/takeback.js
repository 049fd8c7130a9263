/** Taking back: undo, redo, the turn again, and the wish that needs consent. */

import { el } from "./dom.js";
import { banner, button, toast } from "./controls.js";
import { seatName } from "./sentences.js";
import { listed, t } from "./texts.js";

/** @import { Table } from "./state.js" */
/** @import { View } from "./types.js" */

/** @typedef {{to: number | null, reason: string, asks: boolean}} Step */

/**
 * The buttons, each with the reason where it may not be used.
 * @param {Table} table
 * @param {(send: (version: number) => Promise<any>) => void} command
 */
export function takeBackBar(table, command) {
  const view = table.view;
  if (!view || view.status !== "live" || table.seat === null) return null;
  const one = undoStep(table, view);
  const turn = restartStep(table, view);
  const undo = (/** @type {Step} */ step) => command((version) => table.api.undo(Number(step.to), version));
  const redone = redoReason(view, table.seat);
  return el(
    "div",
    { class: "takeback" },
    guarded(one.asks ? t("undo_ask") : t("undo"), one.reason, one.to === null, () => undo(one)),
    guarded(t("restart"), turn.reason, turn.to === null, () => undo(turn)),
    guarded(t("redo"), redone, redone !== "", () => command((version) => table.api.redo(version))),
  );
}

/**
 * @param {string} label
 * @param {string} reason
 * @param {boolean} isOff
 * @param {() => void} act
 */
function guarded(label, reason, isOff, act) {
  const made = button("small", label, null, () => (isOff ? toast(reason) : act()));
  if (isOff) made.setAttribute("aria-disabled", "true");
  if (reason) made.title = reason;
  return made;
}

/**
 * @param {Table} table
 * @param {View} view
 * @returns {Step}
 */
function undoStep(table, view) {
  return step(table, view, table.line().at(-2)?.version ?? null, t("undo_nothing"));
}

/**
 * @param {Table} table
 * @param {View} view
 * @returns {Step}
 */
function restartStep(table, view) {
  const began = table.turnBegan();
  const isThere = began === null || began === table.line().at(-1)?.version;
  return step(table, view, isThere ? null : began, t("restart_nothing"));
}

/**
 * @param {Table} table
 * @param {View} view
 * @param {number | null} to
 * @param {string} nothing
 * @returns {Step}
 */
function step(table, view, to, nothing) {
  if (to === null) return { to, reason: nothing, asks: false };
  const isFree = view.undo.policy === "free" || (table.isMyTurn && to >= view.undo.floor);
  if (isFree) return { to, reason: "", asks: false };
  if (view.undo.policy === "off") return { to: null, reason: t("undo_is_off"), asks: false };
  if (view.undo.request) return { to: null, reason: t("undo_pending"), asks: true };
  return { to, reason: t("undo_by_consent"), asks: true };
}

/**
 * Why redo is not to be had; empty where it is.
 * @param {View} view
 * @param {number} seat
 */
function redoReason(view, seat) {
  const { redo, policy } = view.undo;
  if (redo === null) return t("redo_nothing");
  if (policy === "free" || redo === seat) return "";
  return t("redo_other", { name: seatName(view, redo) });
}

/**
 * The banner of a wish to go back.
 * @param {Table} table
 * @param {(send: (version: number) => Promise<any>) => void} command
 */
export function consentBanner(table, command) {
  const { view, seat } = table;
  const request = view?.undo.request;
  if (!view || !request || seat === null || view.status !== "live") return null;
  const answer = (/** @type {boolean} */ accept) => () =>
    command((version) => table.api.answerUndo(accept, version));
  const { to } = request;
  if (request.seat === seat) {
    const names = listed(request.waiting_for.map((other) => seatName(view, other)));
    return banner(t("consent_yours", { to, names }), button("small", t("consent_withdraw"), null, answer(false)));
  }
  return banner(
    t("consent_wanted", { to, name: seatName(view, request.seat) }),
    request.waiting_for.includes(seat) && button("small main", t("consent_yes"), null, answer(true)),
    button("small", t("consent_no"), null, answer(false)),
  );
}
