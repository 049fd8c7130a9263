/** Answers that the page asked for before its modules were there. */

/**
 * The early answer from an address, once; null if nobody asked.
 * @param {string} address
 * @returns {Promise<Response> | null}
 */
export function takeEarly(address) {
  const answers = /** @type {{earlyAnswers?: Map<string, Promise<Response>>}} */ (globalThis).earlyAnswers;
  const answer = answers?.get(address) ?? null;
  answers?.delete(address);
  return answer;
}
