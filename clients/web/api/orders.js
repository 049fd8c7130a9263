/** Giving and withdrawing the standing orders of the player's seat in a game. */

import { ask } from "./http.js";

/** @import { GameApi } from "./game.js" */
/** @import { StandingOrders } from "./types.js" */

/**
 * @param {GameApi} game
 * @param {string} code
 * @param {object} values
 * @returns {Promise<StandingOrders>}
 */
export function giveOrder({ path }, code, values) {
  return ask(`${path}/orders/${code}`, { method: "PUT", body: values });
}

/**
 * @param {GameApi} game
 * @param {string} code
 * @returns {Promise<StandingOrders>}
 */
export function withdrawOrder({ path }, code) {
  return ask(`${path}/orders/${code}`, { method: "DELETE" });
}

/**
 * @param {GameApi} game
 * @returns {Promise<StandingOrders>}
 */
export function withdrawOrders({ path }) {
  return ask(`${path}/orders`, { method: "DELETE" });
}
