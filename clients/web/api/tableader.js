/**
 * Questions that one tab of a browser asks for all tabs: it leads while it holds a lock, and shares
 * the answers.
 */

import { pause } from "./stream.js";

/**
 * Hear the answers to a question that one tab asks for all tabs, until stopped. Rejects if tabs
 * cannot share.
 * @template T
 * @param {string} name of the question
 * @param {number} milliseconds between two answers
 * @param {() => Promise<T>} ask
 * @param {(data: any) => data is T} isAnswer whether another tab's message is an answer; that tab may be of another release
 * @param {(answer: T) => void} hear
 * @param {AbortSignal} signal
 */
export async function hearTogether(name, milliseconds, ask, isAnswer, hear, signal) {
  if (signal.aborted) return;
  const channel = new BroadcastChannel(name);
  const stopped = new Promise((resolve) => signal.addEventListener("abort", resolve));
  // A tab that was stopped must not be heard: what it shows would be of a page that sleeps.
  stopped.then(() => channel.close());
  let heardAt = Date.now();
  channel.onmessage = ({ data }) => {
    if (!isAnswer(data)) return;
    heardAt = Date.now();
    hear(data);
  };
  const lead = async () => {
    for (;;) {
      // Wait at most one interval, since the clock may have been set back meanwhile.
      await pause(Math.min(milliseconds, heardAt + milliseconds - Date.now()));
      if (signal.aborted) return;
      heardAt = Date.now();
      // Ask a failed question again after the interval; the tab keeps the lead.
      const answer = await ask().catch(() => null);
      if (signal.aborted || !answer) continue;
      channel.postMessage(answer);
      // A channel does not send to its own tab.
      hear(answer);
    }
  };
  // A frozen tab must not lead, so its caller stops it. Locks are granted in order, so the tab that
  // has listened longest leads next, and nobody waits longer than one interval.
  await navigator.locks.request(name, { signal }, () => Promise.race([lead(), stopped]));
}
