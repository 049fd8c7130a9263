/** An open game: an invitation for guests, a waiting room for its players, a notice if it is cancelled. */

import { whoAmI } from "../../api/player.js";
import { readRuleset } from "../../api/service.js";
import { button, confirmed, linkBox } from "../../ui/controls.js";
import { el, refill } from "../../ui/dom.js";
import { gameLink } from "../../ui/links.js";
import { loadLocalNote, localNote } from "../../ui/localnote.js";
import { nameBox, sessionNote } from "../../ui/namebox.js";
import { listed, t } from "../../ui/texts.js";
import { optionsText } from "../words/options.js";
import { freeSeatText, isFreeFor, keptNames } from "../words/reservedseats.js";
import { loadPace, shortPace, wholePace } from "../words/pace.js";
import { boardName, playerName } from "../words/sentences.js";
import { sitter } from "./sitter.js";
import { nameTag } from "../words/eventelements.js";

/** @import { Ruleset, Seat, View, Visits } from "../../api/types.js" */
/** @import { Table } from "../state/state.js" */

const LOOK_MILLISECONDS = 15000;

// Before the room is drawn: a note that comes later would move the buttons below it.
await loadLocalNote();

/**
 * @typedef {object} Acts the commands of the waiting room
 * @property {(bot: string | null, name: string) => void} sit takes a seat for the player or a bot
 * @property {(seat: number) => void} leave frees a seat
 * @property {() => void} cancel
 */

/** @type {string | null} the player of this browser, once known */
let me = null;
let myName = "";
let hasVisited = false;
/** @type {Visits | null} */
let visits = null;

/**
 * Find out who is looking at an open game, and report the visit to its host.
 * @param {Table} table
 */
export async function enterWaitingRoom(table) {
  if (table.view?.status !== "open" || hasVisited) return;
  hasVisited = true;
  watchKept(table);
  const player = await whoAmI().catch(() => null);
  me = player?.player_id ?? null;
  myName = player?.name ?? "";
  // Ask even about a host without a seat, whom the table does not show.
  if (me === table.view.host.player_id) return watchVisits(table);
  if (table.seat === null) await table.api.visit().catch(() => undefined);
  table.changed();
}

/** @param {Table} table */
async function watchVisits(table) {
  // If a request fails, the last answer stays. A hidden page sends none.
  if (!document.hidden) visits = await table.api.visits().catch(() => visits);
  table.changed();
  if (table.view?.status === "open") setTimeout(() => watchVisits(table), LOOK_MILLISECONDS);
}

/**
 * Check regularly for which players seats are kept.
 * @param {Table} table
 */
function watchKept(table) {
  if (table.view?.status !== "open" || !table.view.kept.length) return;
  // A seat may be declined, or opened to everybody, without an event in the record.
  const look = async () => {
    if (!document.hidden) await table.renew().catch(() => undefined);
    watchKept(table);
  };
  setTimeout(look, LOOK_MILLISECONDS);
}

/**
 * @param {View} view
 * @param {Acts} acts
 */
export function waitingRoom(view, acts) {
  const host = view.host.name ?? t("player_forgotten");
  if (view.status === "cancelled") return gone(t("game_cancelled"), t("game_cancelled_by", { name: host }));
  if (view.status === "abandoned") return gone(t("game_abandoned"), t("says_abandoned_never_filled"));
  const isIn = view.viewer.seat !== null;
  const isHost = me !== null && me === view.host.player_id;
  const { free, forAll } = freeSeats(view);
  return el(
    "div",
    { class: "waiting" },
    el("h2", {}, isIn || isHost || !free.length ? t("waiting_title") : heading(view)),
    !isIn && !isHost && el("p", {}, t(`${view.ruleset}.invitation`)),
    el("ul", { class: "sitters" }, view.seats.map((seat) => occupant(view, seat, isHost, acts))),
    el("p", { class: "note terms" }, terms(view)),
    !isIn && (free.length ? seatForm(acts) : el("p", { class: "note" }, t("seats_kept_for", { names: keptNames(view.kept) }))),
    (isIn || isHost) && [forAll.length > 0 && bots(view.ruleset, acts), el("p", { class: "note" }, t("share")), linkBox(gameLink(view)), localNote()],
    isHost && hostRow(acts),
  );
}

/**
 * The free seats that the reader may take, and those that anybody may take.
 * @param {View} view
 */
function freeSeats({ seats, kept }) {
  const open = seats.filter(({ bot, player_id: player }) => !bot && !player).map(({ seat }) => seat);
  return { free: open.filter((seat) => isFreeFor(kept, seat, me)), forAll: open.filter((seat) => isFreeFor(kept, seat, null)) };
}

/** @param {View} view */
function heading({ host, seats }) {
  // Use the name of the host's seat: it has a number if two names look alike.
  const seated = seats.find(({ player_id: player }) => player && player === host.player_id);
  const name = (seated && playerName(seats, seated.seat)) || host.name;
  return name ? t("invite_title", { name }) : t("invite_nobody");
}

/**
 * @param {string} title
 * @param {string} why
 */
function gone(title, why) {
  return el(
    "div",
    { class: "waiting" },
    el("h2", {}, title),
    el("p", {}, why),
    el("a", { class: "button main", href: "new" }, el("span", { class: "label" }, t("game_cancelled_new"))),
  );
}

/**
 * A seat with its player, and a button to free it for people who may do that.
 * @param {View} view
 * @param {Seat} seat
 * @param {boolean} isHost
 * @param {Acts} acts
 */
function occupant(view, { seat, player_id: player, bot }, isHost, acts) {
  const name = playerName(view.seats, seat);
  const isMine = seat === view.viewer.seat;
  const role = bot ? t(`bot_${bot}`) : player === view.host.player_id && t("invite_host");
  const isKept = !isFreeFor(view.kept, seat, null);
  const removal = isKept ? t("seat_for_anybody") : t("seat_remove", { name: name ?? "" });
  const mayFree = isHost ? name || isKept : isMine;
  return sitter(
    "li",
    seat,
    name ? { bot } : null,
    [],
    el("span", {}, name ? nameTag(name, seat) : freeSeatText(view.kept, seat), role && el("span", { class: "note" }, ` · ${role}`)),
    mayFree && button("small", isMine ? t("seat_leave") : removal, null, () => acts.leave(seat)),
  );
}

/**
 * The board, the options that differ from the usual ones, undo and pace.
 * @param {View} view
 */
function terms(view) {
  // Filled in later: the invitation must not wait for the ruleset's description.
  const options = el("span", {}, t("invite_usual"));
  rulesetOf(view.ruleset)
    .then((ruleset) => refill(options, optionsText(view.options, ruleset)))
    .catch(() => undefined);
  const board = boardName(view.ruleset, view.board.id, view.board.title);
  const parts = [board, options, t(`policy_${view.undo.policy}`), pace(view)];
  return parts.flatMap((part, n) => (n ? [" · ", part] : [part]));
}

/** @param {View} view */
function pace({ deadline }) {
  if (!deadline) return t("invite_pace");
  const words = el("span", {}, shortPace(deadline));
  loadPace()
    .then(() => refill(words, wholePace(deadline)))
    .catch(() => undefined);
  return words;
}

/** @type {Map<string, Promise<Ruleset>>} */
const rulesets = new Map();

/** @param {string} id */
function rulesetOf(id) {
  // Keep the promise, not its answer: the room asks twice during its first drawing.
  const ruleset = rulesets.get(id) ?? readRuleset(id);
  rulesets.set(id, ruleset);
  return ruleset;
}

/** @param {Acts} acts */
function seatForm(acts) {
  const name = nameBox(myName);
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    acts.sit(null, name.value);
  };
  return el(
    "form",
    { class: "sit", onsubmit: submit },
    sessionNote(),
    el("label", { class: "field" }, el("span", {}, t("your_name")), name),
    el("button", { class: "button main" }, el("span", { class: "label" }, t("sit_down"))),
  );
}

// Kept outside the list, since the room is redrawn whenever somebody comes.
let botChosen = "";

/**
 * The choice of a bot, and a button that seats it.
 * @param {string} ruleset
 * @param {Acts} acts
 */
function bots(ruleset, acts) {
  const row = el("div", { class: "add-bot" });
  rulesetOf(ruleset)
    .then(({ bots: names }) => row.append(...botChoice(names, acts)))
    .catch(() => undefined);
  return row;
}

/**
 * @param {string[]} names
 * @param {Acts} acts
 */
function botChoice(names, acts) {
  const chosen = names.includes(botChosen) ? botChosen : names.at(-1);
  const options = names.map((name) => el("option", { value: name, selected: name === chosen }, t(`bot_${name}`)));
  const choice = el("select", { "aria-label": t("bot_choice") }, options);
  choice.addEventListener("change", () => {
    botChosen = choice.value;
  });
  return [choice, button("small", t("seat_a_bot"), null, () => acts.sit(choice.value, ""))];
}

/** @param {Acts} acts */
function hostRow(acts) {
  const cancel = async () => {
    if (await confirmed(t("game_cancel_confirm"), t("game_cancel"))) acts.cancel();
  };
  return el(
    "div",
    { class: "host-row" },
    el("p", { class: "note" }, visitsText()),
    button("small", t("game_cancel"), null, cancel),
  );
}

function visitsText() {
  const { visits: players = [], others = 0 } = visits ?? {};
  const names = players.map(({ name }) => name);
  if (others) names.push(t("visits_others", { n: others }));
  return names.length ? t("visits_named", { names: listed(names) }) : t("visits_none");
}
