/** The player's notices: channels, muted games, feeds, and the log of what was sent. */

import { ask, query, read } from "./http.js";

/** @import { Channel, DeliveryPage, Feeds, Notices } from "./types.js" */

const FRESH = { cache: /** @type {const} */ ("no-store") };
const PER_PAGE = 20;

/** @returns {Promise<Notices>} */
export function readNotices() {
  return read("me/notices", FRESH);
}

/**
 * @param {object} channel as the API's `POST /me/channels` has it
 * @returns {Promise<Channel>}
 */
export function addChannel(channel) {
  return ask("me/channels", { method: "POST", body: channel });
}

/**
 * @param {string} id
 * @param {Partial<Pick<Channel, "digest" | "always" | "label" | "state">>} changes
 * @returns {Promise<Channel>}
 */
export function changeChannel(id, changes) {
  return ask(`me/channels/${id}`, { method: "PATCH", body: changes });
}

/** @param {string} id */
export function removeChannel(id) {
  return ask(`me/channels/${id}`, { method: "DELETE" });
}

/** @param {string} id */
export function testChannel(id) {
  return ask(`me/channels/${id}/test`, { method: "POST", body: {} });
}

/**
 * Confirm the address that a mail with this token went to.
 * @param {string} token
 * @returns {Promise<Channel>}
 */
export function confirmChannel(token) {
  return ask("me/channels/confirm", { method: "POST", body: { token } });
}

/**
 * @param {string} game
 * @param {boolean} isMuted
 */
export function muteGame(game, isMuted) {
  return ask(`me/notices/muted/${game}`, { method: isMuted ? "PUT" : "DELETE" });
}

/**
 * Say that the player looked at a version of a game.
 * @param {string} game
 * @param {number} version
 */
export function seeTurn(game, version) {
  return ask(`games/${encodeURIComponent(game)}/seen`, { method: "POST", body: { version } });
}

/**
 * @param {number} page
 * @returns {Promise<DeliveryPage>}
 */
export function readDeliveries(page) {
  return read(`me/notices/log${query({ page, per_page: PER_PAGE })}`, FRESH);
}

/** @returns {Promise<Feeds>} the links, which are shown only now; earlier ones lead nowhere from now on */
export function makeFeeds() {
  return ask("me/feeds", { method: "POST", body: {} });
}

export function removeFeeds() {
  return ask("me/feeds", { method: "DELETE" });
}
