/** The texts of the page in the reader's language, read from the service's catalogues. */

import { takeEarly } from "./answers.js";
import { setting } from "./settings.js";

/**
 * @typedef {object} Texts
 * @property {string} language
 * @property {Record<string, string>} languages their own names, by code
 * @property {Record<string, string>} default_titles the ruleset of each title that a game has by default, in any language
 * @property {Record<string, string | [string, string]>} texts by code; a pair is singular and plural
 */

// A top-level await, so that no module that imports `t` can run before the texts are there.
const { language, languages, default_titles: defaultTitles, texts } = await readTexts();

export { language, languages, defaultTitles };

/** @returns {Promise<Texts>} */
async function readTexts() {
  const chosen = setting("language");
  // The page of a game needs no other rulesets' texts. `ui/early.js` asks for the same address.
  const own = [document.documentElement.dataset.texts, chosen !== "auto" && chosen].filter(Boolean);
  const { href } = new URL(`../${["texts", ...own].join("/")}.json`, import.meta.url);
  const response = await (takeEarly(href) ?? fetch(href));
  if (!response.ok) throw new Error(`The texts cannot be read: HTTP ${response.status}`);
  const answer = await response.json();
  // Screen readers choose their voice by this attribute, and browsers the hyphenation.
  document.documentElement.lang = answer.language;
  return answer;
}

/**
 * Add the texts that only one part of the page needs.
 * @param {string} part
 */
export async function addTexts(part) {
  // Loaded separately, since a game's first load is at its size limit, which a test checks.
  const response = await fetch(new URL(`../texts/${part}/${language}.json`, import.meta.url));
  if (!response.ok) throw new Error(`The texts of ${part} cannot be read: HTTP ${response.status}`);
  Object.assign(texts, (await response.json()).texts);
}

/**
 * A text with its gaps filled; the gap n chooses between singular and plural.
 * @param {string} code
 * @param {Record<string, string | number>} [gaps]
 * @returns {string}
 */
export function t(code, gaps = {}) {
  const entry = texts[code];
  // Throw, since a test notices an error; a bare code on the page would be noticed only by people.
  if (entry === undefined) throw new Error(`There is no text ${code}.`);
  const text = typeof entry === "string" ? entry : entry[gaps.n === 1 ? 0 : 1];
  // In one pass, so that a name like "{n}", which looks like a gap, stays as it is.
  return text.replace(/\{(\w+)\}/g, (gap, key) => String(gaps[key] ?? gap));
}

/**
 * Whether a code has a text.
 * @param {string} code
 */
export function has(code) {
  return code in texts;
}

// Made once: creating one takes as long as a dozen sentences.
const list = new Intl.ListFormat(language, { type: "conjunction" });

/**
 * Words joined as a list: "a, b and c".
 * @param {string[]} words
 */
export const listed = (words) => list.format(words);
