/** The page on auditing: of the game that its address names it tells where the public log has its end. */

import { idOf } from "../ui/address.js";
import { byId } from "../ui/dom.js";

const game = idOf("game");
if (game) tell(game).catch(() => undefined);

/** @param {string} id */
async function tell(id) {
  const { tellRecordedOf } = await import("../game/end/logproof.js");
  await tellRecordedOf(id, byId("recorded"));
}
