/** The finished games that the worker keeps on this device, for when there is no connection. */

/** @import { Row, View } from "./types.js" */

const GAME = /\/games\/[^/?]+$/;

/** @returns {Promise<Row[]>} the one last opened first */
export async function keptGames() {
  const replays = await caches.open(`replays ${new URL("./", document.baseURI).href}`);
  const addresses = (await replays.keys()).filter(({ url }) => GAME.test(url)).reverse();
  const answers = await Promise.all(addresses.map((address) => replays.match(address, { ignoreVary: true })));
  const views = await Promise.all(answers.map((answer) => answer?.json()));
  return views.filter(Boolean).map(rowOf);
}

/**
 * A game as the lobby lists it.
 * @param {View} view
 * @returns {Row}
 */
function rowOf({ board, ...view }) {
  return { ...view, board: board.id, board_title: board.title };
}
