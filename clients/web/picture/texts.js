/** The texts of a picture, which the service passes in; replaces `ui/texts.js`. */

/**
 * @typedef {object} Words
 * @property {Record<string, string | [string, string]>} texts by code; a pair is singular and plural
 * @property {Record<string, string>} lists patterns that join a list: "2" for two, else "start", "middle" and "end"
 */

/** @type {Words} */
let words = { texts: {}, lists: {} };

/** @param {Words} own */
export function speak(own) {
  words = own;
}

/**
 * A text with its gaps filled; the gap n chooses between singular and plural.
 * @param {string} code
 * @param {Record<string, string | number>} [gaps]
 */
export function t(code, gaps = {}) {
  const entry = words.texts[code] ?? code;
  const text = typeof entry === "string" ? entry : entry[gaps.n === 1 ? 0 : 1];
  return text.replace(/\{(\w+)\}/g, (gap, key) => String(gaps[key] ?? gap));
}

/** @param {string} code */
export function has(code) {
  return code in words.texts;
}

/**
 * Words joined as a list: "a, b and c".
 * @param {string[]} items
 */
export function listed(items) {
  // Replacer functions, since a string would treat "$&" in a name as a pattern. The engine on the
  // server lacks `Intl.ListFormat`, which `ui/texts.js` uses.
  const join = (/** @type {string} */ pattern, /** @type {string} */ a, /** @type {string} */ b) => words.lists[pattern].replace("{0}", () => a).replace("{1}", () => b);
  if (items.length < 3) return items.length < 2 ? (items[0] ?? "") : join("2", items[0], items[1]);
  const middle = items.slice(2, -1).reduce((text, item) => join("middle", text, item), join("start", items[0], items[1]));
  return join("end", middle, items[items.length - 1]);
}
