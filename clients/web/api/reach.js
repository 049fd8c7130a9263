/** Errors that say that the service was not reached, whatever threw them. */

/** The service could not be reached. */
export class Offline extends Error {}

/** The words of the browsers for a request, or a module of the page, that did not come. */
const UNREACHED = /failed to fetch|load failed|networkerror|dynamically imported module|importing a module/i;

/**
 * Whether an error says that the service was not reached, and not that the page has a fault.
 * @param {unknown} error
 */
export function isUnreached(error) {
  return !navigator.onLine || error instanceof Offline || (error instanceof TypeError && UNREACHED.test(error.message));
}
