/** Studies: games that branch off from an event of another game. */

import { takeName, whoAmI } from "../../api/player.js";
import { banner } from "../../ui/controls.js";
import { el } from "../../ui/dom.js";
import { gameLink } from "../../ui/links.js";
import { t } from "../../ui/texts.js";

/** @import { View } from "../../api/types.js" */
/** @import { Table } from "../state/state.js" */

/**
 * The banner of a study, with a link to its origin.
 * @param {View} view
 */
export function studyBanner(view) {
  if (!view.study) return null;
  const { of, at } = view.study;
  const origin = el("a", { href: `game/${of}?at=${at}` }, t("study_origin", { at }));
  // Hidden cards are dealt again in a study; a reader once took them for the cards of the game.
  const mark = t(view.viewer.seat === null ? "study_watched" : "study_marked");
  return banner(`${mark} ${t("study_redealt")}`, [origin], { isNews: false });
}

/**
 * Start a study at the event on show, and go there.
 * @param {Table} table
 */
export async function branch(table) {
  // A visitor without a name gets a default one: a study needs a player, but must not open a dialog
  // first.
  await takeName((await whoAmI())?.name ?? "");
  const study = await table.api.branch(table.place);
  location.assign(gameLink(study));
}
