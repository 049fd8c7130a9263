/** The page on auditing: it shows where the public log has the end of the game in the address. */

import { idOf } from "../ui/address.js";
import { byId } from "../ui/dom.js";

const game = idOf("game");
if (game) tell(game).catch(() => undefined);

/** @param {string} id */
async function tell(id) {
  const [{ tellRecordedOf }, { addTexts }] = await Promise.all([import("../game/end/logproof.js"), import("../ui/texts.js")]);
  await addTexts("end");
  await tellRecordedOf(id, byId("recorded"));
}
