/** The service's time: all times follow its clock, as the reader's may be hours wrong. */

// A smaller offset may come from a slow answer, and says nothing about the reader's clock.
const JITTER_MILLISECONDS = 2000;
// A `Date` header is cut to whole seconds: on average it is half a second behind.
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
  const stated = Date.parse(date ?? "");
  // An answer from the browser's cache, or a slow one, has an older date: the latest date is the
  // most accurate.
  if (stated) offset = Math.max(offset, stated + HALF_SECOND - Date.now());
}

/** Forget the offset if the reader's clock was set since; the next answer gives a new one. */
function forgetIfSet() {
  // Without this, after a slow clock was corrected, every deadline seemed over, two hours early.
  const setting = clockSetting();
  if (Math.abs(setting - setAt) <= JITTER_MILLISECONDS) return;
  offset = -Infinity;
  setAt = setting;
}

/** The difference between the reader's clock and one that nobody can set. */
function clockSetting() {
  // Some browsers stop `performance.now` while the machine sleeps. That looks like a changed clock,
  // and costs only the offset.
  return Date.now() - performance.now();
}
