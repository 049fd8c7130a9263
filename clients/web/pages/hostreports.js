/** The queue of reports: one line a target, with what is reported and what can be done. */

import { ask, errorText, query, read } from "../api/http.js";
import { button, openDialog, toast } from "../ui/controls.js";
import { el, refill } from "../ui/dom.js";
import { addTexts, t } from "../ui/texts.js";
import { actButton, withMoment } from "./hostacts.js";

/** @import { Schemas } from "../api/types.js" */

/** @typedef {Schemas["ReportLine"]} Line */

const OUTCOMES = ["acted", "nothing"];

/** @param {HTMLElement} panel */
export async function showReports(panel) {
  const list = el("ul", { class: "host-list" });
  const after = el("div", {});
  const again = () => showReports(panel);
  const add = async (/** @type {number} */ page) => {
    const { reports, total, per_page: length } = /** @type {Schemas["ReportQueue"]} */ (await read(`host/reports${query({ page })}`, { cache: "no-store" }));
    list.append(...reports.map((line) => reportRow(line, again)));
    refill(after, page * length < total && button("", t("host.more"), null, () => add(page + 1).catch(tell)), !list.children.length && el("p", { class: "note" }, t("host.no_reports")));
  };
  await addTexts("report");
  await add(1);
  refill(panel, list, after);
}

const tell = (/** @type {unknown} */ error) => toast(errorText(error));

/**
 * @param {Line} line
 * @param {() => Promise<void>} again
 */
function reportRow(line, again) {
  const { target, id, player_id: player, player_name: name, count } = line;
  const reasons = Object.entries(line.reasons).map(([reason, n]) => [t(`report.reason_${reason}`), `(${n})`].join(" "));
  const about = target === "player" ? (name ?? player) : id;
  return el(
    "li",
    {},
    el("h2", {}, t(`host.target_${target}`), ": ", target !== "player" ? el("a", { href: `game/${id}` }, about) : about),
    el("p", {}, withMoment("host.reported", { n: count }, line.last_at), " · ", reasons.join(", ")),
    line.texts.map(({ by_name: by, text }) => el("blockquote", {}, text, el("span", { class: "note" }, ` – ${by ?? t("host.left")}`))),
    el("p", { class: "note" }, t("host.about_player", { name: name ?? t("host.left") }), " ", el("code", {}, player)),
    el("div", { class: "host-buttons" }, ...actsOn(line, name ?? player, again), button("small", t("host.resolve"), null, () => resolve(line, about, again))),
  );
}

/**
 * @param {Line} line
 * @param {string} name
 * @param {() => Promise<void>} again
 */
function actsOn({ target, id, player_id: player }, name, again) {
  const ofGame = ["game", "title", "board"].includes(target) ? ["game_closed", "game_unlisted"].map((action) => actButton(action, id, id, again)) : [];
  return [...ofGame, actButton("player_muted", player, name, again)];
}

/**
 * @param {Line} line
 * @param {string} about
 * @param {() => Promise<void>} again
 */
function resolve({ report_id: report }, about, again) {
  const reason = el("input", { name: "reason", required: true, maxlength: "200", autocomplete: "off" });
  const outcome = el("select", { name: "outcome" }, OUTCOMES.map((each) => el("option", { value: each }, t(`host.outcome_${each}`))));
  const act = async () => {
    await ask(`host/reports/${encodeURIComponent(report)}/resolution`, { method: "POST", body: { outcome: outcome.value, reason: reason.value.trim() } });
    dialog.close();
    await again();
  };
  const send = (/** @type {Event} */ event) => {
    event.preventDefault();
    act().catch(tell);
  };
  const form = el(
    "form",
    { onsubmit: send },
    el("label", { class: "field" }, el("span", {}, t("host.outcome")), outcome),
    el("label", { class: "field" }, el("span", {}, t("host.reason")), reason),
    el("button", { type: "submit", class: "button main" }, el("span", { class: "label" }, t("host.resolve"))),
  );
  const dialog = openDialog(`${t("host.resolve")}: ${about}`, [form], { close: t("back") });
}
