/** Open games grouped by host; more than two games of one host are folded. */

import { el, refill } from "../ui/dom.js";
import { t } from "../ui/texts.js";
import { alikeAmong, gameList, gameRow } from "./rows.js";

/** @import { Me, Row } from "../api/types.js" */

const MOST_SHOWN = 2;
// Kept outside the list, which is redrawn with each change.
/** @type {Set<string>} the hosts whose games the reader has unfolded */
const unfolded = new Set();

/**
 * @param {Row[]} games
 * @param {Me | null} me
 */
export function hostedList(games, me) {
  const alike = alikeAmong(games);
  return el("ul", { class: "games" }, [...byHost(games)].flatMap(([host, hosted]) => rowsOf(host, hosted, me, alike)));
}

/**
 * The games of each host, ordered by the host's first game.
 * @param {Row[]} games
 */
function byHost(games) {
  /** @type {Map<string, Row[]>} */
  const hosts = new Map();
  for (const game of games) {
    const host = game.host?.player_id ?? game.game_id;
    hosts.set(host, [...(hosts.get(host) ?? []), game]);
  }
  return hosts;
}

/**
 * @param {string} host
 * @param {Row[]} games
 * @param {Me | null} me
 * @param {Set<string>} alike
 */
function rowsOf(host, games, me, alike) {
  if (games.length <= MOST_SHOWN) return games.map((game) => gameRow(game, me, alike));
  const [first, ...others] = games;
  return [gameRow(first, me, alike), el("li", { class: "more-games" }, folded(host, others, me))];
}

/**
 * @param {string} host
 * @param {Row[]} games
 * @param {Me | null} me
 */
function folded(host, games, me) {
  const name = games[0].host?.name ?? t("player_forgotten");
  const label = () => (unfolded.has(host) ? t("lobby_fewer", { name }) : t("lobby_more", { n: games.length, name }));
  const summary = el("summary", { "data-key": host }, label());
  const details = el("details", { open: unfolded.has(host) }, summary, gameList(games, me));
  details.addEventListener("toggle", () => {
    if (details.open) unfolded.add(host);
    else unfolded.delete(host);
    refill(summary, label());
  });
  return details;
}
