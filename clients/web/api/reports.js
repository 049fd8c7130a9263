/** Reports to the host. */

import { ask } from "./http.js";

/** Why something may be reported. */
export const REASONS = ["offensive", "spam", "cheating", "impersonation", "other"];

/** The most characters of a report's text. */
export const TEXT_LENGTH = 500;

/**
 * @typedef {object} Report
 * @property {"game" | "player" | "title" | "board"} target
 * @property {string} id of the player, or of the game
 * @property {string} reason
 * @property {string} text
 * @property {string | null} join_code of an unlisted game
 */

/** @param {Report} report */
export function sendReport(report) {
  return ask("reports", { method: "POST", body: report });
}
