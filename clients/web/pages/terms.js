/** The terms of a challenge, in words. */

import { loadPace, wholePace } from "../game/words/pace.js";
import { optionsText } from "../game/words/options.js";
import { boardName } from "../game/words/sentences.js";
import { t } from "../ui/texts.js";
import { ME, occupantsText, RIVAL } from "./seating.js";

/** @import { Challenge } from "../api/challenges.js" */
/** @import { RulesetOffered } from "../api/types.js" */

export { loadPace };

/**
 * The whole game in a sentence; the texts of `setup` and `pace` are needed.
 * @param {Challenge} challenge
 * @param {RulesetOffered[]} rulesets
 * @param {string | null} other the player on the other side, null for whoever has the link
 */
export function termsText({ terms, deadline }, rulesets, other) {
  const ruleset = String(terms["ruleset"]);
  const bots = /** @type {string[]} */ (terms["bots"] ?? []);
  const game = t(`setup.for_${2 + bots.length}`, { game: t(`${ruleset}.title`) });
  const players = occupantsText([ME, RIVAL, ...bots], other ?? t("challenge.link"));
  const time = deadline ? wholePace(deadline) : t("setup.no_limit");
  return t("setup.sentence", { game, players, board: boardText(ruleset, terms["board"], rulesets), time });
}

/**
 * Its rules, first seat, undo, and who can find it; the texts of `setup` are needed.
 * @param {Challenge} challenge
 * @param {RulesetOffered[]} rulesets
 */
export function rulesText({ terms }, rulesets) {
  const ruleset = rulesets.find(({ id }) => id === terms["ruleset"]);
  const first = terms["first_seat"];
  return [
    ruleset && optionsText(/** @type {Record<string, unknown>} */ (terms["options"] ?? {}), ruleset),
    Number.isInteger(first) && t("setup.first_is", { seat: Number(first) + 1 }),
    // Without a choice, people undo by consent.
    t(`policy_${terms["undo"] ?? "consent"}`),
    t(`setup.listed_${terms["listed"] === false ? "no" : "yes"}`),
  ].filter(Boolean).join(" · ");
}

/**
 * @param {string} ruleset
 * @param {unknown} board an id, a drawn board, or nothing for the usual one
 * @param {RulesetOffered[]} rulesets
 */
function boardText(ruleset, board, rulesets) {
  const boards = rulesets.find(({ id }) => id === ruleset)?.boards ?? [];
  if (board !== null && typeof board === "object") return String(/** @type {{title?: string}} */ (board).title ?? "");
  const known = boards.find(({ id }) => id === board) ?? boards[0];
  return known ? boardName(ruleset, known.id, known.title) : String(board);
}
