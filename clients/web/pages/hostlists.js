/** Players and games as hosts find them, with what they may do about each. */

import { readGames, readPlayers } from "../api/host.js";
import { el, refill } from "../ui/dom.js";
import { language, t } from "../ui/texts.js";
import { actButton, timeText, withMoment } from "./hostacts.js";
import { append, focusRow, fold, redraw } from "./hostforms.js";
import { showFailure } from "./hostfailures.js";

/** @import { Schemas } from "../api/types.js" */

/**
 * @template Item
 * @typedef {(wanted: {search: string, order: string}, cursor: string | null) => Promise<{items: Item[], next: string | null, complete: boolean}>} Find a page
 */

/** @typedef {(key: string) => Promise<void>} Again shows a list anew, after an act on the row with a key */

const ORDERS = ["newest", "busiest", "creators"];

/**
 * Fill a panel with a search, and with what it finds.
 * @template Item
 * @param {HTMLElement} panel
 * @param {string} label
 * @param {Find<Item>} find
 * @param {(item: Item, again: Again) => HTMLElement} show
 * @param {HTMLSelectElement | null} order of what is found without a search; null if nothing is
 */
async function searchable(panel, label, find, show, order) {
  const input = el("input", { type: "search", name: "search", maxlength: "80", autocomplete: "off" });
  const list = el("ul", { class: "host-list" });
  const after = el("div", { "aria-live": "polite" });
  const typed = () => ({ search: input.value.trim(), order: order?.value ?? "" });
  // Kept for the pages that follow, as the next search may be half typed by then.
  let searched = typed();
  let newest = 0;
  const add = async (/** @type {string | null} */ cursor) => {
    const own = (newest += 1);
    const { items, next, complete } = await find(searched, cursor);
    // The answer of an older search may come after that of a newer one.
    if (own !== newest) return;
    const rows = items.map((item) => show(item, again));
    if (!cursor) redraw(list, ...rows);
    const note = !complete && el("p", { class: "note" }, t("host.incomplete"));
    append(list, after, cursor ? rows : [], { more: next ? () => add(next) : null, nothing: searched.search || order ? "host.nothing" : "host.search_hint", note });
  };
  const again = async (/** @type {string} */ key) => {
    await add(null);
    focusRow(panel, key);
  };
  const search = (/** @type {Event} */ event) => {
    event.preventDefault();
    searched = typed();
    add(null).catch(showFailure);
  };
  const submit = el("button", { type: "submit", class: "button main" }, el("span", { class: "label" }, t("host.search")));
  const field = el("label", { class: "field" }, el("span", {}, label), input);
  const orders = order && el("label", { class: "field" }, el("span", {}, t("host.order")), order);
  order?.addEventListener("change", search);
  refill(panel, el("form", { class: "host-search", role: "search", onsubmit: search }, field, orders, submit), list, after);
  await add(null);
}

// A day in UTC, as the service counts them.
const date = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeZone: "UTC" });

/**
 * @param {HTMLElement} panel
 * @param {boolean} isHost
 */
export async function showPlayers(panel, isHost) {
  const choice = el("select", { name: "order" }, ORDERS.map((each) => el("option", { value: each }, t(`host.order_${each}`))));
  /** @type {Find<Schemas["HostPlayer"]>} */
  const find = async ({ search, order }, cursor) => {
    const { players, next, complete } = await readPlayers(search ? { search, cursor } : { order, cursor });
    return { items: players, next, complete };
  };
  await searchable(panel, t("host.search_players"), find, (player, again) => playerRow(player, again, isHost), choice);
  if (isHost) panel.append(el("div", { class: "host-buttons" }, actButton("network_banned", null, "", async () => undefined)));
}

/**
 * @param {Schemas["HostPlayer"]} player
 * @param {Again} again
 * @param {boolean} isHost
 */
function playerRow(player, again, isHost) {
  const { player_id: id, name, own_name: own, handle, muted, suspended } = player;
  const act = (/** @type {string} */ action) => actButton(action, id, name, () => again(id));
  const acts = [suspended ? "player_resumed" : "player_suspended", ...(muted ? ["player_unmuted"] : ["player_muted", "player_renamed"]), ...(handle ? ["handle_removed"] : [])];
  return el(
    "li",
    { "data-key": id },
    el("h2", {}, name, own && own !== name && ` (${own})`, handle && el("span", { class: "note" }, ` @${handle}`)),
    statesOf(player),
    el("p", { class: "note" }, withMoment("host.came", {}, player.created_at), factsOf(player)),
    el("code", {}, id),
    el("div", { class: "host-buttons" }, acts.map(act)),
    gamesOf(player),
    isHost && fold(`hosts ${id}`, t("host.for_hosts"), el("div", { class: "host-buttons" }, hostsActs(player).map(act))),
  );
}

/** @param {Schemas["HostPlayer"]} player */
function hostsActs({ role, banned }) {
  const roles = role ? ["player_role_ended"] : ["player_made_moderator", "player_made_host"];
  return [...roles, banned ? "player_unbanned" : "player_banned", "player_forgotten"];
}

/**
 * The facts by which a player differs from most; null without any.
 * @param {Schemas["HostPlayer"]} player
 */
function statesOf({ account, banned, muted, role, suspended }) {
  const stopped = (/** @type {string} */ code, /** @type {Schemas["PlayerSuspended"] | null} */ stop) => stop && t(code, { when: timeText(stop.until), reason: stop.reason });
  const states = [role && t(`host.role_${role}`), account === "bot" && t("host.bot"), muted && t("host.muted"), stopped("host.suspended", suspended), stopped("host.banned", banned)].filter(Boolean);
  return states.length > 0 && el("p", {}, states.join(" · "));
}

/** @param {Schemas["HostPlayer"]} player */
function factsOf({ last_seen: seen, games, open_games: open, invited_by: by }) {
  const facts = ["", seen ? t("host.seen", { day: date.format(new Date(seen)) }) : t("host.never_seen"), t("host.games", { n: games }), t("host.open_games", { n: open })];
  return [...facts, ...(by ? [t("host.invited_by", { by })] : [])].join(" · ");
}

/** @param {Schemas["HostPlayer"]} player */
function gamesOf({ player_id: id, open_games: open }) {
  const list = el("ul", { class: "host-list" });
  const show = async () => {
    const { games } = await readGames({ creator: id });
    redraw(list, ...games.map((game) => gameRow(game, again)));
  };
  const again = async (/** @type {string} */ key) => {
    await show();
    focusRow(list, key);
  };
  return open > 0 && fold(`games ${id}`, t("host.show_open"), list, show);
}

/** @param {HTMLElement} panel */
export async function showGames(panel) {
  /** @type {Find<Schemas["HostGame"]>} */
  const find = async ({ search }, cursor) => {
    if (!search) return { items: [], next: null, complete: true };
    const { games, next, complete } = await readGames({ search, cursor });
    return { items: games, next, complete };
  };
  await searchable(panel, t("host.search_games"), find, gameRow, null);
}

/**
 * @param {Schemas["HostGame"]} game
 * @param {Again} again
 */
function gameRow(game, again) {
  const { game_id: id, title, ruleset } = game;
  const name = title || t(`${ruleset}.title`);
  const act = (/** @type {string} */ action) => actButton(action, id, name, () => again(id));
  const seats = game.seats.map((seat) => (seat ? (seat.bot ?? seat.name ?? t("host.left")) : t("host.free"))).join(", ");
  return el(
    "li",
    { "data-key": id },
    el("h2", {}, el("a", { href: `game/${id}` }, name)),
    el("p", {}, gameStates(game).join(" · ")),
    el("p", { class: "note" }, withMoment("host.made_by", { name: game.creator_name ?? t("host.left") }, game.created_at), " · ", seats),
    el("code", {}, id),
    el("div", { class: "host-buttons" }, actsOn(game).map(act)),
  );
}

/** @param {Schemas["HostGame"]} game */
function gameStates({ ruleset, status, listed, unlisted, closed, title_removed: titleRemoved, board_removed: boardRemoved }) {
  const states = [t(`${ruleset}.title`), t(`host.status_${status}`), !listed && t("host.by_link"), unlisted && t("host.unlisted")];
  return [...states, titleRemoved && t("host.title_removed"), boardRemoved && t("host.board_removed"), closed && t("host.closed", { reason: closed })].filter(Boolean);
}

/** @param {Schemas["HostGame"]} game */
function actsOn({ status, listed, unlisted, closed, title, title_removed: titleRemoved, own_board: ownBoard, board_removed: boardRemoved }) {
  const ended = ["finished", "cancelled", "abandoned"].includes(status);
  const acts = [
    (closed || !ended) && (closed ? "game_reopened" : "game_closed"),
    listed && (unlisted ? "game_listed" : "game_unlisted"),
    title && (titleRemoved ? "title_restored" : "title_removed"),
    ownBoard && (boardRemoved ? "board_restored" : "board_removed"),
  ];
  return acts.flatMap((each) => each || []);
}
