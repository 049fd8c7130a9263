/**
 * Work that one tab of a browser does for all tabs: it leads while it holds a lock, and passes
 * on what it hears.
 */

/**
 * Receive the leading tab's messages, until stopped. Rejects if tabs cannot share.
 * @template T
 * @param {string} name of the work
 * @param {(tell: (answer: T) => void) => Promise<void>} lead does the work until stopped
 * @param {(data: any) => data is T} isAnswer whether another tab's message is an answer; that tab may be of another release
 * @param {(answer: T) => void} hear
 * @param {AbortSignal} signal
 */
export async function hearTogether(name, lead, isAnswer, hear, signal) {
  if (signal.aborted) return;
  const channel = new BroadcastChannel(name);
  const stopped = new Promise((resolve) => signal.addEventListener("abort", resolve));
  // A tab that was stopped must not be heard: what it shows would be of a page that sleeps.
  stopped.then(() => channel.close());
  channel.onmessage = ({ data }) => isAnswer(data) && hear(data);
  const tell = (/** @type {T} */ answer) => {
    if (signal.aborted) return;
    channel.postMessage(answer);
    // A channel does not send to its own tab.
    hear(answer);
  };
  // A frozen tab must not lead, so its caller stops it. Locks are granted in order, so the tab that
  // has listened longest leads next.
  await navigator.locks.request(name, { signal }, () => Promise.race([lead(tell), stopped]));
}
