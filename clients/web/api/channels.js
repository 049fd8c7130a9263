/** Channels for notices, feeds, and the log of deliveries: requests of the account page alone. */

import { ask, query, read } from "./http.js";

/** @import { Channel, DeliveryPage, Feeds } from "./types.js" */

const FRESH = { cache: /** @type {const} */ ("no-store") };
const PER_PAGE = 20;

/**
 * @param {object} channel the body of the API's `POST /me/channels`
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
 * Confirm the address to which the mail with this token was sent.
 * @param {string} token
 * @returns {Promise<Channel>}
 */
export function confirmChannel(token) {
  return ask("me/channels/confirm", { method: "POST", body: { token } });
}

/**
 * @param {number} page
 * @returns {Promise<DeliveryPage>}
 */
export function readDeliveries(page) {
  return read(`me/notices/log${query({ page, per_page: PER_PAGE })}`, FRESH);
}

/** @returns {Promise<Feeds>} the links; earlier ones stop working */
export function makeFeeds() {
  // The service keeps only a hash of a link's secret, so only this answer has the links.
  return ask("me/feeds", { method: "POST", body: {} });
}

export function removeFeeds() {
  return ask("me/feeds", { method: "DELETE" });
}
