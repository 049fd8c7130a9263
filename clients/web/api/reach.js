/** Errors that mean that the service was not reached. */

/** The service could not be reached. */
export class Offline extends Error {}

/** The browsers' messages for a request or a module that failed to load. */
// A fault in a script is also a TypeError, so only the message distinguishes them.
const UNREACHED = /failed to fetch|load failed|networkerror|dynamically imported module|importing a module/i;

/**
 * Whether an error means that the service was not reached; false for a fault of the page.
 * @param {unknown} error
 */
export function isUnreached(error) {
  return !navigator.onLine || error instanceof Offline || (error instanceof TypeError && UNREACHED.test(error.message));
}
