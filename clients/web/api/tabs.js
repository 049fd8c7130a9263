/** The long-lived connections of a browser's tabs, counted by locks that all tabs share. */

// Over HTTP/1.1 a browser opens six connections to a host; two are left for requests. Measured in
// Chromium 156 with eight games: the seventh tab did not open within 20 s, and no tab could move.
const MOST_HELD = 4;

/**
 * Do work that holds a connection for a long time, unless four other tabs already do.
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T | null>} null if no slot is free, the browser has no locks, or the work failed
 */
export async function inSlot(work) {
  try {
    for (let n = 0; n < MOST_HELD; n += 1) {
      // A lock, not a count in storage: the browser frees it even when a tab crashes.
      const done = await navigator.locks.request(`anabasis held ${n}`, { ifAvailable: true }, async (lock) => lock && { result: await work() });
      if (done) return done.result;
    }
  } catch {
    // Web Locks are missing without https, and denied together with a site's storage.
  }
  return null;
}
