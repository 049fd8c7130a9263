/** The stream of the player's own events: their lists are read again when something has happened. */

import { openStream, query } from "./http.js";
import { follow } from "./stream.js";

// The states of the connection itself; all other types are of events.
const STATES = new Set(["open", "lost", "refused"]);

/**
 * Report what happens in any of the player's games, until stopped or refused; also if events may be
 * missing.
 * @param {() => string | undefined} after returns the newest event that the page's lists show
 * @param {() => void} onNews
 * @param {(isHeard: boolean) => void} onState whether news comes by itself
 * @param {AbortSignal} signal
 */
export function hearEvents(after, onNews, onState, signal) {
  const open = (/** @type {AbortSignal} */ held) => openStream(`me/stream${query({ after: after() })}`, held);
  // Without a stream nothing is heard: the page's own looks go on.
  const look = () => Promise.reject(new Error("no stream"));
  const hear = (/** @type {string} */ type) => STATES.has(type) ? onState(type === "open") : onNews();
  return follow(open, look, onNews, hear, signal);
}
