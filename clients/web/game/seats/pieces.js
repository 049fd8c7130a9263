/** The seats' pieces, and the sun of the logo. */

import { svg } from "../../ui/dom.js";

/** Outlines of the four seats' pieces, in a box from -12 to 12. */
// Besides the colour, shape and number distinguish seats, for readers who see colours differently.
const PIECES = [
  "M0-12A12 12 0 1 0 0 12A12 12 0 1 0 0-12Z",
  "M-10.5-10.5H10.5V10.5H-10.5Z",
  "M0-14L13 0L0 14L-13 0Z",
  "M-7-12H7L13.5 0L7 12H-7L-13.5 0Z",
];

/**
 * A seat's piece about the origin, with its number, or with a sign and the number beside it.
 * @param {number} seat
 * @param {SVGElement | null} [emblem]
 */
export function piece(seat, emblem) {
  const body = svg("path", { class: "piece-body", d: PIECES[seat] ?? PIECES[0] });
  if (!emblem) return svg("g", { class: `piece seat-${seat}` }, body, number(seat, 0, 4.6, 13));
  return svg(
    "g",
    { class: `piece seat-${seat}` },
    body,
    emblem,
    svg("circle", { class: "piece-tag", cx: 9.5, cy: -9.5, r: 6 }),
    number(seat, 9.5, -6.2, 9.5),
  );
}

/**
 * @param {number} seat
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
function number(seat, x, y, size) {
  return svg("text", { class: "piece-number", x, y, "font-size": size }, String(seat + 1));
}

/**
 * The faces of bots by kind, in a box from -8 to 8; other kinds have the first.
 * @type {Record<string, string>}
 */
const FACES = {
  greedy: "M-6.4 7.4V-.6A6.4 6.6 0 0 1 6.4-.6V7.4H2.7V3.4L4.4 1.7V-.9H1.1V7.4H-1.1V-.9H-4.4V1.7L-2.7 3.4V7.4ZM-8.2-2.2A8.3 8.3 0 0 1 8.2-2.2L6.9-3.1A7 7 0 0 0-6.9-3.1Z",
  random: "M-5-7H5A2 2 0 0 1 7-5V5A2 2 0 0 1 5 7H-5A2 2 0 0 1-7 5V-5A2 2 0 0 1-5-7ZM-3.6-5.2A1.6 1.6 0 1 0-3.6-2A1.6 1.6 0 1 0-3.6-5.2ZM3.6-5.2A1.6 1.6 0 1 0 3.6-2A1.6 1.6 0 1 0 3.6-5.2ZM0-1.6A1.6 1.6 0 1 0 0 1.6A1.6 1.6 0 1 0 0-1.6ZM-3.6 2A1.6 1.6 0 1 0-3.6 5.2A1.6 1.6 0 1 0-3.6 2ZM3.6 2A1.6 1.6 0 1 0 3.6 5.2A1.6 1.6 0 1 0 3.6 2Z",
};

/**
 * A seat's piece as a picture of its own; a bot's has a face, with the number beside it.
 * @param {number} seat
 * @param {string | null} [bot] the kind of bot in the seat
 */
export function badge(seat, bot = null) {
  const face = bot && svg("path", { class: "glyph face", "fill-rule": "evenodd", d: FACES[bot] ?? FACES.greedy });
  return svg("svg", { class: "badge", viewBox: "-15 -15 30 30", "aria-hidden": "true" }, piece(seat, face || null));
}

/** The sun of Macedon about the origin. */
export function sun() {
  const rays = Array.from({ length: 16 }, (_, n) => ray((n * Math.PI) / 8, n % 2 ? 15 : 20));
  return svg(
    "g",
    { class: "sun" },
    svg("circle", { class: "sun-disc", r: 22 }),
    svg("path", { class: "sun-rays", d: rays.join("") }),
    svg("circle", { class: "sun-heart", r: 6.5 }),
  );
}

/**
 * @param {number} angle
 * @param {number} length
 */
function ray(angle, length) {
  const at = (/** @type {number} */ turn, /** @type {number} */ r) =>
    `${(Math.cos(angle + turn) * r).toFixed(2)} ${(Math.sin(angle + turn) * r).toFixed(2)}`;
  return `M${at(-0.3, 8)}L${at(0, length)}L${at(0.3, 8)}Z`;
}
