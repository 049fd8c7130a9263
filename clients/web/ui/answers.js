/** Answers to requests that the page sent before its modules had loaded. */

/**
 * Take the early answer from an address; null if it was not requested, or was already taken.
 * @param {string} address
 * @returns {Promise<Response> | null}
 */
export function takeEarly(address) {
  // `ui/early.js` is not a module, so both can share the answers only through the global object.
  const answers = /** @type {{earlyAnswers?: Map<string, Promise<Response>>}} */ (globalThis).earlyAnswers;
  const answer = answers?.get(address) ?? null;
  // A response's body can be read only once, and the next reader wants a newer answer anyway.
  answers?.delete(address);
  return answer;
}
