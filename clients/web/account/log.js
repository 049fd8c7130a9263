/** The log of deliveries: messages with time, target and result. */

import { readDeliveries } from "../api/channels.js";
import { showError } from "../api/failures.js";
import { ago } from "../ui/ago.js";
import { button } from "../ui/controls.js";
import { el, keepingFocus, refill } from "../ui/dom.js";
import { t } from "../ui/texts.js";
import { titleLink } from "./titles.js";
import { deliveryWords, kindWords, reasonWords, targetWords } from "./words.js";

/** @import { Delivery, DeliveryPage } from "../api/types.js" */

const COLUMNS = /** @type {const} */ (["when", "what", "where", "how"]);
const MOST_NAMED = 3;

/** @param {HTMLElement} body */
export async function fillLog(body) {
  await turn(body, 1);
}

/**
 * @param {HTMLElement} body
 * @param {number} page
 */
async function turn(body, page) {
  const answer = await readDeliveries(page);
  keepingFocus(body, () => refill(body, answer.total ? [table(answer), pages(body, answer)] : el("p", { class: "account-empty" }, t("account.log_none"))));
}

/** @param {DeliveryPage} answer */
function table({ deliveries }) {
  const heads = COLUMNS.map((column) => el("th", { scope: "col" }, t(`account.log_${column}`)));
  return el("table", { class: "account-log" }, el("thead", {}, el("tr", {}, heads)), el("tbody", {}, deliveries.map(row)));
}

/** @param {Delivery} delivery */
function row(delivery) {
  const { at, channel_kind: kind, state, target } = delivery;
  return el(
    "tr",
    { class: state },
    el("td", {}, ago(at)),
    el("td", {}, what(delivery)),
    el("td", {}, el("span", { class: "log-target" }, targetWords(kind, target)), " ", el("span", { class: "note" }, kindWords({ kind }))),
    el("td", {}, el("span", { class: "log-state" }, deliveryWords(state)), how(delivery)),
  );
}

/** @param {Delivery} delivery */
function what({ asked, games, kind }) {
  const named = games.slice(0, MOST_NAMED).flatMap((game, n) => [n ? ", " : ": ", titleLink(game)]);
  const more = games.length - MOST_NAMED;
  return [t(`account.message_${asked ? "asked" : kind}`), ...named, more > 0 && ` ${t("account.message_more", { n: more })}`];
}

/** @param {Delivery} delivery */
function how({ attempts, reason, state }) {
  const words = [reason && reasonWords(reason), state !== "delivered" && attempts > 0 && t("account.attempts", { n: attempts })].filter(Boolean);
  return words.length > 0 && el("span", { class: "note" }, ` ${words.join("; ")}`);
}

/**
 * @param {HTMLElement} body
 * @param {DeliveryPage} answer
 */
function pages(body, { page, per_page: size, total }) {
  const last = Math.ceil(total / size);
  const to = (/** @type {string} */ text, /** @type {number} */ at) => button("small", t(text), null, () => turn(body, at).catch(showError));
  return last > 1 && el("p", { class: "row-acts" }, page > 1 && to("account.log_later", page - 1), page < last && to("account.log_earlier", page + 1), el("span", { class: "note" }, `${page}/${last}`));
}
