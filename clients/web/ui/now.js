/** The service's time: moments are its own, and the reader's clock may be hours wrong. */

const JITTER_MILLISECONDS = 2000;
/** Half of the whole seconds in which a `Date` header tells. */
const HALF_SECOND = 500;

let offset = -Infinity;

/** The present moment by the service's clock, in milliseconds since 1970. */
export function now() {
  return Date.now() + (Math.abs(offset) > JITTER_MILLISECONDS && Number.isFinite(offset) ? offset : 0);
}

/**
 * Learn the service's time from an answer.
 * @param {string | null} date of its `Date` header
 */
export function hearTime(date) {
  const told = Date.parse(date ?? "");
  // An answer from the browser's cache bears an earlier date: the latest is the nearest to the truth.
  if (told) offset = Math.max(offset, told + HALF_SECOND - Date.now());
}
