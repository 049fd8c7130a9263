/** Parts of every prompt: the link to its rule, and for newcomers the aim of the game. */

import { el } from "../../ui/dom.js";
import { keep, kept } from "../../ui/storage.js";
import { listed, t } from "../../ui/texts.js";
import { withNames } from "../words/eventelements.js";

/** @import { Child } from "../../ui/dom.js" */
/** @import { View } from "../../api/types.js" */

/**
 * The button that opens the rule of the position.
 * @param {() => void} explain
 */
export function ruleMark(explain) {
  const words = t("rule_here");
  return el("button", { type: "button", class: "rule-mark", "data-tip": words, "aria-label": words, onclick: explain }, "?");
}

/**
 * The words for the players to move, or for a game that the host has closed.
 * @param {View} view
 * @returns {Child[] | string}
 */
export function whoActs(view) {
  // Without this the prompt named a seat as the one to move, though nobody could move.
  if (view.closed) return t("prompt_closed");
  return withNames(view, (name) => t("prompt_wait", { n: view.to_act.length, names: listed(view.to_act.map(name)) }));
}

/**
 * The start of the storage key of the game in which this browser first played a ruleset; the
 * ruleset's id follows.
 */
const FIRST_GAME = "anabasis.first.";

/** Undo policies under which a revealed card stays revealed. */
const FINAL = new Set(["drawn_stays", "off"]);

/**
 * A warning if one of the moves reveals a card that no undo can hide again.
 * @param {View} view
 * @param {{reveals?: boolean}[]} facts those of the moves
 * @param {string} words
 */
export function finalityWarning({ undo }, facts, words) {
  // Before this warning, a first tap on a face-down card drew it, and against bots nothing could
  // undo that.
  return FINAL.has(undo.policy) && facts.some(({ reveals }) => reveals) ? words : "";
}

/**
 * The aim of the game, for a player's first game of a ruleset.
 * @param {View} view
 * @param {number} n the points to reach
 */
export function aim(view, n) {
  return isNewcomer(view) && el("p", { class: "aim" }, t(`${view.ruleset}.aim`, { n }));
}

/**
 * Whether this is the first round of the player's first game of a ruleset; the browser remembers that game.
 * @param {View} view
 */
function isNewcomer({ game_id: game, ruleset, seats, turn, viewer }) {
  if (viewer.seat === null) return false;
  // The browser keeps this: whether to show a hint is not a fact of the game.
  const first = kept(FIRST_GAME + ruleset);
  if (first === null) keep(FIRST_GAME + ruleset, game);
  return (first ?? game) === game && turn <= seats.length;
}
