/** The queue of reports: one line a target, with what is reported and what can be done. */

import { field } from "../account/fields.js";
import { readReport, readReports, resolveReport } from "../api/host.js";
import { gameTitle } from "../game/words/title.js";
import { button, openDialog, toast } from "../ui/controls.js";
import { el, refill } from "../ui/dom.js";
import { addTexts, t } from "../ui/texts.js";
import { actButton, actionText, withMoment } from "./hostacts.js";
import { append, focusRow, fold, reasonInput, redraw, sendingForm } from "./hostforms.js";
import { showFailure } from "./hostfailures.js";

/** @import { Schemas } from "../api/types.js" */

/** @typedef {Schemas["ReportLine"]} Line */
/** @typedef {Schemas["ReportInFull"]} InFull */

const OUTCOMES = ["acted", "nothing"];

/** @param {HTMLElement} panel */
export async function showReports(panel) {
  const list = el("ul", { class: "host-list" });
  const after = el("div", {});
  const again = async (/** @type {string} */ key) => {
    await showReports(panel);
    focusRow(panel, key);
  };
  const add = async (/** @type {number} */ page) => {
    const { reports, total, per_page: length } = await readReports(page);
    const rows = reports.map((line) => reportRow(line, () => again(line.report_id)));
    append(list, after, rows, { more: page * length < total ? () => add(page + 1) : null, nothing: "host.no_reports" });
  };
  await addTexts("report");
  await add(1);
  redraw(panel, list, after);
}

/**
 * @param {Line} line
 * @param {() => Promise<void>} again
 */
function reportRow(line, again) {
  const { target, id, player_id: player, player_name: name, count, report_id: key } = line;
  const reasons = Object.entries(line.reasons).map(([reason, n]) => [t(`report.reason_${reason}`), `(${n})`].join(" "));
  const about = target === "player" ? (name ?? player) : id;
  const more = el("div", { class: "host-report" });
  const showMore = async () => refill(more, ...inFull(await readReport(key)));
  return el(
    "li",
    { "data-key": key },
    el("h2", {}, t(`host.target_${target}`), ": ", target !== "player" ? el("a", { href: `game/${id}` }, about) : about),
    el("p", {}, withMoment("host.reported", { n: count }, line.last_at), " · ", reasons.join(", ")),
    line.texts.map(({ by_name: by, text }) => el("blockquote", {}, text, el("span", { class: "note" }, ` – ${by ?? t("host.left")}`))),
    el("p", { class: "note" }, t("host.about_player", { name: name ?? t("host.left") }), " ", el("code", {}, player)),
    fold(`more ${key}`, t("host.report_more"), more, showMore),
    el("div", { class: "host-buttons" }, ...actsOn(line, name ?? player, again), button("small", t("host.resolve"), null, () => resolve(line, about, again))),
  );
}

/**
 * What was reported and its surroundings.
 * @param {InFull} report
 */
function inFull({ report, text, player, game, earlier }) {
  return [
    text !== null && el("p", {}, t(`host.target_${report.target}`), ": ", el("q", {}, text)),
    el("p", {}, t("host.target_player"), ": ", namesOf(player)),
    game && el("p", {}, t("host.target_game"), ": ", el("a", { href: `game/${game.game_id}` }, gameTitle(game)), ` · ${factsOf(game)}`),
    earlier ? earlierLine(earlier) : el("p", { class: "note" }, t("host.no_earlier")),
  ];
}

/** @param {InFull["player"]} player */
function namesOf({ name, own_name: own, handle }) {
  return [name ?? t("host.left"), own && own !== name && ` (${own})`, handle && [" ", el("a", { href: `@${handle}` }, `@${handle}`)]].flat();
}

/** @param {NonNullable<InFull["game"]>} game */
function factsOf({ ruleset, status, listed, closed, seats }) {
  const names = seats.map((seat) => seat.name ?? t(seat.forgotten ? "host.left" : "host.free"));
  return [t(`${ruleset}.title`), t(`host.status_${status}`), !listed && t("host.by_link"), closed && t("host.closed", { reason: closed.reason }), names.join(", ")].filter(Boolean).join(" · ");
}

/** @param {Schemas["HostAct"]} act */
function earlierLine({ action, at, by, by_name: name, reason }) {
  return el("p", {}, t("host.earlier"), " ", actionText(action), el("span", { class: "note" }, ", ", withMoment("host.act_by", { name: name ?? by }, at)), reason && [": ", el("q", {}, reason)]);
}

/**
 * The acts by which a reported text is no longer shown.
 * @type {Record<string, string[]>}
 */
const REMOVING = { game: ["title_removed"], title: ["title_removed"], board: ["board_removed"] };

/**
 * @param {Line} line
 * @param {string} name
 * @param {() => Promise<void>} again
 */
function actsOn({ target, id, player_id: player }, name, again) {
  const ofGame = target === "player" ? [] : ["game_closed", "game_unlisted", ...(REMOVING[target] ?? [])].map((action) => actButton(action, id, id, again));
  return [...ofGame, ...["player_muted", "player_suspended"].map((action) => actButton(action, player, name, again))];
}

/**
 * @param {Line} line
 * @param {string} about
 * @param {() => Promise<void>} again
 */
function resolve({ report_id: report }, about, again) {
  const reason = reasonInput();
  const outcome = el("select", { name: "outcome" }, OUTCOMES.map((each) => el("option", { value: each }, t(`host.outcome_${each}`))));
  const act = async () => {
    await resolveReport(report, { outcome: outcome.value, reason: reason.value.trim() });
    dialog.close();
    toast(t("host.done", { action: t("host.resolve"), name: about }));
    await again().catch(showFailure);
  };
  const content = [field("host.outcome", outcome), field("host.reason", reason, "host.reason_kept")];
  const dialog = openDialog(`${t("host.resolve")}: ${about}`, [sendingForm(t("host.resolve"), content, act)], { close: t("back") });
}
