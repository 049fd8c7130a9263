/** The widths of names on a map, estimated; replaces `game/map/textwidth.js` in pictures. */

// Wider than most letters, so that a name never reaches further than its box.
const LETTER = 0.6;
// From Hangul on, letters are as wide as they are high.
const WIDE = 0x1100;

/**
 * The width of a name in letters of size 1.
 * @param {string} text
 */
export const widthOf = (text) => [...text].reduce((sum, letter) => sum + ((letter.codePointAt(0) ?? 0) < WIDE ? LETTER : 1), 0);
