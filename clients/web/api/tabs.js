/** The connections that the tabs of one browser hold for long, counted by locks that they share. */

/** Of the six connections that a browser opens to a host over HTTP/1.1, two are left for requests. */
const MOST_HELD = 4;

/**
 * Do work that holds a connection for long, while at most three other tabs do.
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T | null>} null if others hold enough, tabs cannot tell, or the work failed
 */
export async function inSlot(work) {
  try {
    for (let n = 0; n < MOST_HELD; n += 1) {
      const done = await navigator.locks.request(`anabasis held ${n}`, { ifAvailable: true }, async (lock) => lock && { result: await work() });
      if (done) return done.result;
    }
  } catch {
    // Web Locks are missing without https, and refused together with a site's data.
  }
  return null;
}
