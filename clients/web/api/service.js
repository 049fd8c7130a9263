/** Players, the lobby, rulesets and boards: the resources of the service other than a game. */

import { ask, newKey, query, read } from "./http.js";

/** @import { BoardAnswer, Me, RowPage, Rules, Ruleset, Rulesets, View } from "./types.js" */

/**
 * Become a player; the token goes into a cookie.
 * @param {string} name
 * @returns {Promise<Me>}
 */
export function beginSession(name) {
  return ask("session", { method: "POST", body: { name } });
}

/** @returns {Promise<Me>} */
export function readMe() {
  return read("me");
}

/**
 * @param {string} name
 * @returns {Promise<Me>}
 */
export function renameMe(name) {
  return ask("me", { method: "PATCH", body: { name } });
}

/** @returns {Promise<RowPage>} */
export function myGames() {
  return read("me/games");
}

/**
 * @param {string} status
 * @param {number} page
 * @returns {Promise<RowPage>}
 */
export function lobby(status, page) {
  return read(`games${query({ status, page, per_page: 12 })}`);
}

/** @returns {Promise<Rulesets>} */
export function rulesets() {
  return read("rulesets");
}

/**
 * @param {string} id
 * @returns {Promise<Ruleset>}
 */
export function readRuleset(id) {
  return read(`rulesets/${id}`);
}

/**
 * @param {string} ruleset
 * @returns {Promise<Rules>}
 */
export function readRules(ruleset) {
  return read(`rulesets/${ruleset}/rules`);
}

/** A code by which another device becomes this player, once. */
export function beginTransfer() {
  return ask("session/transfer", { method: "POST", body: {} });
}

/**
 * Become the player whose code was handed over.
 * @param {string} code
 * @returns {Promise<Me>}
 */
export function finishTransfer(code) {
  return ask("session", { method: "POST", body: { transfer: code } });
}

/**
 * @param {string} ruleset
 * @param {string} board
 * @returns {Promise<BoardAnswer>}
 */
export function readBoard(ruleset, board) {
  return read(`rulesets/${ruleset}/boards/${board}`);
}

/**
 * @param {object} terms
 * @returns {Promise<View>}
 */
export function createGame(terms) {
  return ask("games", { method: "POST", body: terms, headers: { "Idempotency-Key": newKey() } });
}
