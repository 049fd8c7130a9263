/** Questions that one tab of a browser asks for all: it leads while it holds a lock, and tells the others. */

import { pause } from "./stream.js";

/**
 * Hear the answers to a question that one tab asks for all, until stopped. Fails where tabs cannot share.
 * @template T
 * @param {string} name of the question
 * @param {number} milliseconds between two answers
 * @param {() => Promise<T>} ask
 * @param {(data: any) => data is T} isAnswer whether another tab's message is one: it may be of another version
 * @param {(answer: T) => void} hear
 * @param {AbortSignal} signal
 */
export async function hearTogether(name, milliseconds, ask, isAnswer, hear, signal) {
  if (signal.aborted) return;
  const channel = new BroadcastChannel(name);
  const stopped = new Promise((resolve) => signal.addEventListener("abort", resolve));
  stopped.then(() => channel.close());
  let heardAt = Date.now();
  channel.onmessage = ({ data }) => {
    if (!isAnswer(data)) return;
    heardAt = Date.now();
    hear(data);
  };
  const lead = async () => {
    for (;;) {
      // The clock may have been set back since.
      await pause(Math.min(milliseconds, heardAt + milliseconds - Date.now()));
      if (signal.aborted) return;
      heardAt = Date.now();
      const answer = await ask().catch(() => null);
      if (signal.aborted || !answer) continue;
      channel.postMessage(answer);
      hear(answer);
    }
  };
  // A tab that is frozen or put away must not lead: its caller stops it then. Locks are granted in
  // order, so the next leader has listened the longest, and nobody waits longer than one interval.
  await navigator.locks.request(name, { signal }, () => Promise.race([lead(), stopped]));
}
