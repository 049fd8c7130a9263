/**
 * The player's own games: first those that wait for the player, then the others. Studies have a
 * list of their own.
 */

import { readMyGames } from "../api/service.js";
import { lessonIn } from "../game/teaching/lessons.js";
import { el } from "../ui/dom.js";
import { t } from "../ui/texts.js";
import { List } from "./list.js";
import { quickLine } from "./quick.js";
import { gameList } from "./rows.js";
import { noWayBackLine } from "./wayback.js";

/** @import { Me, Row } from "../api/types.js" */

/** @type {[string, (game: Row) => boolean | undefined][]} the groups, by the code of their heading */
const GROUPS = [
  ["row_your_turn", (game) => game.waiting && !isLesson(game)],
  ["mine_live", (game) => game.status === "live" && !game.waiting && !isLesson(game)],
  ["mine_open", (game) => game.status === "open"],
  ["tab_finished", (game) => game.status === "finished" && !isLesson(game)],
  ["mine_lessons", isLesson],
];

/** @param {Row} game */
function isLesson(game) {
  return lessonIn(game.game_id) !== null;
}

/**
 * The list of the player's games, hidden while there are none.
 * @param {HTMLElement} section
 * @param {Me} me
 * @param {(lastEventId: string | undefined) => void} onRead hears which event the list is newer than
 */
export function myGames(section, me, onRead) {
  const read = async (/** @type {number} */ page) => {
    // The newest event is no part of what is drawn.
    const { last_event_id: last, ...shown } = await readMyGames({ study: false, page });
    onRead(last);
    return shown;
  };
  const draw = (/** @type {Row[]} */ games) => {
    // Games that wait come before the buttons that begin a new game: below them, a phone did not
    // show them.
    const [due, ...others] = GROUPS.map(([code, belongs]) => group(t(code), games.filter(belongs), me));
    return games.length ? [el("h1", {}, t("my_games")), ...due, quickLine(me), ...others.flat(), noWayBackLine(me, games)] : [];
  };
  return new List(section, "page", read, draw);
}

/**
 * @param {string} heading
 * @param {Row[]} games
 * @param {Me} me
 */
function group(heading, games, me) {
  return games.length ? [el("h2", {}, heading), gameList(games, me)] : [];
}

/**
 * The list of the player's studies, hidden while there are none.
 * @param {HTMLElement} section
 * @param {Me} me
 */
export function myStudies(section, me) {
  const read = async (/** @type {number} */ page) => {
    const { last_event_id: _, ...shown } = await readMyGames({ study: true, page });
    return shown;
  };
  const draw = (/** @type {Row[]} */ games, /** @type {number} */ total) => games.length ? [
    el("h2", {}, t("studies"), " ", el("span", { class: "note" }, String(total))),
    el("p", { class: "note" }, t("studies_note")),
    gameList(games, me),
  ] : [];
  return new List(section, "studies", read, draw);
}
