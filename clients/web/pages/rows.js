/** Rows of games: the board, the seat to move and since when, the seats with their scores. */

import { address } from "../api/http.js";
import { freeSeatText, isFreeFor, keptNames } from "../game/words/reservedseats.js";
import { shortPace } from "../game/words/pace.js";
import { boardName, playerName } from "../game/words/sentences.js";
import { gameTitle } from "../game/words/title.js";
import { sitter } from "../game/seats/sitter.js";
import { inElements } from "../game/words/eventelements.js";
import { RULESETS, usualTurns } from "../rulesets.js";
import { ago, until } from "../ui/ago.js";
import { el } from "../ui/dom.js";
import { has, listed, t } from "../ui/texts.js";

/** @import { Me, Row } from "../api/types.js" */

const PICTURE_PIXELS = 88;
// A refused picture is requested once more after this time. The painter's queue may have been full,
// as when a browser went from list to list and left 16 requests behind.
const PICTURE_PATIENCE = 4000;

/**
 * @param {Row[]} games
 * @param {Me | null} me
 */
export function gameList(games, me) {
  const alike = alikeAmong(games);
  return el("ul", { class: "games" }, games.map((game) => gameRow(game, me, alike)));
}

/**
 * The titles that do not distinguish their games: those of several games, and the rulesets' names.
 * @param {Row[]} games
 */
export function alikeAmong(games) {
  const titles = games.map(gameTitle);
  return new Set([...titles.filter((title, n) => titles.indexOf(title) < n), ...RULESETS.map((id) => t(`${id}.title`))]);
}

/**
 * @param {Row} game
 * @param {Me | null} me
 * @param {Set<string>} alike titles that need the players' names beside them
 */
export function gameRow(game, me, alike) {
  const title = gameTitle(game);
  return el(
    "li",
    { class: game.waiting ? "game-row waiting-for-me" : "game-row" },
    el(
      "a",
      { href: `game/${game.game_id}` },
      picture(game),
      el(
        "span",
        { class: "row-head" },
        el("span", { class: "row-title" }, title, alike.has(title) && playersOf(game)),
        el("span", { class: "row-note" }, about(game)),
        el("span", { class: "row-moment" }, moment(game, me)),
      ),
      el("span", { class: "row-seats" }, game.seats.map((_, seat) => occupant(game, seat))),
      el("span", { class: game.waiting ? "call main" : "call" }, callToAction(game, me)),
    ),
  );
}

/** @param {Row} game */
function playersOf({ seats }) {
  const names = [...seats.keys()].flatMap((seat) => playerName(seats, seat) ?? []);
  return names.length ? el("span", { class: "row-players" }, `: ${listed(names)}`) : null;
}

/**
 * The board at present; an empty frame if there is no picture.
 * @param {Row} game
 */
function picture(game) {
  const frame = el("span", { class: "row-picture" });
  if (!navigator.onLine) return frame;
  const src = address(`games/${game.game_id}/picture.png?shape=square&width=160`);
  // A fixed size, so that the rows below do not move when the picture comes.
  const size = { width: PICTURE_PIXELS, height: PICTURE_PIXELS };
  frame.append(patientImage({ loading: "lazy", ...size, src, alt: "" }));
  return frame;
}

/**
 * A picture that is asked for once more if it did not come, and then left out.
 * @param {{src: string, alt: string, width: number, height: number, loading?: "lazy"}} attributes
 */
export function patientImage(attributes) {
  const image = el("img", attributes);
  image.onerror = () => {
    image.onerror = () => image.remove();
    setTimeout(() => (image.src = attributes.src), PICTURE_PATIENCE);
  };
  return image;
}

/** @param {Row} game */
function about(game) {
  const parts = [
    boardName(game.ruleset, game.board, game.board_title),
    game.turn ? howFar(game, game.turn) : "",
    game.status === "finished" ? "" : pace(game),
    game.status === "open" ? t(`policy_${game.undo}`) : "",
  ];
  return parts.filter(Boolean).join(" · ");
}

/**
 * @param {Row} game
 * @param {number} n the present turn
 */
function howFar({ ruleset, board, seats, status }, n) {
  const turns = status === "live" && usualTurns(ruleset, board, seats.length);
  const all = turns && turns * seats.length;
  // Past the usual length the figure says nothing any more; offline its text may be missing.
  return all && n <= all && has("lobby.turn_of") ? t("lobby.turn_of", { n, all }) : t("row_turn", { n });
}

/** @param {Row} game */
function pace({ deadline, status }) {
  if (deadline) return shortPace(deadline);
  return status === "open" ? t("invite_pace") : "";
}

/**
 * The seat to move, or the outcome, and since when.
 * @param {Row} game
 * @param {Me | null} me
 */
function moment(game, me) {
  const [first] = game.waiting_for ?? [];
  const due = game.due ?? first?.due;
  if (due && game.status === "live") return [standing(game, me), ` · ${t("time_runs_out")} `, until(due)].flat();
  const since = game.paused ? null : (game.waiting_since ?? first?.since ?? game.updated_at);
  const words = standing(game, me);
  return [words, words && since && " · ", since && ago(since)].flat().filter(Boolean);
}

/**
 * @param {Row} game
 * @param {Me | null} me
 */
function standing(game, me) {
  if (game.result) return named(game, "row_won", game.result.winners);
  if (game.status === "open") return openSeats(game, me);
  if (game.paused) return t("row_paused");
  const awaited = (game.waiting_for ?? []).map(({ seat }) => seat);
  if (awaited.some((seat) => me && game.seats[seat]?.player_id === me.player_id)) return t("row_your_turn");
  return awaited.length ? named(game, "row_waiting", awaited) : "";
}

/**
 * The number of seats that the reader may take, or the players that the game waits for.
 * @param {Row} game
 * @param {Me | null} me
 */
function openSeats(game, me) {
  const free = freeFor(game, me);
  if (!free.length && game.kept?.length) return t("row_waiting", { names: keptNames(game.kept) });
  return t("row_free", { n: free.length });
}

/**
 * @param {Row} game
 * @param {Me | null} me
 */
function freeFor({ seats, kept = [] }, me) {
  return [...seats.keys()].filter((seat) => !seats[seat] && isFreeFor(kept, seat, me?.player_id));
}

/**
 * A text that names some seats.
 * @param {Row} game
 * @param {string} code
 * @param {number[]} seats
 */
function named(game, code, seats) {
  return inElements(({ name }) => {
    const names = seats.map((seat) => name(playerName(game.seats, seat) ?? t("row_open_seat"), seat));
    return t(code, { names: listed(names) });
  });
}

/**
 * @param {Row} game
 * @param {Me | null} me
 */
function callToAction(game, me) {
  if (game.waiting) return t("row_play");
  if (game.status === "finished") return t("row_replay");
  if (isMine(game, me)) return t("row_look");
  return game.status === "open" && freeFor(game, me).length ? t("row_join") : t("row_watch");
}

/**
 * Whether a seat is kept for the reader, who sees the game in the list of invitations.
 * @param {Row} game
 * @param {Me | null} me
 */
export function isInvited({ kept = [] }, me) {
  return me !== null && kept.some(({ player_id: player }) => player === me.player_id);
}

/**
 * @param {Row} game
 * @param {Me | null} me
 */
export function isMine(game, me) {
  return me !== null && game.seats.some((seat) => seat?.player_id === me.player_id);
}

/**
 * @param {Row} game
 * @param {number} seat
 */
function occupant(game, seat) {
  const won = game.result?.winners.includes(seat);
  const isAwaited = game.waiting_for?.some((each) => each.seat === seat);
  const name = playerName(game.seats, seat);
  const { bot = null, account } = game.seats[seat] ?? {};
  const kind = bot ? t(`bot_${bot}`) : account && t("bot_account");
  return sitter(
    "span",
    seat,
    game.seats[seat],
    [won && "won", isAwaited && "awaited"],
    el("span", { class: "sitter-name" }, name ? el("span", { class: `name seat-${seat}` }, name) : freeSeatText(game.kept ?? [], seat), kind && el("span", { class: "note" }, ` ${kind}`)),
    game.result && el("span", { class: "score" }, String(game.result.scores[seat])),
  );
}
