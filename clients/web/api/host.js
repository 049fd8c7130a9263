/** What hosts and moderators ask for: the queue, players, games, acts and the house. */

import { ask, query, read } from "./http.js";

/** @import { Schemas } from "./types.js" */

/**
 * @param {{search?: string, order?: string, cursor?: string | null}} wanted
 * @returns {Promise<Schemas["HostPlayers"]>}
 */
export const readPlayers = (wanted) => read(`host/players${query(wanted)}`, { cache: "no-store" });

/**
 * @param {{search?: string, creator?: string, cursor?: string | null}} wanted
 * @returns {Promise<Schemas["HostGames"]>}
 */
export const readGames = (wanted) => read(`host/games${query(wanted)}`, { cache: "no-store" });

/** @returns {Promise<Schemas["HostStorage"]>} */
export const readStorage = () => read("host/storage", { cache: "no-store" });

/**
 * @param {number} page
 * @returns {Promise<Schemas["ReportQueue"]>}
 */
export const readReports = (page) => read(`host/reports${query({ page })}`, { cache: "no-store" });

/**
 * A line of the queue, with what was reported and its surroundings.
 * @param {string} report
 * @returns {Promise<Schemas["ReportInFull"]>}
 */
export const readReport = (report) => read(`host/reports/${encodeURIComponent(report)}`, { cache: "no-store" });

/**
 * @param {string} report
 * @param {{outcome: string, reason: string}} resolution
 */
export const resolveReport = (report, resolution) => ask(`host/reports/${encodeURIComponent(report)}/resolution`, { method: "POST", body: resolution });

/**
 * @param {number | null} before
 * @returns {Promise<Schemas["HostActs"]>}
 */
export const readActs = (before) => read(`host/acts${query({ before, limit: 30 })}`, { cache: "no-store" });

/**
 * @param {{action: string, subject: string, reason: string, until?: string}} act
 * @returns {Promise<Schemas["ActDone"]>}
 */
export const doAct = (act) => ask("host/acts", { method: "POST", body: act });

/** @returns {Promise<Schemas["PresentAnnouncement"]>} */
export const readAnnouncement = () => read("announcement", { cache: "no-store" });

/**
 * @param {Record<string, string>} texts by language
 * @param {string} until
 * @returns {Promise<Schemas["PresentAnnouncement"]>}
 */
export const announce = (texts, until) => ask("host/announcement", { method: "PUT", body: { texts, until } });

export const endAnnouncement = () => ask("host/announcement", { method: "DELETE" });
