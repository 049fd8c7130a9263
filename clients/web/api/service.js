/** Players, the lobby, rulesets and boards: every resource of the service except games. */

import { takesCookies } from "../ui/storage.js";
import { t } from "../ui/texts.js";
import { ask, newKey, Problem, query, read } from "./http.js";

/** @import { Board, BoardAnswer, BoardCheck, Invitation, Me, MyRowPage, RowPage, Rules, Ruleset, Rulesets, Schemas, Vacations, View } from "./types.js" */

// The same for each try, so that one whose answer was lost spends an invitation once.
const pageKey = newKey();

/**
 * Create a player and sign in; the token goes into a cookie.
 * @param {string} name
 * @param {Record<string, string>} [invitee] an invitation, where the host asks for one
 * @returns {Promise<Me>}
 */
export async function beginSession(name, invitee) {
  // Otherwise the service would create a player as whom nobody could ever sign in.
  if (!takesCookies()) throw new Problem(401, { code: "session_denied", detail: t("session_denied") });
  return ask("session", { method: "POST", body: { name, ...invitee }, headers: { "Idempotency-Key": pageKey } });
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

/**
 * Set the language of the player's mails and notices.
 * @param {string} locale
 * @returns {Promise<Me>}
 */
export function setLocale(locale) {
  return ask("me", { method: "PATCH", body: { locale } });
}

/**
 * Set the time zone and the quiet hours; null for none.
 * @param {Partial<Pick<Me, "time_zone" | "quiet_hours">>} hours
 * @returns {Promise<Me>}
 */
export function setQuietHours(hours) {
  return ask("me", { method: "PATCH", body: hours });
}

/**
 * Go on vacation in all games, or come back.
 * @param {number} days 0 to come back
 * @returns {Promise<Vacations>}
 */
export function goOnVacation(days) {
  return ask("me/vacation", { method: "POST", body: { days }, headers: { "Idempotency-Key": newKey() } });
}

/**
 * @param {{study: boolean, page: number}} selection
 * @returns {Promise<MyRowPage>}
 */
export function readMyGames({ study, page }) {
  return read(`me/games${query({ study: String(study), page, per_page: 12 })}`);
}

/** End this browser's session. */
export function endSession() {
  return ask("session", { method: "DELETE" });
}

/** @returns {Promise<Schemas["Invitations"]>} */
export function readInvitations() {
  return read("me/invitations");
}

/**
 * Take the seat that is kept for the player.
 * @param {Invitation} invitation
 */
export function acceptInvitation({ game_id, seat, join_code }) {
  const code = join_code ? { join_code } : {};
  return ask(`games/${game_id}/seats`, { method: "POST", body: { seat, ...code }, headers: { "Idempotency-Key": newKey() } });
}

/** @param {string} game */
export function declineInvitation(game) {
  return ask(`me/invitations/${game}`, { method: "DELETE" });
}

/**
 * @param {string} status
 * @param {number} page
 * @param {Record<string, string>} filter
 * @returns {Promise<RowPage>}
 */
export function readLobby(status, page, filter) {
  return read(`games${query({ status, page, per_page: 12, ...filter })}`);
}

/** @returns {Promise<Rulesets>} */
export function readRulesets() {
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

/** Ask for a code with which one other device can become this player. */
export function beginTransfer() {
  return ask("session/transfer", { method: "POST", body: {} });
}

/**
 * Sign in as the player who owns this transfer code.
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
 * Have a drawn board checked.
 * @param {string} ruleset
 * @param {Board} board
 * @returns {Promise<BoardCheck>}
 */
export function checkBoard(ruleset, board) {
  return ask(`rulesets/${ruleset}/boards/check`, { method: "POST", body: { board } });
}

/**
 * @param {object} terms
 * @returns {Promise<View>}
 */
export function createGame(terms) {
  return ask("games", { method: "POST", body: terms, headers: { "Idempotency-Key": newKey() } });
}
