/** Errors shown to the player; a refusal links to its rule. */

import { errorText, Problem } from "../../api/http.js";
import { toast } from "../../ui/controls.js";
import { el } from "../../ui/dom.js";
import { t } from "../../ui/texts.js";

/**
 * Show an error, with a link to the rule if a rule of the game refused a move.
 * @param {unknown} error
 * @param {string} ruleset
 * @param {(rule: string) => void} openRules
 */
export function showRefusal(error, ruleset, openRules) {
  const rule = ruleOf(error);
  return toast(errorText(error), ...(rule ? [ruleLink(ruleset, rule, openRules)] : []));
}

/**
 * The rule that an error names, null if none.
 * @param {unknown} error
 */
export function ruleOf(error) {
  return error instanceof Problem ? error.rule : null;
}

/**
 * A link that opens a rule beside the game.
 * @param {string} ruleset
 * @param {string} rule
 * @param {(rule: string) => void} openRules
 */
export function ruleLink(ruleset, rule, openRules) {
  // The link's address is for a new tab; a plain click must not leave the game.
  const open = (/** @type {Event} */ event) => {
    event.preventDefault();
    openRules(rule);
  };
  return el("a", { href: `rules/${ruleset}#${rule}`, onclick: open }, t("rule", { rule }));
}
