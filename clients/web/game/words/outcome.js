/** The sentence that says how a game ended. */

import { listed, t } from "../../ui/texts.js";
import { reasonText, seatName } from "./sentences.js";

/** @import { View } from "../../api/types.js" */

/**
 * @param {View} view
 * @param {(seat: number) => string} [name]
 */
export function outcome(view, name = (seat) => seatName(view, seat)) {
  const result = view.result;
  if (!result) return "";
  const names = listed(result.winners.map(name));
  const n = result.scores[result.winners[0]];
  const code = result.winners.length > 1 ? "result_shared" : "result_won";
  return `${t(code, { names, n })} ${reasonText(view, result.reason)}`;
}
