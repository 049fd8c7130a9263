/** When a page is shown, hidden, or wakes up again. */

/** Looking into another tab for a moment closes no connection. */
const PATIENCE_MILLISECONDS = 10_000;

/**
 * Act whenever a page is shown again: after it was hidden, frozen or put away, and as the browser goes
 * offline or online. A stream that is cut off may say nothing for long.
 * @param {() => void} act
 */
export function onReturn(act) {
  const actIfShown = () => document.hidden || act();
  for (const type of ["visibilitychange", "resume"]) document.addEventListener(type, actIfShown);
  for (const type of ["offline", "online"]) addEventListener(type, actIfShown);
  addEventListener("pageshow", ({ persisted }) => persisted && actIfShown());
}

/**
 * Be active while the page is shown, and asleep once it has been hidden for a while; neither while it is frozen or put away.
 * @param {(isBack: boolean, signal: AbortSignal) => void} wake ends what it began at the signal
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
  addEventListener("pagehide", rest);
  change(false);
}
