/** The section to begin and end a vacation in all games. */

import { faultText } from "../api/http.js";
import { goOnVacation } from "../api/service.js";
import { button, confirmed } from "../ui/controls.js";
import { el, refill } from "../ui/dom.js";
import { language, t } from "../ui/texts.js";
import { field } from "./fields.js";
import { titleLink } from "./titles.js";

/** @import { Vacation } from "../api/types.js" */

const USUAL_DAYS = 7;
const MOST_DAYS = 60;
const date = new Intl.DateTimeFormat(language, { dateStyle: "medium" });

/** @param {HTMLElement} body */
export function fillVacation(body) {
  const days = el("input", { type: "number", name: "days", min: "1", max: String(MOST_DAYS), value: String(USUAL_DAYS), required: true });
  const done = el("div", { class: "account-done", role: "status", hidden: true });
  const failed = el("p", { class: "account-failed", role: "alert", hidden: true });
  const send = (/** @type {number} */ n) => begin(n, done, failed);
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const n = days.valueAsNumber;
    if (await confirmed(t("account.vacation_confirm", { n }), t("account.vacation_begin"))) send(n);
  };
  const form = el(
    "form",
    { class: "account-form", onsubmit: submit },
    field("account.vacation_days", days),
    el("p", { class: "row-acts" }, button("", t("account.vacation_begin"), null, () => form.requestSubmit()), button("quiet", t("account.vacation_back"), null, () => send(0))),
    failed,
    done,
  );
  refill(body, el("p", {}, t("account.vacation_intro")), form);
}

/**
 * @param {number} days
 * @param {HTMLElement} done
 * @param {HTMLElement} failed
 */
async function begin(days, done, failed) {
  failed.hidden = done.hidden = true;
  try {
    const { games } = await goOnVacation(days);
    // Games without vacations are omitted; all others are listed, including those that refused.
    const rows = games.filter(({ reason }) => reason !== "no_vacation").map((each) => el("li", {}, outcome(each, days)));
    refill(done, rows.length ? el("ul", { class: "account-list" }, rows) : el("p", {}, t("account.vacation_none")));
    done.hidden = false;
  } catch (error) {
    failed.textContent = faultText(error);
    failed.hidden = false;
  }
}

/**
 * The result in a game.
 * @param {Vacation} game
 * @param {number} days
 */
function outcome({ game_id: game, until, reason }, days) {
  const words = reason || !until ? t("account.vacation_not") : days ? t("away", { date: date.format(new Date(until)) }) : t("account.vacation_over");
  return [el("span", { class: "row-words" }, titleLink(game)), el("span", {}, words)];
}
