/** The parts of the page's address: whatever a person typed or copied, it is read without a fault. */

/**
 * The last part of the path, such as a game's id.
 *
 * A link that is copied out of a sentence brings its full stop or bracket along, and some programs
 * write it in capitals.
 */
export function lastPart() {
  const last = location.pathname.replace(/\/+$/, "").split("/").at(-1) ?? "";
  return decoded(last).replace(/[^\p{L}\p{N}]+$/u, "").toLowerCase();
}

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * A parameter that is a whole number from 1 on; null if it is anything else.
 * @param {string} name
 */
export function numberOf(name) {
  const stated = new URLSearchParams(location.search).get(name) ?? "";
  return /^[1-9][0-9]{0,8}$/.test(stated) ? Number(stated) : null;
}
