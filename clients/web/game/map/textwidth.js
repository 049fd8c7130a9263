/** The widths of names on a map, measured once; pictures, which have no browser, estimate them. */

// Measured large, since browsers round the widths of small letters.
const SIZE = 100;

/** @type {Map<string, number>} */
const widths = new Map();

/** @type {CanvasRenderingContext2D | null | undefined} */
let canvas;
let family = "";

/**
 * The width of a name in letters of size 1.
 * @param {string} text
 * @param {number} weight
 */
export function widthOf(text, weight) {
  const key = `${weight} ${text}`;
  const known = widths.get(key);
  if (known !== undefined) return known;
  const width = measured(text, weight);
  widths.set(key, width);
  return width;
}

/**
 * @param {string} text
 * @param {number} weight
 */
function measured(text, weight) {
  // A canvas measures without a layout of the page.
  if (canvas === undefined) {
    canvas = document.createElement("canvas").getContext("2d");
    family = getComputedStyle(document.documentElement).getPropertyValue("--names") || "serif";
  }
  if (!canvas) return text.length * 0.6;
  canvas.font = `italic ${weight} ${SIZE}px ${family}`;
  return canvas.measureText(text).width / SIZE;
}
