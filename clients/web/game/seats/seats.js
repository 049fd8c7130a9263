/** The list of seats: players, scores, turn and holdings. */

import { showError } from "../../api/failures.js";
import { hasStandIn, isHeld } from "../../api/views.js";
import { until } from "../../ui/ago.js";
import { el } from "../../ui/dom.js";
import { t } from "../../ui/texts.js";
import { awayUntil } from "../words/away.js";
import { badge } from "./pieces.js";
import { playerName } from "../words/sentences.js";

/** @import { GameEvent, View } from "../../api/types.js" */
/** @import { RulesetPage } from "../ruleset.js" */

/**
 * @param {View} view
 * @param {GameEvent | null} event the event on show
 * @param {RulesetPage} ruleset
 */
export function seatList(view, event, ruleset) {
  const rows = view.seats.map(({ seat }) => row(view, seat, view.state ? ruleset.holdings(view, seat, event) : []));
  return el("ol", { class: "seats" }, rows);
}

/**
 * @param {View} view
 * @param {number} seat
 * @param {import("../../ui/dom.js").Child[]} holdings
 */
function row(view, seat, holdings) {
  const acts = !isHeld(view) && view.to_act.includes(seat);
  const won = view.result?.winners.includes(seat);
  return el(
    "li",
    // The row's colour shows a turn; `aria-current` says it to screen readers.
    { class: `seat${acts ? " acting" : ""}${won ? " won" : ""}`, "data-seat": seat, "aria-current": acts ? "true" : null },
    badge(seat, view.seats[seat].bot),
    el(
      "span",
      { class: "seat-who" },
      nameOf(view, seat),
      el("span", { class: "seat-note" }, notes(view, seat).join(" · "), timeLeft(view, seat)),
    ),
    ...holdings,
    holdings.length > 0 && details(view, seat),
  );
}

/**
 * A button that covers a whole seat on a narrow page and opens the card with everything that does
 * not fit there.
 * @param {View} view
 * @param {number} seat
 */
function details(view, seat) {
  const name = playerName(view.seats, seat) ?? t("row_open_seat");
  const show = (/** @type {Event} */ { currentTarget }) => {
    const { parentElement: shown } = /** @type {HTMLElement} */ (currentTarget);
    if (shown) openCard(name, shown).catch(showError);
  };
  return el("button", { type: "button", class: "seat-details", "aria-label": t("seat_details", { name }), onclick: show });
}

/**
 * @param {string} name
 * @param {Element} seat
 */
async function openCard(name, seat) {
  // Imported late, since wide pages never need it. A failed load is shown, as the tap would seem to
  // do nothing.
  const { openSeatCard } = await import("./seatcard.js");
  await openSeatCard(name, seat);
}

/**
 * @param {View} view
 * @param {number} seat
 */
function nameOf(view, seat) {
  const name = playerName(view.seats, seat);
  const { handle } = view.seats[seat];
  return el(handle ? "a" : "span", { class: name ? `seat-name name seat-${seat}` : "seat-name", href: handle && `@${handle}` }, name ?? t("row_open_seat"));
}

/**
 * @param {View} view
 * @param {number} seat
 */
function notes(view, seat) {
  const words = [];
  const { bot, account } = view.seats[seat];
  if (bot || account) words.push(t(bot ? `bot_${bot}` : "bot_account"));
  if (view.viewer.seat === seat) words.push(t("seat_you"));
  if (!isHeld(view) && view.to_act.includes(seat)) words.push(t("to_move"));
  if (view.state?.seats[seat].resigned) words.push(t("resigned"));
  const own = view.clock?.seats[seat];
  const date = own && view.status === "live" && awayUntil(own);
  return date ? [...words, t("away", { date })] : words;
}

/**
 * The words for a seat's time: when it runs out, that it is up, or that a bot plays meanwhile.
 * Without a deadline only that a bot stands in.
 * @param {View} view
 * @param {number} seat
 */
function timeLeft(view, seat) {
  const { clock, status } = view;
  if (hasStandIn(view, seat)) return ` · ${t("stand_in_plays")}`;
  const own = clock?.seats[seat];
  if (!own || status !== "live") return null;
  if (own.bot) return ` · ${t("time_bot")}`;
  // The service decides that time is up; the reader's clock may be wrong.
  if (own.expired) return ` · ${t("time_up")}`;
  return own.due && el("span", {}, ` · ${t("time_runs_out")} `, until(own.due));
}

/**
 * @param {number} n
 * @param {number} gain shown as news
 */
export function score(n, gain) {
  return el(
    "span",
    { class: "seat-score" },
    el("span", { "data-tip": t("score", { n }) }, String(n)),
    gain > 0 && el("span", { class: "gain" }, `+${gain}`),
  );
}
