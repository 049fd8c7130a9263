/** What the reader chose for this browser, kept in it. */

/** @typedef {"theme" | "language" | "letters" | "confirm" | "pace" | "sound" | "keys"} Setting */

const PREFIX = "anabasis.";

/** @type {Record<Setting, string>} */
const DEFAULTS = { theme: "auto", language: "auto", letters: "off", confirm: "off", pace: "on", sound: "off", keys: "on" };

/**
 * @param {Setting} name
 * @returns {string}
 */
export function setting(name) {
  return localStorage.getItem(PREFIX + name) ?? DEFAULTS[name];
}

/**
 * @param {Setting} name
 * @param {string} value
 */
export function choose(name, value) {
  localStorage.setItem(PREFIX + name, value);
  apply();
}

/** Show the settings that are a matter of looks. */
export function apply() {
  const root = document.documentElement;
  const theme = setting("theme");
  if (theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = theme;
  root.dataset.letters = setting("letters");
}
