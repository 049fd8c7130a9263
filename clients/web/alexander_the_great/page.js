/** The page of Alexander the Great: settlers' page with the scenario's additions. */

import { pageOf } from "../settlers/page.js";
import { el } from "../ui/dom.js";
import { EDITION } from "./edition.js";
import { supplies } from "./holdings.js";
import { tellers } from "./sentences.js";

/** @import { RulesetPage } from "../game/ruleset.js" */
/** @import { Seat } from "./types.js" */

const settlers = pageOf(EDITION);

/** @type {RulesetPage} */
export const page = {
  ...settlers,
  tellers,
  supplies: (view) => el("div", { class: "supplies" }, settlers.supplies(view), supplies(view)),
  series: [
    settlers.series[0],
    { name: "alexander_the_great.chart_chips", top: () => 5, value: (view, seat) => chipsOf(view.state.seats[seat]) },
    settlers.series[1],
  ],
  guide: async () => (await import("./guide.js")).guide,
  lesson: async () => (await import("./lesson.js")).lesson,
  moves: async () => (await import("./moves.js")).moves,
  orders: async () => (await import("./orders.js")).orders,
};

/** @param {Seat} seat */
const chipsOf = ({ chips }) => Object.values(chips).reduce((sum, n) => sum + n, 0);
