/** Players and games as hosts find them, with what they may do about each. */

import { readGames, readPlayers } from "../api/host.js";
import { errorText } from "../api/http.js";
import { button, toast } from "../ui/controls.js";
import { el, refill } from "../ui/dom.js";
import { language, t } from "../ui/texts.js";
import { actButton, withMoment } from "./hostacts.js";

/** @import { Schemas } from "../api/types.js" */

/**
 * @template Item
 * @typedef {{items: Item[], next: string | null, complete: boolean}} Page
 */

const ORDERS = ["newest", "busiest", "creators"];

/**
 * Fill a panel with a search, and with what it finds.
 * @template Item
 * @param {HTMLElement} panel
 * @param {string} label
 * @param {(search: string, cursor: string | null) => Promise<Page<Item>>} find
 * @param {(item: Item, again: () => Promise<void>) => HTMLElement} show
 * @param {(Node | null)[]} [more] beside the search
 */
async function searchable(panel, label, find, show, more = []) {
  const input = el("input", { type: "search", name: "search", maxlength: "80", autocomplete: "off" });
  const list = el("ul", { class: "host-list" });
  const after = el("div", { "aria-live": "polite" });
  const add = async (/** @type {string | null} */ cursor) => {
    const { items, next, complete } = await find(input.value.trim(), cursor);
    const rows = items.map((item) => show(item, () => add(null)));
    if (cursor) list.append(...rows);
    else refill(list, ...rows);
    refill(
      after,
      !list.children.length && el("p", { class: "note" }, t("host.nothing")),
      !complete && el("p", { class: "note" }, t("host.incomplete")),
      next && button("", t("host.more"), null, () => add(next).catch(tell)),
    );
  };
  const search = (/** @type {Event} */ event) => {
    event.preventDefault();
    add(null).catch(tell);
  };
  const submit = el("button", { type: "submit", class: "button main" }, el("span", { class: "label" }, t("host.search")));
  const field = el("label", { class: "field" }, el("span", {}, label), input);
  const form = el("form", { class: "host-search", role: "search", onsubmit: search, onchange: (/** @type {Event} */ event) => event.target !== input && search(event) }, field, ...more, submit);
  refill(panel, form, list, after);
  await add(null);
}

// A day in UTC, as the service counts them.
const date = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeZone: "UTC" });

const tell = (/** @type {unknown} */ error) => toast(errorText(error));

/**
 * @param {HTMLElement} panel
 * @param {boolean} isHost
 */
export async function showPlayers(panel, isHost) {
  const order = el("select", { name: "order" }, ORDERS.map((each) => el("option", { value: each }, t(`host.order_${each}`))));
  const chosen = el("label", { class: "field" }, el("span", {}, t("host.order")), order);
  const find = async (/** @type {string} */ search, /** @type {string | null} */ cursor) => {
    const { players, next, complete } = await readPlayers(search ? { search, cursor } : { order: order.value, cursor });
    return { items: players, next, complete };
  };
  await searchable(panel, t("host.search_players"), find, (player, again) => playerRow(player, again, isHost), [chosen]);
}

/**
 * @param {Schemas["HostPlayer"]} player
 * @param {() => Promise<void>} again
 * @param {boolean} isHost
 */
function playerRow(player, again, isHost) {
  const { player_id: id, name, own_name: own, handle, role, muted } = player;
  const act = (/** @type {string} */ action) => actButton(action, id, name, again);
  return el(
    "li",
    {},
    el("h2", {}, name, own && own !== name && ` (${own})`, handle && el("span", { class: "note" }, ` @${handle}`)),
    el("p", {}, [role && t(`host.role_${role}`), muted && t("host.muted"), player.account === "bot" && t("host.bot")].filter(Boolean).join(" · ")),
    el("p", { class: "note" }, withMoment("host.came", {}, player.created_at), factsOf(player)),
    el("code", {}, id),
    el("div", { class: "host-buttons" }, act(muted ? "player_unmuted" : "player_muted"), !muted && act("player_renamed"), handle && act("handle_removed"), gamesButton(player)),
    isHost && el("details", {}, el("summary", {}, t("host.for_hosts")), el("div", { class: "host-buttons" }, (role ? ["player_role_ended"] : ["player_made_moderator", "player_made_host"]).map(act), act("player_forgotten"))),
  );
}

/** @param {Schemas["HostPlayer"]} player */
function factsOf({ last_seen: seen, games, open_games: open, invited_by: by }) {
  const facts = ["", seen ? t("host.seen", { day: date.format(new Date(seen)) }) : t("host.never_seen"), t("host.games", { n: games }), t("host.open_games", { n: open })];
  return [...facts, ...(by ? [t("host.invited_by", { by })] : [])].join(" · ");
}

/** @param {Schemas["HostPlayer"]} player */
function gamesButton({ player_id: id, open_games: open }) {
  const list = el("ul", { class: "host-list" });
  const show = async () => {
    const { games } = await readGames({ creator: id });
    refill(list, ...games.map((game) => gameRow(game, show)));
  };
  return open ? el("details", { ontoggle: () => !list.children.length && show().catch(tell) }, el("summary", {}, t("host.show_open")), list) : null;
}

/** @param {HTMLElement} panel */
export async function showGames(panel) {
  const find = async (/** @type {string} */ search, /** @type {string | null} */ cursor) => {
    if (!search) return { items: [], next: null, complete: true };
    const { games, next, complete } = await readGames({ search, cursor });
    return { items: games, next, complete };
  };
  await searchable(panel, t("host.search_games"), find, gameRow);
}

/**
 * @param {Schemas["HostGame"]} game
 * @param {() => Promise<void>} again
 */
function gameRow(game, again) {
  const { game_id: id, title, ruleset, status, closed, unlisted, listed } = game;
  const name = title || t(`${ruleset}.title`);
  const act = (/** @type {string} */ action) => actButton(action, id, name, again);
  const ended = ["finished", "cancelled", "abandoned"].includes(status);
  const seats = game.seats.map((seat) => (seat ? (seat.bot ?? seat.name ?? t("host.left")) : t("host.free"))).join(", ");
  return el(
    "li",
    {},
    el("h2", {}, el("a", { href: `game/${id}` }, name)),
    el("p", {}, [t(`${ruleset}.title`), t(`host.status_${status}`), !listed && t("host.by_link"), unlisted && t("host.unlisted"), closed && t("host.closed", { reason: closed })].filter(Boolean).join(" · ")),
    el("p", { class: "note" }, withMoment("host.made_by", { name: game.creator_name ?? t("host.left") }, game.created_at), " · ", seats),
    el("code", {}, id),
    el("div", { class: "host-buttons" }, (closed || !ended) && act(closed ? "game_reopened" : "game_closed"), listed && act(unlisted ? "game_listed" : "game_unlisted")),
  );
}
