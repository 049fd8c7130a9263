/** The dialog that reports a game, a player, a title or a board to the host. */

import { faultText } from "../../api/http.js";
import { whoAmI } from "../../api/player.js";
import { REASONS, sendReport, TEXT_LENGTH } from "../../api/reports.js";
import { button, buttonLink, openDialog, toast } from "../../ui/controls.js";
import { el } from "../../ui/dom.js";
import { loadStyles } from "../../ui/styles.js";
import { addTexts, t } from "../../ui/texts.js";

/** @import { Report } from "../../api/reports.js" */

/**
 * What may be reported, with its name in the dialog.
 * @typedef {Pick<Report, "target" | "id"> & { label: string }} Choice
 */

let isOpening = false;

/** Load what the dialog needs; its texts are there then. */
export function loadReport() {
  return Promise.all([loadStyles(new URL("report.css", import.meta.url)), addTexts("report")]);
}

/**
 * @param {Choice[]} choices
 * @param {string | null} [joinCode] of an unlisted game
 */
export async function openReport(choices, joinCode = null) {
  // A double click asks twice, and each of two dialogs would send a report. The second one may be
  // loaded when the first has been closed already.
  if (isOpening || document.querySelector(".dialog.report")) return;
  isOpening = true;
  const [me] = await Promise.all([whoAmI(), loadReport()]).finally(() => (isOpening = false));
  if (!me) {
    openDialog(t("report.title"), [el("p", {}, t("report.sign_in")), el("p", {}, buttonLink("", t("come_back"), "", "account"))], { kind: "report" });
    return;
  }
  const form = formOf(choices);
  const problem = el("p", { role: "alert", class: "report-problem", hidden: true });
  const send = button("main", t("report.send"), null, () => deliver());
  const dialog = openDialog(t("report.title"), [form.content, problem, el("p", {}, send)], { kind: "report", close: t("back") });

  async function deliver() {
    send.disabled = true;
    try {
      await sendReport({ ...form.read(), join_code: joinCode });
      dialog.close();
      toast(t("report.sent"));
    } catch (error) {
      problem.textContent = faultText(error);
      problem.hidden = false;
      send.disabled = false;
    }
  }
}

/** @param {Choice[]} choices */
function formOf(choices) {
  const target = el("select", {}, choices.map(({ label }, n) => el("option", { value: n }, label)));
  const reason = el("select", {}, REASONS.map((code) => el("option", { value: code }, t(`report.reason_${code}`))));
  const text = el("textarea", { rows: 4, maxlength: TEXT_LENGTH });
  const content = el(
    "div",
    { class: "report-form" },
    choices.length > 1 ? el("label", {}, t("report.target"), target) : el("p", {}, choices[0].label),
    el("label", {}, t("report.reason"), reason),
    el("label", {}, t("report.text", { n: TEXT_LENGTH }), text),
    el("p", { class: "note" }, t("report.who_reads")),
  );
  const read = () => {
    const { target: kind, id } = choices[Number(target.value)];
    return { target: kind, id, reason: reason.value, text: text.value };
  };
  return { content, read };
}
