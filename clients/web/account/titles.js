/** Titles of games by id: from the player's own list if it has them, otherwise one request each. */

import { GameApi } from "../api/game.js";
import { readMyGames } from "../api/service.js";
import { gameTitle } from "../game/words/title.js";
import { el } from "../ui/dom.js";

/** @type {Map<string, Promise<string>>} */
const known = new Map();

/** @type {Promise<Map<string, string>> | null} */
let own = null;

/**
 * A link to a game; its title follows as soon as it is read.
 * @param {string} game
 */
export function titleLink(game) {
  const link = el("a", { href: `game/${game}` }, game);
  titleOf(game).then((title) => link.replaceChildren(title), () => undefined);
  return link;
}

/** @param {string} game */
function titleOf(game) {
  const title = known.get(game) ?? readTitle(game);
  known.set(game, title);
  return title;
}

/** @param {string} game */
async function readTitle(game) {
  // One request names most games of the log and of the muted ones.
  own ??= readOwn();
  return (await own).get(game) ?? gameTitle(await new GameApi(game, null).view());
}

async function readOwn() {
  const { games } = await readMyGames({ study: false, page: 1 });
  return new Map(games.map((game) => [game.game_id, gameTitle(game)]));
}
