/** The house itself: its announcement, what the store holds, and the log of all acts. */

import { announce, endAnnouncement, readActs, readAnnouncement, readStorage } from "../api/host.js";
import { button, toast } from "../ui/controls.js";
import { el } from "../ui/dom.js";
import { now } from "../ui/now.js";
import { language, languages, t } from "../ui/texts.js";
import { actionText, askReason, timeText, undoing, withMoment } from "./hostacts.js";
import { append, focusRow, redraw, sendingForm } from "./hostforms.js";
import { showFailure } from "./hostfailures.js";

/** @import { Schemas } from "../api/types.js" */

const HOURS = [1, 6, 24, 72, 168];
const HOUR = 3_600_000;
const LONGEST = "300";

/** @param {HTMLElement} panel */
export async function showAnnouncement(panel) {
  const { announcement } = await readAnnouncement();
  const present = announcement ? announcementParts(announcement, panel) : [el("p", { class: "note" }, t("host.no_announcement"))];
  // The form is kept: somebody may be typing the next one.
  redraw(panel, ...present, panel.querySelector("form") ?? announcementForm(panel));
}

/**
 * @param {Schemas["AnnouncementShown"]} announcement
 * @param {HTMLElement} panel
 */
function announcementParts({ texts, until }, panel) {
  const end = async () => {
    stop.disabled = true;
    await endAnnouncement()
      .then(() => showAnnouncement(panel))
      .catch(showFailure);
    stop.disabled = false;
    focusRow(panel, "");
  };
  const stop = button("", t("host.end_now"), null, end);
  return [
    el("p", {}, t("host.shown_until", { when: timeText(until) })),
    el("ul", {}, Object.entries(texts).map(([code, text]) => el("li", { lang: code }, text))),
    el("p", {}, stop),
  ];
}

/** @param {HTMLElement} panel */
function announcementForm(panel) {
  const inputs = Object.entries(languages).map(([code, name]) => ({ code, name, input: el("input", { name: code, lang: code, maxlength: LONGEST, autocomplete: "off" }) }));
  const hours = el("select", { name: "hours" }, HOURS.map((each) => el("option", { value: String(each), selected: each === 24 }, t("host.hours", { n: each }))));
  const send = async () => {
    const texts = Object.fromEntries(inputs.map(({ code, input }) => [code, input.value.trim()]).filter(([, text]) => text));
    await announce(texts, new Date(now() + Number(hours.value) * HOUR).toISOString());
    form.reset();
    toast(t("host.announced"));
    await showAnnouncement(panel).catch(showFailure);
  };
  const content = [
    el("h2", {}, t("host.announce_title")),
    el("p", { class: "note" }, t("host.announce_hint")),
    ...inputs.map(({ name, input }) => el("label", { class: "field" }, el("span", {}, name), input)),
    el("label", { class: "field" }, el("span", {}, t("host.shown_for")), hours),
  ];
  const form = sendingForm(t("host.announce"), content, send);
  return form;
}

/** @param {HTMLElement} panel */
export async function showStorage(panel) {
  const held = await readStorage();
  redraw(
    panel,
    el(
      "dl",
      { class: "host-facts" },
      facts(held).map(([term, value]) => el("div", {}, el("dt", {}, term), el("dd", {}, value))),
    ),
    el("p", {}, button("", t("host.again"), null, () => showStorage(panel).catch(showFailure))),
  );
}

/**
 * @param {Schemas["HostStorage"]} held
 * @returns {[string, string][]}
 */
function facts(held) {
  const waits = (/** @type {Schemas["Lag"]} */ { number, seconds }) => t("host.waits", { number: count(number), time: count(seconds) });
  const limit = held.memory_limit ? size(held.memory_limit) : t("host.no_limit");
  return [
    [t("host.store_players"), count(held.players)],
    [t("host.store_games"), count(held.games)],
    [t("host.store_memory"), t("host.of", { part: size(held.memory), whole: limit })],
    ...pair(held.disk_free !== null && held.disk_total !== null, t("host.store_disk"), () => t("host.of", { part: size(held.disk_free ?? 0), whole: size(held.disk_total ?? 0) })),
    [t("host.store_backup"), held.backed_up_at ? timeText(held.backed_up_at) : t("host.none_known")],
    [t("host.store_broken"), `${count(held.broken_games)} / ${count(held.disputed_games)}`],
    [t("host.store_workers"), count(held.workers)],
    [t("host.lag_lists"), waits(held.lag["read_models"])],
    [t("host.lag_events"), waits(held.lag["account_events"])],
    [t("host.lag_notices"), waits(held.lag["notices"])],
    [t("host.lag_bots"), waits(held.bots["with_people"])],
    [t("host.lag_lone_bots"), waits(held.bots["bots_alone"])],
    [t("host.store_notices"), count(held.notices)],
    ...pair(held.late_sync !== null, "appendfsync", () => held.late_sync ?? ""),
  ];
}

/**
 * @param {boolean} isThere
 * @param {string} term
 * @param {() => string} value
 * @returns {[string, string][]}
 */
const pair = (isThere, term, value) => (isThere ? [[term, value()]] : []);

/** @param {number} number */
const count = (number) => new Intl.NumberFormat(language).format(number);

/** @param {number} bytes */
const size = (bytes) => new Intl.NumberFormat(language, { style: "unit", unit: bytes < 1e9 ? "megabyte" : "gigabyte", maximumSignificantDigits: 3 }).format(bytes / (bytes < 1e9 ? 1e6 : 1e9));

/** @param {HTMLElement} panel */
export async function showLog(panel) {
  // The newest act comes first: an act is met after the one that has undone it.
  const seen = new Set();
  const list = el("ul", { class: "host-list" });
  const after = el("div", {});
  const again = async (/** @type {string} */ key) => {
    await showLog(panel);
    focusRow(panel, key);
  };
  const add = async (/** @type {number | null} */ before) => {
    const { acts, next } = await readActs(before);
    append(list, after, acts.map((each) => actRow(each, again, isNewest(each, seen))), { more: next === null ? null : () => add(next), nothing: "host.nothing" });
  };
  await add(null);
  redraw(panel, list, after);
}

/**
 * Whether an act still stands: no later one on the same subject has undone or repeated it.
 * @param {Schemas["HostAct"]} act
 * @param {Set<string>} seen the later ones, to which this is added
 */
function isNewest({ action, subject }, seen) {
  // An act and the one that undoes it count as one.
  const key = `${subject} ${undoing(action) ?? action}`;
  const isNew = !seen.has(key);
  seen.add(key);
  return isNew;
}

/**
 * @param {Schemas["HostAct"]} act
 * @param {(key: string) => Promise<void>} again
 * @param {boolean} isInForce
 */
function actRow({ number, at, by, by_name: byName, action, subject, reason, until }, again, isInForce) {
  // Roles are ended among the players, by name: one tap here could end the host's own.
  const back = isInForce && !action.startsWith("player_made_") ? undoing(action) : undefined;
  const key = String(number);
  return el(
    "li",
    { "data-key": key },
    el("h2", {}, `${number}. ${actionText(action)}`),
    el("p", { class: "note" }, withMoment("host.act_by", { name: byName ?? by }, at), until && ` · ${t("host.until", { when: timeText(until) })}`, " · ", el("code", {}, subject)),
    reason && el("p", {}, reason),
    back && el("div", { class: "host-buttons" }, button("small", `${t("host.undo")}: ${actionText(back)}`, null, () => askReason(back, subject, subject, () => again(key)))),
  );
}
