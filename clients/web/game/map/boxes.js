/** Boxes on a map, in its units, and the choice of places for names among them. */

/**
 * @typedef {{x: number, y: number}} Spot
 * @typedef {{left: number, right: number, top: number, bottom: number}} Rectangle
 */

/**
 * A place for a name: a spot in units, from which the name lies `dx` and its base line `dy` away,
 * in sizes of its letters.
 * @typedef {object} Lettering
 * @property {number} x
 * @property {number} y
 * @property {"start" | "middle" | "end"} anchor
 * @property {number} dx
 * @property {number} dy
 */

// How far letters reach above and below their base line, and beside their width, with the pale
// line around them.
const ABOVE = 0.88;
const BELOW = 0.36;
const BESIDE = 0.16;

const SHARES = { start: 0, middle: 0.5, end: 1 };

/**
 * The box of a name at a place.
 * @param {Lettering} lettering
 * @param {number} width in units
 * @param {number} em the size of its letters in units
 * @returns {Rectangle}
 */
export function nameBox({ x, y, anchor, dx, dy }, width, em) {
  const left = x + dx * em - width * SHARES[anchor];
  const base = y + dy * em;
  return { left: left - BESIDE * em, right: left + width + BESIDE * em, top: base - ABOVE * em, bottom: base + BELOW * em };
}

/**
 * The places for a name around a spot, the best first.
 * @param {Spot} spot
 * @param {number} reach how far what stands on the spot reaches, in units
 * @returns {Lettering[]}
 */
export function around({ x, y }, reach) {
  const aside = reach * 0.75;
  return [
    { x, y: y + reach, anchor: "middle", dx: 0, dy: 0.95 },
    { x, y: y - reach, anchor: "middle", dx: 0, dy: -0.42 },
    { x: x + reach, y, anchor: "start", dx: 0.25, dy: 0.28 },
    { x: x - reach, y, anchor: "end", dx: -0.25, dy: 0.28 },
    { x: x + aside, y: y + aside, anchor: "start", dx: 0.1, dy: 0.9 },
    { x: x - aside, y: y + aside, anchor: "end", dx: -0.1, dy: 0.9 },
    { x: x + aside, y: y - aside, anchor: "start", dx: 0.1, dy: -0.35 },
    { x: x - aside, y: y - aside, anchor: "end", dx: -0.1, dy: -0.35 },
  ];
}

/**
 * For each name the first of its boxes that lies on no obstacle and on no earlier name; -1 if it has
 * none.
 * @param {Rectangle[][]} choices the boxes of each name, the best first
 * @param {Rectangle[]} obstacles
 * @returns {number[]}
 */
export function chosen(choices, obstacles) {
  const taken = [...obstacles];
  return choices.map((boxes) => {
    const n = boxes.findIndex((box) => !taken.some((other) => overlap(box, other)));
    if (n >= 0) taken.push(boxes[n]);
    return n;
  });
}

/**
 * @param {Rectangle} a
 * @param {Rectangle} b
 */
export function overlap(a, b) {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/**
 * The box of something that reaches equally far to all sides of its middle.
 * @param {Spot} spot
 * @param {number} reach
 * @returns {Rectangle}
 */
export const squareAround = ({ x, y }, reach) => ({ left: x - reach, right: x + reach, top: y - reach, bottom: y + reach });

/**
 * Boxes along a thick line, which leave more room beside a slanting one than a single box does.
 * @param {Spot} from
 * @param {Spot} to
 * @param {number} reach half its width
 * @returns {Rectangle[]}
 */
export function boxesAlong(from, to, reach) {
  const parts = [0, 0.2, 0.4, 0.6, 0.8, 1];
  const spots = parts.map((part) => ({ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }));
  return spots.slice(1).map((spot, n) => ({
    left: Math.min(spot.x, spots[n].x) - reach,
    right: Math.max(spot.x, spots[n].x) + reach,
    top: Math.min(spot.y, spots[n].y) - reach,
    bottom: Math.max(spot.y, spots[n].y) + reach,
  }));
}
