/** Which banner is due: one at a time, the most urgent first, each until its reason ends. */
// No texts and no elements here, so that a test can ask what is due in any state.

import { isHeld, isPlayedFor, standInsOf } from "../../api/views.js";

/** @import { View } from "../../api/types.js" */

/**
 * @typedef {object} State what the choice of a banner depends on
 * @property {View} view the newest
 * @property {number | null} seat the viewer's
 * @property {string} connection
 * @property {boolean} isMyTurn
 * @property {boolean} isAnothers whether another player, or nobody, is signed in on this browser now
 * @property {number} missed moves of others since the last visit that have not been replayed
 * @property {boolean} isOffered whether notices of turns are on offer
 */

/** @typedef {"session" | "refused" | "lost" | "broken" | "closed" | "undo" | "time" | "paused" | "stand_in" | "since" | "offer" | "imported" | "study"} Reason */

/** @type {[Reason, (state: State) => boolean][]} the reasons, the most urgent first, each with the condition under which it holds */
const REASONS = [
  ["session", ({ isAnothers }) => isAnothers],
  ["refused", ({ connection }) => connection === "refused"],
  ["lost", ({ connection }) => connection === "lost"],
  ["broken", ({ view }) => Boolean(view.broken)],
  ["closed", ({ view }) => Boolean(view.closed)],
  ["undo", (state) => isAsked(state) && Boolean(state.view.undo.request)],
  ["time", (state) => isAsked(state) && Boolean(state.view.clock?.request)],
  ["paused", ({ view }) => isLive(view) && Boolean(view.clock?.paused)],
  ["stand_in", (state) => isAsked(state) && (isPlayedFor(state.view, state.seat) || hasOffer(state.view))],
  ["since", (state) => isLive(state.view) && !hasLeft(state) && state.missed > 0],
  ["offer", (state) => isLive(state.view) && !hasLeft(state) && state.isOffered && !state.isMyTurn],
  ["imported", ({ view }) => Boolean(view.imported)],
  ["study", ({ view }) => Boolean(view.study)],
];

/** The reasons whose banners their reader can close; the others end with an answer, or by themselves. */
export const CLOSABLE = new Set(["broken", "closed", "paused", "stand_in", "imported", "study"]);

/**
 * The reasons that hold, the most urgent first.
 * @param {State} state
 */
export function reasons(state) {
  return REASONS.filter(([, holds]) => holds(state)).map(([reason]) => reason);
}

/**
 * The reason of the banner to show; null if none is due.
 * @param {State} state
 * @param {Set<Reason>} closed the reasons whose banners were closed; each is forgotten once it no longer holds
 */
export function dueBanner(state, closed) {
  const held = reasons(state);
  for (const reason of closed) if (!held.includes(reason)) closed.delete(reason);
  return held.find((reason) => !closed.has(reason)) ?? null;
}

/** @param {View} view */
const isLive = ({ status }) => status === "live";

/** @param {State} state */
const isAsked = ({ seat, view }) => seat !== null && isLive(view) && !isHeld(view);

/** @param {State} state */
const hasLeft = ({ seat, view }) => seat !== null && Boolean(view.state?.seats[seat]?.resigned);

/** @param {View} view */
const hasOffer = (view) => standInsOf(view).some(({ plays }) => !plays);
