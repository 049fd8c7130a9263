/** The service's time: moments are its own, and the reader's clock may be hours wrong. */

const JITTER_MILLISECONDS = 2000;
/** Half of the whole seconds in which a `Date` header tells. */
const HALF_SECOND = 500;

let offset = -Infinity;
let setAt = clockSetting();

/** The present moment by the service's clock, in milliseconds since 1970. */
export function now() {
  forgetIfSet();
  return Date.now() + (Math.abs(offset) > JITTER_MILLISECONDS && Number.isFinite(offset) ? offset : 0);
}

/**
 * Learn the service's time from an answer.
 * @param {string | null} date of its `Date` header
 */
export function hearTime(date) {
  forgetIfSet();
  const told = Date.parse(date ?? "");
  // An answer from the browser's cache bears an earlier date: the latest is the nearest to the truth.
  if (told) offset = Math.max(offset, told + HALF_SECOND - Date.now());
}

/** Forget the offset if the reader's clock was set since: the next answer tells it anew. */
function forgetIfSet() {
  const setting = clockSetting();
  if (Math.abs(setting - setAt) <= JITTER_MILLISECONDS) return;
  offset = -Infinity;
  setAt = setting;
}

/** The reader's clock beside one that nobody sets; some browsers stop the latter while the machine sleeps. */
function clockSetting() {
  return Date.now() - performance.now();
}
