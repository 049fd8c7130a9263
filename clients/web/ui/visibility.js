/** When a page is shown, hidden, or wakes up again. */

// A short look at another tab closes no connection: reopening one costs a request.
const PATIENCE_MILLISECONDS = 10_000;

/**
 * Act whenever the page is shown again after it was hidden, frozen or put away, and when the browser
 * goes offline or online.
 * @param {() => void} act
 */
export function onReturn(act) {
  // A connection that was cut while the machine slept raises no error: only 40 s of silence would
  // show that the stream is dead.
  const actIfShown = () => document.hidden || act();
  for (const type of ["visibilitychange", "resume"]) document.addEventListener(type, actIfShown);
  for (const type of ["offline", "online"]) addEventListener(type, actIfShown);
  // `persisted`: the page comes from the back/forward cache. A freshly loaded page has nothing
  // stale.
  addEventListener("pageshow", ({ persisted }) => persisted && actIfShown());
}

/**
 * Be awake while the page is shown, and asleep once it has been hidden for a while; neither while it is frozen or put away.
 * @param {(isBack: boolean, signal: AbortSignal) => void} wake must stop its work at the signal
 * @param {(signal: AbortSignal) => void} sleep
 */
export function whileShown(wake, sleep) {
  let stop = new AbortController();
  let timer = 0;
  const rest = () => {
    clearTimeout(timer);
    stop.abort();
    stop = new AbortController();
  };
  const change = (/** @type {boolean} */ isBack) => {
    rest();
    if (document.hidden) sleep(stop.signal);
    else wake(isBack, stop.signal);
  };
  onReturn(() => change(true));
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) timer = setTimeout(change, PATIENCE_MILLISECONDS, true);
  });
  document.addEventListener("resume", () => document.hidden && change(true));
  document.addEventListener("freeze", rest);
  // An open connection may keep a page out of the back/forward cache.
  addEventListener("pagehide", rest);
  change(false);
}
