/** The moves of Alexander the Great in words. */

import { seatName } from "../game/words/sentences.js";
import { movesWith } from "../settlers/moves.js";
import { cardList } from "../settlers/sentences.js";
import { t } from "../ui/texts.js";
import { localName } from "./places.js";
import { nameOf } from "./sentences.js";

/** @import { MoveWords } from "../game/ruleset.js" */
/** @import { March } from "./types.js" */

/** @type {MoveWords} */
export const moves = {
  ...movesWith(nameOf),
  march: (_, view, { crossing }) => `${t("alexander_the_great.act_march")}: ${localName(/** @type {March} */ (view.state).route[crossing].name)}`,
  bid: ({ bid }) => t("alexander_the_great.act_bid", { n: bid }),
  pass: () => t("alexander_the_great.act_pass"),
  pay: ({ cards, knights }) => {
    const paid = [Object.keys(cards ?? {}).length > 0 && cardList(cards), knights && t("alexander_the_great.knights", { n: knights })];
    return [t("alexander_the_great.act_pay"), paid.filter(Boolean).join(", ")].filter(Boolean).join(": ");
  },
  choose_advisor: ({ from }, view) => t("prepared.advisor", { name: seatName(view, from) }),
};
