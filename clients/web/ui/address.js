/** The parts of the page's address: whatever a person typed or copied, it is read without a fault. */

/** The last part of the path, such as a game's id. */
export function lastPart() {
  return idIn(decoded(location.pathname.replace(/\/+$/, "").split("/").at(-1) ?? ""));
}

/**
 * A parameter that is an id; empty if there is none.
 * @param {string} name
 */
export function idOf(name) {
  return idIn(parameter(name));
}

/**
 * A parameter that is a whole number from 1 to a million, as the service takes it; null if it is anything else.
 * @param {string} name
 */
export function numberOf(name) {
  const stated = parameter(name);
  return /^([1-9][0-9]{0,5}|1000000)$/.test(stated) ? Number(stated) : null;
}

/**
 * A code that the fragment carries, so that no server logs it; null if it carries none.
 * @param {string} name
 */
export function codeOf(name) {
  return new URLSearchParams(location.hash.slice(1)).get(name)?.replace(/[^\w-]+$/, "") || null;
}

/** Leave the address without its fragment, once its code is used. */
export function dropFragment() {
  history.replaceState(null, "", location.pathname + location.search);
}

/** @param {string} name */
function parameter(name) {
  return new URLSearchParams(location.search).get(name) ?? "";
}

/**
 * An id as it is meant: a link that is copied out of a sentence brings its full stop or bracket along,
 * and some programs write it in capitals.
 * @param {string} text
 */
function idIn(text) {
  return text.replace(/[^\p{L}\p{N}]+$/u, "").toLowerCase();
}

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
