/** The player's handle, and challenges to and from others. */

import { ask, read } from "./http.js";

/** @import { Schemas } from "./types.js" */

/** @returns {Promise<Schemas["Handle"]>} */
export function readHandle() {
  return read("me/handle");
}

/**
 * @param {string} handle
 * @returns {Promise<Schemas["Handle"]>}
 */
export function claimHandle(handle) {
  return ask("me/handle", { method: "PUT", body: { handle } });
}

/** @returns {Promise<Schemas["MyChallenges"]>} */
export function readChallenges() {
  return read("me/challenges");
}

/**
 * @param {string} to a handle
 * @param {string} ruleset
 * @returns {Promise<Schemas["GameChallenge"]>}
 */
export function challenge(to, ruleset) {
  return ask("challenges", { method: "POST", body: { to, terms: { ruleset } } });
}

/**
 * Accept a challenge.
 * @param {string} id
 * @returns {Promise<{ game_id: string }>}
 */
export function acceptChallenge(id) {
  return ask(`challenges/${id}/accept`, { method: "POST", body: {} });
}

/** @param {string} id */
export function declineChallenge(id) {
  return ask(`challenges/${id}/decline`, { method: "POST", body: {} });
}

/** @param {string} id */
export function cancelChallenge(id) {
  return ask(`challenges/${id}`, { method: "DELETE" });
}
