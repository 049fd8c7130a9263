/** Undo, redo and restarting a turn, some with the others' consent; the service decides what is allowed. */

import { banner, button, toast } from "../ui/controls.js";
import { el } from "../ui/dom.js";
import { lineIcon } from "../ui/icons.js";
import { listed, t } from "../ui/texts.js";
import { withTip } from "../ui/tips.js";
import { movesTold, seatName } from "./sentences.js";
import { inElements } from "./telling.js";
import { takenBack } from "./undone.js";

/** @import { UndoRequest, View, Way } from "../api/types.js" */
/** @import { IconName } from "../ui/icons.js" */
/** @import { Teller } from "./ruleset.js" */
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
  const control = button("small", label, null, () => (way.leave ? act() : toast(reason)));
  if (!way.leave) control.setAttribute("aria-disabled", "true");
  control.prepend(lineIcon(icon));
  return reason ? withTip(control, reason) : control;
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
 * @param {Record<string, Teller>} own the tellers of the game's ruleset
 */
export function consentBanner(table, command, own) {
  const { view, seat } = table;
  const request = view?.undo.request;
  if (!view || !request || seat === null || view.status !== "live" || view.broken) return null;
  const answer = (/** @type {boolean} */ accept) => () =>
    command((version) => table.api.answerUndo(accept, version));
  const said = requestText(table, view, request, own);
  if (request.seat === seat) return banner(said, [button("small", t("consent_withdraw"), null, answer(false))]);
  const isAsked = request.waiting_for.includes(seat);
  return banner(said, [
    isAsked && button("small main", t("consent_yes"), null, answer(true)),
    isAsked && button("small", t("consent_no"), null, answer(false)),
  ]);
}

/**
 * The text of a request: its seat and the moves to take back.
 * @param {Table} table
 * @param {View} view
 * @param {UndoRequest} request
 * @param {Record<string, Teller>} own
 */
function requestText({ events, views, seat }, view, { seat: by, to, waiting_for: others }, own) {
  const moves = takenBack(events, { version: view.version + 1, data: { to } });
  return inElements((marking) => {
    const name = (/** @type {number} */ each) => marking.name(seatName(view, each), each);
    const gaps = { n: moves.length, what: movesTold(moves, view, own, views, marking) };
    if (by !== seat) return t("consent_wanted", { ...gaps, name: name(by) });
    return t("consent_yours", { ...gaps, names: listed(others.map(name)) });
  });
}
