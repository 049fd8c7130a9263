/** The player's feeds: secret links to the waiting games and to the deadlines. */

import { makeFeeds, removeFeeds } from "../api/channels.js";
import { showError } from "../api/failures.js";
import { button, confirmed, linkBox } from "../ui/controls.js";
import { el, refill } from "../ui/dom.js";
import { t } from "../ui/texts.js";

/** @import { Feeds } from "../api/types.js" */
/** @import { AccountPage } from "./frame.js" */

/**
 * @param {HTMLElement} body
 * @param {AccountPage} page
 */
export async function fillFeeds(body, page) {
  const { feeds } = await page.notices();
  show(body, feeds);
}

/**
 * @param {HTMLElement} body
 * @param {boolean} hasFeeds
 * @param {Feeds | null} links just made
 */
function show(body, hasFeeds, links = null) {
  const make = () => replace(body, hasFeeds);
  const acts = hasFeeds
    ? [button("small", t("account.feeds_replace"), null, make), button("small quiet", t("account.feeds_remove"), null, () => remove(body))]
    : [button("", t("account.feeds_make"), null, make)];
  refill(
    body,
    el("p", {}, t("account.feeds_intro")),
    links ? linksPart(links) : hasFeeds && el("p", { class: "note" }, t("account.feeds_there")),
    el("p", { class: "row-acts" }, acts),
  );
}

/** @param {Feeds} links */
function linksPart({ atom, calendar }) {
  const part = (/** @type {string} */ code, /** @type {string} */ link) => el("div", { class: "field", role: "group", "aria-label": t(code) }, el("span", {}, t(code)), linkBox(link));
  return el("div", { class: "account-done", role: "status" }, el("p", {}, t("account.feeds_shown_once")), part("account.feed_atom", atom), part("account.feed_calendar", calendar));
}

/**
 * @param {HTMLElement} body
 * @param {boolean} hasFeeds
 */
async function replace(body, hasFeeds) {
  // Programs that read the old links stop working, and only this browser gets the new ones.
  if (hasFeeds && !(await confirmed(t("account.feeds_replace_sure"), t("account.feeds_replace")))) return;
  await makeFeeds().then((links) => show(body, true, links), showError);
}

/** @param {HTMLElement} body */
async function remove(body) {
  if (!(await confirmed(t("account.feeds_remove_sure"), t("account.feeds_remove")))) return;
  await removeFeeds().then(() => show(body, false), showError);
}
