/** The reader's choices, kept in this browser. */

const PREFIX = "anabasis.";

/** Switches that are not listed here, such as a ruleset's own, are off at first. */
/** @type {Record<string, string>} */
const DEFAULTS = { theme: "auto", language: "auto", pace: "on", keys: "on" };

/**
 * @param {string} name
 * @returns {string}
 */
export function setting(name) {
  return kept(PREFIX + name) ?? DEFAULTS[name] ?? "off";
}

/**
 * @param {string} name
 * @param {string} value
 */
export function choose(name, value) {
  keep(PREFIX + name, value);
  showLook(name);
}

/**
 * A value kept in this browser; null if there is none, or the browser denies its storage.
 * @param {string} key
 * @returns {string | null}
 */
export function kept(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/**
 * Keep a value in this browser; where its storage is full or denied, the page goes on without.
 * @param {string} key
 * @param {string} value
 */
export function keep(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch (error) {
    console.warn("not kept:", key, error);
  }
}

/** @param {string} key */
export function forget(key) {
  if (kept(key) !== null) localStorage.removeItem(key);
}

/**
 * Let the styles know a setting, as `data-<name>` on the document.
 * @param {string} name
 */
export function showLook(name) {
  const { dataset } = document.documentElement;
  // With no attribute the browser's own preference decides.
  if (setting(name) === "auto") delete dataset[name];
  else dataset[name] = setting(name);
}
