/** The reader's choices, kept in this browser. */

import { keep, kept } from "./storage.js";

const PREFIX = "anabasis.";

/** @type {Record<string, string>} settings that are not listed, such as a ruleset's own, start as "off" */
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
 * Pass a setting to the styles, as `data-<name>` on the document.
 * @param {string} name
 */
export function showLook(name) {
  const { dataset } = document.documentElement;
  // Without the attribute the browser's own preference decides.
  if (setting(name) === "auto") delete dataset[name];
  else dataset[name] = setting(name);
}
