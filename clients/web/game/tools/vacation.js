/**
 * The dialog to take a vacation, in this game or in all: days on which the player's time does not
 * run.
 */

import { goOnVacation } from "../../api/service.js";
import { button, confirmed, openDialog, toast } from "../../ui/controls.js";
import { el } from "../../ui/dom.js";
import { addTexts, t } from "../../ui/texts.js";
import { awayUntil } from "../words/away.js";

/** @import { Vacation } from "../../api/types.js" */
/** @import { Table } from "../state/state.js" */

const USUAL_DAYS = 7;

/**
 * Open the dialog.
 * @param {Table} table
 * @param {(act: () => Promise<unknown>) => void} command
 */
export async function openVacation(table, command) {
  const { api, seat, view } = table;
  const own = view?.clock?.seats[seat ?? -1];
  if (!own) return;
  await addTexts("account");
  const left = own.vacation_left ?? 0;
  const days = el("input", { type: "number", min: "1", max: String(left), value: String(Math.min(left, USUAL_DAYS)), required: true });
  const finish = (/** @type {() => Promise<unknown>} */ act) => {
    dialog.close();
    command(act);
  };
  const go = (/** @type {(days: number) => Promise<unknown>} */ act) => () => days.reportValidity() && finish(() => act(days.valueAsNumber));
  const here = (/** @type {number} */ n) => table.command((version) => api.goOnVacation(n, version));
  const everywhere = (/** @type {number} */ n) => goOnVacation(n).then(({ games }) => toast(doneText(games)));
  const date = awayUntil(own);
  const dialog = openDialog(
    t("vacation"),
    [
      el("p", {}, date ? t("account.vacation_on", { date, n: left }) : t("account.vacation_about", { n: left })),
      left > 0 && el("label", { class: "field" }, el("span", {}, t("account.vacation_days")), days),
      el(
        "div",
        { class: "dialog-choices" },
        left > 0 && [button("", t("account.vacation_here"), null, go(here)), button("", t("account.vacation_everywhere"), null, askFirst(days, go(everywhere)))],
        date && button("", t("account.vacation_back"), null, () => finish(() => here(0))),
      ),
    ],
    { close: t("back") },
  );
}

/**
 * An action that asks for confirmation before a vacation in all games.
 * @param {HTMLInputElement} days
 * @param {() => void} begin
 */
function askFirst(days, begin) {
  return async () => {
    // Each game limits its days of vacation, and a slip would use them up in all games.
    const question = t("account.vacation_confirm", { n: days.valueAsNumber });
    if (days.reportValidity() && (await confirmed(question, t("account.vacation_begin")))) begin();
  };
}

/** @param {Vacation[]} games */
function doneText(games) {
  const n = games.filter(({ reason }) => !reason).length;
  return n ? t("account.vacation_done", { n }) : t("account.vacation_none");
}
