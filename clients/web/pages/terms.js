/** The terms of a challenge, in words. */

import { loadPace, wholePace } from "../game/words/pace.js";
import { optionsText } from "../game/words/options.js";
import { boardName } from "../game/words/sentences.js";
import { listed, t } from "../ui/texts.js";

/** @import { Challenge } from "../api/challenges.js" */
/** @import { RulesetOffered } from "../api/types.js" */

export { loadPace };

/**
 * The whole game in a sentence; the texts of `setup` and `pace` are needed.
 * @param {Challenge} challenge
 * @param {RulesetOffered[]} rulesets
 * @param {string | null} other the player on the other side, null for anybody with the link
 */
export function termsText({ terms, deadline }, rulesets, other) {
  const ruleset = String(terms["ruleset"]);
  const bots = /** @type {string[]} */ (terms["bots"] ?? []);
  const game = t(`setup.for_${2 + bots.length}`, { game: t(`${ruleset}.title`) });
  const players = playersText(bots, other ?? t("challenge.link"));
  const time = deadline ? wholePace(deadline) : t("setup.no_limit");
  return t("setup.sentence", { game, players, board: boardText(ruleset, terms["board"], rulesets), time });
}

// Not by `seating.js`: a module that this page and *New game* need is loaded with every first game.
/**
 * @param {string[]} bots
 * @param {string} other
 */
function playersText(bots, other) {
  const wordOf = (/** @type {string} */ bot) => {
    const k = bots.filter((each) => each === bot).length;
    return k > 1 ? t("setup.many", { k, what: t(`bot_${bot}`) }) : t(`setup.bot_${bot}`);
  };
  return listed([t("setup.you"), other, ...[...new Set(bots)].map(wordOf)]);
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
