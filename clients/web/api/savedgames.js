/** The finished games that the worker has cached for offline use. */

import { openCache } from "../ui/storage.js";

/** @import { Row, View } from "./types.js" */

const GAME = /\/games\/[^/?]+$/;

/** @returns {Promise<Row[]>} the last opened first */
export async function readSavedGames() {
  const replays = await openCache(`replays ${new URL("./", document.baseURI).href}`);
  if (!replays) return [];
  // A cache lists its keys in the order of writing.
  const addresses = (await replays.keys()).filter(({ url }) => GAME.test(url)).reverse();
  // The answers vary by request headers; a saved game is shown regardless of them.
  const answers = await Promise.all(addresses.map((address) => replays.match(address, { ignoreVary: true })));
  const views = await Promise.all(answers.map((answer) => answer?.json()));
  return views.filter(Boolean).map(rowOf);
}

/**
 * The lobby's row for a game.
 * @param {View} view
 * @returns {Row}
 */
function rowOf({ board, undo, ...view }) {
  return { ...view, undo: undo.policy, board: board.id, board_title: board.title };
}
