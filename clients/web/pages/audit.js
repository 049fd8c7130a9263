/** The page on auditing: of the game that its address names it tells where the public log has its end. */

import { byId } from "../ui/dom.js";

const game = new URLSearchParams(location.search).get("game");
if (game) tell(game).catch(() => undefined);

/** @param {string} id */
async function tell(id) {
  const { tellRecordedOf } = await import("../game/recorded.js");
  await tellRecordedOf(id, byId("recorded"));
}
