/** The front page: a welcome for newcomers, the player's games, games to join and to watch. */

import { showError } from "../api/failures.js";
import { Problem } from "../api/http.js";
import { whoAmI } from "../api/player.js";
import { readSavedGames } from "../api/savedgames.js";
import { readLobby } from "../api/service.js";
import { codeOf, dropFragment } from "../ui/address.js";
import { byId, el, refill } from "../ui/dom.js";
import { onReturn, whileShown } from "../ui/visibility.js";
import { addTexts, t } from "../ui/texts.js";
import { filterInAddress, showFilter } from "./filter.js";
import { frame } from "./frame.js";
import { hostedList } from "./hosts.js";
import { showInvitations } from "./invitations.js";
import { List } from "./list.js";
import { myGames, myStudies } from "./mygames.js";
import { welcome } from "./quick.js";
import { gameList, isInvited, isMine } from "./rows.js";

/** @import { Me, Row } from "../api/types.js" */

const WATCHED = /** @type {const} */ (["live", "finished"]);
const REFRESH_MILLISECONDS = 10000;
// Every so many rounds the player's own lists are read even with a stream of their events: others'
// moves in their games change them, too.
const SELDOM = 6;

/** @type {Me | null} */
let me = null;
/** @type {(typeof WATCHED)[number]} */
let watched = "live";
/** @type {string | undefined} the newest event that the player's own lists show */
let lastEvent;

/** Whether this house shows its games to members only, and the reader is none. */
let areHidden = false;

const joinable = new List(
  byId("join"),
  "join",
  (page) => readShown("open", page),
  (games) => joinParts(games.filter((game) => !isMine(game, me) && !isInvited(game, me))),
);
const lobby = new List(byId("lobby"), "lobby", (page) => readShown(watched, page), lobbyParts);

/**
 * Read a page of the lobby; an empty one where strangers see no games.
 * @param {string} status
 * @param {number} page
 */
function readShown(status, page) {
  return readLobby(status, page, filterInAddress()).catch((error) => {
    areHidden = me === null && error instanceof Problem && error.status === 401;
    if (!areHidden) throw error;
    return { games: [], total: 0, page: 1, per_page: 12, next: null };
  });
}

async function start() {
  frame("games");
  // When somebody pastes a transfer link into an open lobby, only the fragment changes.
  addEventListener("hashchange", () => (codeOf("transfer") ?? codeOf("invite")) && location.reload());
  await Promise.all([takeTransfer(), takeInvitation()]).catch(showError);
  // Offline there is no lobby that would need its texts.
  const texts = addTexts("lobby").catch((error) => navigator.onLine && Promise.reject(error));
  [me] = await Promise.all([whoAmI().catch(() => null), texts]);
  if (!navigator.onLine) return showOffline();
  const mine = me && myGames(byId("mine"), me, (last) => (lastEvent = last));
  const studies = me && myStudies(byId("studies"), me);
  const showOwn = () => Promise.all([showMine(mine), studies?.show(), me && showInvitations()]);
  const showOpen = async () => {
    const [open, seen] = await Promise.all([joinable.show(), lobby.show()]);
    // In an empty lobby there is nothing to find.
    if (open || seen || isFiltered()) showFilter(byId("filter"), () => restart().catch(showError));
  };
  const show = () => Promise.all([showOpen(), showOwn()]);
  // Show the lists only once all are there: one by one they would push each other down.
  await show().finally(() => byId("main").classList.remove("loading"));
  keepUpToDate(showOpen, showOwn, show);
}

/**
 * Read the lists again: the player's own as soon as something happens in their games, and otherwise
 * seldom. Where no stream of events can pass, they are read as often as the lobby.
 * @param {() => Promise<unknown>} showOpen
 * @param {() => Promise<unknown>} showOwn
 * @param {() => Promise<unknown>} show
 */
function keepUpToDate(showOpen, showOwn, show) {
  let isHeard = false;
  let rounds = 0;
  const whenShown = (/** @type {() => Promise<unknown>} */ act) => document.hidden || act().catch(() => undefined);
  setInterval(() => {
    rounds += 1;
    whenShown(isHeard && rounds % SELDOM ? showOpen : show);
  }, REFRESH_MILLISECONDS);
  onReturn(() => whenShown(show));
  if (me) whileShown((_, signal) => hear(signal), () => (isHeard = false));

  /** @param {AbortSignal} signal */
  async function hear(signal) {
    const { hearEvents } = await import("../api/accountevents.js");
    const state = (/** @type {boolean} */ heard) => (isHeard = heard && !signal.aborted);
    if (!signal.aborted) await hearEvents(() => lastEvent, () => whenShown(showOwn), state, signal);
  }
}

const isFiltered = () => Object.keys(filterInAddress()).length > 0;

/** Show both lists of the lobby by another filter. */
function restart() {
  return Promise.all([joinable.restart(), lobby.restart()]);
}

/** Follow a transfer link from another device, if the address is one. */
async function takeTransfer() {
  const code = codeOf("transfer");
  if (code) await (await import("./transfer.js")).offerTransfer(code);
}

/** Note the invitation to make an account that the address holds, if it holds one. */
async function takeInvitation() {
  const token = codeOf("invite");
  if (!token) return;
  // At once, so that no copied address gives it away.
  dropFragment();
  await (await import("../account/door.js")).noteInvitation(token);
}

/**
 * Show the player's games, or the welcome while there are none.
 * @param {List | null} mine
 */
async function showMine(mine) {
  const section = byId("welcome");
  const total = mine ? await mine.show() : 0;
  section.hidden = Boolean(total);
  // Draw it once: a typed name and a board under the pointer must survive each refresh.
  if (!total && !section.hasChildNodes()) welcome(section, me);
}

/** Show the saved games in place of the lobby. */
async function showOffline() {
  byId("main").classList.remove("loading");
  welcome(byId("welcome"), me);
  byId("welcome").hidden = false;
  const rows = await readSavedGames();
  refill(
    byId("lobby"),
    el("h2", {}, t("kept_games")),
    rows.length ? gameList(rows, me) : el("p", { class: "note" }, t("kept_none")),
  );
}

/** @param {Row[]} games */
function joinParts(games) {
  if (areHidden) return [];
  return [
    el("h2", {}, t("join_title")),
    games.length ? hostedList(games, me) : none("lobby.none_open"),
  ];
}

/** @param {Row[]} games */
function lobbyParts(games) {
  if (areHidden) return [el("p", { class: "note" }, t("lobby.members_only"))];
  const others = games.filter((game) => !isMine(game, me));
  return [
    el("h2", {}, t("watch_title")),
    el("div", { class: "tabs", role: "group", "aria-label": t("watch_title") }, WATCHED.map(statusTab)),
    others.length ? gameList(others, me) : none(games.length ? "lobby.none_others" : `lobby.none_${watched}`),
  ];
}

/** @param {string} code of the text for a lobby without a filter */
function none(code) {
  return el("p", { class: "note" }, t(isFiltered() ? "lobby.none" : code));
}

/** @param {(typeof WATCHED)[number]} status */
function statusTab(status) {
  const show = () => {
    watched = status;
    lobby.restart().catch(showError);
  };
  return el("button", { type: "button", "aria-pressed": String(status === watched), onclick: show }, t(`tab_${status}`));
}

start().catch(showError);
