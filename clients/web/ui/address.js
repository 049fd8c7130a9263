/** Read the parts of the page's address; no address that a person typed or copied makes it throw. */

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
 * A parameter as a whole number from 1 to a million, the service's bounds; null if it is anything
 * else.
 * @param {string} name
 */
export function numberOf(name) {
  const stated = parameter(name);
  // A pattern, since `Number` also accepts "2.5", "1e3" and "0x10": ?at=2.5 once made the page
  // hang.
  return /^([1-9][0-9]{0,5}|1000000)$/.test(stated) ? Number(stated) : null;
}

/**
 * A parameter that is one of some values; empty if it is anything else.
 * @param {string} name
 * @param {string[]} values
 */
export function choiceOf(name, values) {
  const stated = parameter(name);
  return values.includes(stated) ? stated : "";
}

/**
 * A code in the fragment; null if there is none.
 * @param {string} name
 */
export function codeOf(name) {
  // Browsers send no fragment, so no server or proxy logs the code. A copied link may end with the
  // full stop of its sentence.
  return new URLSearchParams(location.hash.slice(1)).get(name)?.replace(/[^\w-]+$/, "") || null;
}

/** Remove the fragment from the address, once its code is used. */
export function dropFragment() {
  // Replace the entry: after assigning `location.hash`, Back would lead to the used code again.
  history.replaceState(null, "", location.pathname + location.search);
}

/**
 * A parameter as it stands; empty if there is none.
 * @param {string} name
 */
export function parameter(name) {
  return new URLSearchParams(location.search).get(name) ?? "";
}

/**
 * The id in a piece of text.
 * @param {string} text
 */
function idIn(text) {
  // A link copied out of a sentence ends with its full stop or bracket, and some programs write
  // links in capitals.
  return text.replace(/[^\p{L}\p{N}]+$/u, "").toLowerCase();
}

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    // A lone % throws; unchanged, the part names no game, and the page says so.
    return text;
  }
}
