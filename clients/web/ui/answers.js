/** Answers to requests that the page sent before its modules had loaded. */

/**
 * Take the early answer from an address; null if nobody asked for it, or it was taken before.
 * @param {string} address
 * @returns {Promise<Response> | null}
 */
export function takeEarly(address) {
  // `ui/early.js` is no module, so the global object is the only place where both can reach it.
  const answers = /** @type {{earlyAnswers?: Map<string, Promise<Response>>}} */ (globalThis).earlyAnswers;
  const answer = answers?.get(address) ?? null;
  // A response's body can be read only once, and the next reader wants a newer answer anyway.
  answers?.delete(address);
  return answer;
}
