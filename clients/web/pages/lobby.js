/** The front page: quick games against bots, the player's games, and the lobby. */

import { errorText } from "../api/http.js";
import { acceptTransfer, takeName, whoAmI } from "../api/player.js";
import { readSavedGames } from "../api/saved.js";
import { createGame, readBoard, readLobby, readMyGames } from "../api/service.js";
import { badge } from "../game/pieces.js";
import { boardName, playerName } from "../game/sentences.js";
import { QUICK_GAMES, rulesetPage } from "../rulesets.js";
import { button, toast } from "../ui/controls.js";
import { byId, el, keepingFocus, refill } from "../ui/dom.js";
import { nameBox } from "../ui/namebox.js";
import { t } from "../ui/texts.js";
import { frame } from "./frame.js";

/** @import { Me, Row, RowPage } from "../api/types.js" */

const STATUSES = /** @type {const} */ (["open", "live", "finished"]);
const REFRESH_MILLISECONDS = 10000;

/** @type {Me | null} */
let me = null;

/** @type {{status: string, page: number}} */
const shown = { status: "live", page: 1 };

async function start() {
  frame("games");
  if (await acceptTransfer().catch((error) => toast(errorText(error)))) toast(t("transfer_done"));
  await welcome();
  followConnection();
  if (!navigator.onLine) return showSavedGames();
  await chooseTab();
  await Promise.all([showMyGames(), showLobby()]);
  setInterval(() => !document.hidden && refresh(), REFRESH_MILLISECONDS);
}

function refresh() {
  return Promise.all([showMyGames(), showLobby()]).catch(() => undefined);
}

async function welcome() {
  me = await whoAmI().catch(() => null);
  const name = nameBox(me?.name);
  const picture = el("div", { class: "welcome-map" });
  refill(
    byId("welcome"),
    el(
      "div",
      { class: "welcome-words" },
      el("h1", {}, t("brand")),
      el("p", { class: "tagline" }, t("tagline")),
      el("label", { class: "field" }, el("span", {}, t("your_name")), name),
      quickGames(name),
      el("a", { class: "button", href: "new" }, el("span", { class: "label" }, t("set_up"))),
    ),
    picture,
  );
  showBoard(QUICK_GAMES[0]);
}

/** @type {Map<string, Promise<Element>>} */
const boards = new Map();

/**
 * Show the board of a quick game in the picture.
 * @param {(typeof QUICK_GAMES)[number]} terms
 */
async function showBoard({ ruleset, board }) {
  const picture = /** @type {HTMLElement} */ (document.querySelector(".welcome-map"));
  picture.dataset.ruleset = ruleset;
  if (!boards.has(ruleset)) boards.set(ruleset, previewOf(ruleset, board));
  const drawing = await boards.get(ruleset)?.catch(() => boards.delete(ruleset) && null);
  if (drawing && picture.dataset.ruleset === ruleset) refill(picture, drawing);
}

/**
 * @param {string} ruleset
 * @param {string} board
 */
async function previewOf(ruleset, board) {
  const [{ board: drawn }, page] = await Promise.all([readBoard(ruleset, board), rulesetPage(ruleset)]);
  return page.preview(drawn, boardName(ruleset, board, drawn.title));
}

/**
 * A button for each quick game.
 * @param {HTMLInputElement} name
 */
function quickGames(name) {
  const buttons = QUICK_GAMES.map((terms, n) => {
    const { ruleset } = terms;
    const act = () => playBots(terms, name.value, control);
    const control = button(n ? "" : "main", t(`${ruleset}.title`), t(`${ruleset}.quick_hint`), act);
    for (const look of ["pointerenter", "focus"]) control.addEventListener(look, () => showBoard(terms));
    return control;
  });
  return el(
    "div",
    { class: "quick", role: "group", "aria-labelledby": "quick" },
    el("p", { id: "quick" }, el("strong", {}, t("play_bot")), " ", el("span", { class: "note" }, t("play_bot_hint"))),
    buttons,
  );
}

/**
 * @param {(typeof QUICK_GAMES)[number]} terms
 * @param {string} name
 * @param {HTMLButtonElement} pressed
 */
async function playBots(terms, name, pressed) {
  pressed.disabled = true;
  try {
    await takeName(name);
    const view = await createGame(terms);
    location.assign(new URL(`game/${view.game_id}`, document.baseURI));
  } catch (error) {
    pressed.disabled = false;
    toast(errorText(error));
  }
}

/** Disable the quick games while offline. */
function followConnection() {
  const buttons = /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll(".quick button"));
  const onConnectionChange = () => buttons.forEach((each) => (each.disabled = !navigator.onLine));
  for (const change of ["offline", "online"]) addEventListener(change, onConnectionChange);
  onConnectionChange();
}

/** Show the saved games in place of the lobby. */
async function showSavedGames() {
  const rows = await readSavedGames();
  refill(
    byId("lobby"),
    el("h2", {}, t("kept_games")),
    rows.length ? el("ul", { class: "games" }, rows.map(row)) : el("p", { class: "note" }, t("kept_none")),
  );
}

/** Show open games first if there are any. */
async function chooseTab() {
  const { total } = await readLobby("open", 1);
  if (total) shown.status = "open";
}

async function showMyGames() {
  me = await whoAmI().catch(() => null);
  const section = byId("mine");
  if (!me) return;
  const { games: rows } = await readMyGames();
  section.hidden = !rows.length;
  keepingFocus(section, () =>
    refill(section, el("h2", {}, t("my_games")), el("ul", { class: "games" }, rows.slice(0, 12).map(row))),
  );
}

async function showLobby() {
  const page = await readLobby(shown.status, shown.page);
  const last = Math.ceil(page.total / page.per_page);
  keepingFocus(byId("lobby"), () => refill(byId("lobby"), ...lobbyParts(page, last)));
}

/**
 * @param {RowPage} page
 * @param {number} last the number of pages
 */
function lobbyParts(page, last) {
  return [
    el("h2", {}, t("lobby")),
    el("div", { class: "tabs", role: "group", "aria-label": t("lobby") }, STATUSES.map(statusTab)),
    page.games.length
      ? el("ul", { class: "games" }, page.games.map(row))
      : el("p", { class: "note" }, t(`lobby_none_${shown.status}`)),
    el(
      "p",
      { class: "pages" },
      page.page > 1 && pageButton("later", -1),
      page.page < last && pageButton("earlier", 1),
    ),
  ];
}

/** @param {string} status */
function statusTab(status) {
  const show = () => {
    shown.status = status;
    shown.page = 1;
    showLobby().catch((error) => toast(errorText(error)));
  };
  const isShown = status === shown.status;
  return el("button", { type: "button", "aria-pressed": String(isShown), onclick: show }, t(`tab_${status}`));
}

/**
 * @param {string} text
 * @param {1 | -1} by
 */
function pageButton(text, by) {
  return button("small", t(text), null, () => {
    shown.page += by;
    showLobby().catch((error) => toast(errorText(error)));
  });
}

/** @param {Row} game */
function row(game) {
  const label = callToAction(game);
  return el(
    "li",
    { class: game.waiting ? "game-row waiting-for-me" : "game-row" },
    el(
      "a",
      { href: `game/${game.game_id}` },
      el(
        "span",
        { class: "row-head" },
        el("span", { class: "row-title" }, game.title),
        el("span", { class: "row-note" }, [boardName(game.ruleset, game.board, game.board_title), game.turn ? t("row_turn", { n: game.turn }) : "", game.status === "open" && t(`policy_${game.undo}`)].filter(Boolean).join(" · ")),
      ),
      el("span", { class: "row-seats" }, game.seats.map((_, seat) => occupant(game, seat))),
      el("span", { class: game.waiting ? "call main" : "call" }, label),
    ),
  );
}

/** @param {Row} game */
function callToAction(game) {
  if (game.waiting) return t("row_your_turn");
  if (game.status === "finished") return t("row_replay");
  if (isMine(game)) return t(game.status === "open" ? "row_look" : "row_play");
  return game.status === "open" ? t("row_join") : t("row_watch");
}

/** @param {Row} game */
function isMine(game) {
  return me !== null && game.seats.some((seat) => seat?.player_id === me?.player_id);
}

/**
 * @param {Row} game
 * @param {number} seat
 */
function occupant(game, seat) {
  const won = game.result?.winners.includes(seat);
  const score = game.result ? ` ${game.result.scores[seat]}` : "";
  const name = playerName(game.seats, seat);
  return el(
    "span",
    { class: `sitter${won ? " won" : ""}${name ? "" : " free"}` },
    badge(seat),
    `${name ?? t("row_open_seat")}${score}`,
  );
}

start().catch((error) => toast(errorText(error)));
