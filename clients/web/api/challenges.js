/** Challenges: games proposed to a player, or to anybody with the link. */

import { ask, read } from "./http.js";

/** @import { Schemas } from "./types.js" */

/** @typedef {Schemas["GameChallenge"]} Challenge */

/** Why a challenge may be declined. */
export const REASONS = ["generic", "later", "pace", "ruleset", "seats", "options", "busy", "no_bots", "no_people"];

// Answers change without a trace in the browser's cache.
const FRESH = { cache: /** @type {const} */ ("no-store") };

/** @returns {Promise<Schemas["MyChallenges"]>} */
export function readChallenges() {
  return read("me/challenges", FRESH);
}

/**
 * @param {string} id
 * @returns {Promise<Challenge>}
 */
export function readChallenge(id) {
  return read(`challenges/${encodeURIComponent(id)}`, FRESH);
}

/**
 * @param {string | null} to a handle, null for anybody with the link
 * @param {object} terms of the game
 * @returns {Promise<Challenge>}
 */
export function challenge(to, terms) {
  return ask("challenges", { method: "POST", body: { to, terms } });
}

/**
 * Accept a challenge; its game begins.
 * @param {string} id
 * @returns {Promise<{ game_id: string }>}
 */
export function acceptChallenge(id) {
  return ask(`challenges/${encodeURIComponent(id)}/accept`, { method: "POST", body: {} });
}

/**
 * @param {string} id
 * @param {string} reason
 */
export function declineChallenge(id, reason) {
  return ask(`challenges/${encodeURIComponent(id)}/decline`, { method: "POST", body: { reason } });
}

/** @param {string} id */
export function cancelChallenge(id) {
  return ask(`challenges/${encodeURIComponent(id)}`, { method: "DELETE" });
}
