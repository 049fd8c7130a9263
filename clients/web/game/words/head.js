/** The head of a game: its title, and its terms or its outcome. */

import { el } from "../../ui/dom.js";
import { t } from "../../ui/texts.js";
import { outcome } from "./outcome.js";
import { gameTitle } from "./title.js";
import { withNames } from "./eventelements.js";

/** @import { View } from "../../api/types.js" */
/** @import { RulesetPage } from "../ruleset.js" */
/** @import { Table } from "../state/state.js" */

/**
 * @param {View} view
 * @param {RulesetPage} ruleset
 * @param {Table} table
 */
export function head(view, ruleset, { cursor, version }) {
  // At an earlier moment of a finished game, the head must show that moment, not the result.
  const moment = cursor === null ? "" : `${t("replay_at", { n: cursor, total: version })} · `;
  return el(
    "div",
    { class: "game-head" },
    el("h1", { class: "game-title" }, gameTitle(view)),
    view.result ? el("p", { class: "outcome" }, withNames(view, (name) => outcome(view, name))) : el("p", { class: "note" }, `${moment}${t("goal", { n: ruleset.goal(view) })} · ${t(`policy_${view.undo.policy}`)}`),
  );
}
