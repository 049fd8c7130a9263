/** Lines of text that fit a width. */

// The usual width of a letter of size 1: the server has no browser that could measure text.
const LETTER = 0.54;
// From Hangul on, letters are as wide as they are high.
const WIDE = 0x1100;

/**
 * A text in lines; an ellipsis stands for the rest that does not fit.
 * @param {string} text
 * @param {number} size of the letters
 * @param {number} width
 * @param {number} most lines
 */
export function wrapped(text, size, width, most) {
  /** @type {string[]} */
  const lines = [];
  for (const word of text.split(/\s+/)) {
    const longer = lines.length ? `${lines[lines.length - 1]} ${word}` : word;
    if (lines.length && widthOf(longer) * size <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  const shown = lines.slice(0, most);
  if (lines.length > most) shown[most - 1] += "…";
  return shown.map((line) => fitted(line, size, width));
}

/**
 * A text cut to a width.
 * @param {string} text
 * @param {number} size
 * @param {number} width
 */
export function fitted(text, size, width) {
  const letters = [...text];
  if (widthOf(text) * size <= width) return text;
  while (letters.length && (widthOf(letters.join("")) + 1) * size > width) letters.pop();
  return `${letters.join("").trimEnd()}…`;
}

/**
 * The width of a text of size 1.
 * @param {string} text
 */
function widthOf(text) {
  return [...text].reduce((sum, letter) => sum + ((letter.codePointAt(0) ?? 0) < WIDE ? LETTER : 1), 0);
}
