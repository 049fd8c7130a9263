/** Handles, and the profiles that they open. */

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

/**
 * The public profile of a handle.
 * @param {string} handle
 * @returns {Promise<Schemas["Profile"]>}
 */
export function readProfile(handle) {
  return read(`players/${encodeURIComponent(handle)}`, { cache: "no-store" });
}
