/** Rolling dice, and flying cards, which begin after a step is painted and end with the next step. */

import { el, prefersStillness } from "../../ui/dom.js";

// All cards of an event land within 0.4 s: a flight takes 280 ms, and the last card starts after
// four delays of 24 ms.
const FLIGHT_MILLISECONDS = 280;
const START_MILLISECONDS = 24;
const MOST_CARDS = 5;
const ROLL_MILLISECONDS = 300;

/**
 * The path of a card. A place is a selector, or the number of a seat.
 * @typedef {object} Flight
 * @property {() => Element} face made only if the card flies
 * @property {string | number} from
 * @property {string | number} to
 */

// Hidden from screen readers: the log says which card went where.
const sky = el("div", { class: "sky", "aria-hidden": "true" });
let frame = 0;
let pause = 0;

/**
 * Make cards fly; cards of the step before disappear.
 * @param {Flight[]} flights
 * @param {boolean} [isRoll] whether the dice roll
 */
export function fly(flights, isRoll = false) {
  cancelAnimationFrame(frame);
  clearTimeout(pause);
  sky.replaceChildren();
  if (prefersStillness() || document.hidden || !(flights.length || isRoll)) return;
  // A frame's callbacks run before its paint, and a timeout set there runs after it. Measuring
  // earlier would delay the paint.
  frame = requestAnimationFrame(() => {
    // Before the paint, in which the dice would else lie still.
    if (isRoll) document.querySelectorAll("#panel .die").forEach((die, n) => die.animate(ROLLS[n % 2], { duration: ROLL_MILLISECONDS, easing: "ease-out" }));
    pause = setTimeout(() => start(flights));
  });
}

/** @param {Flight[]} flights */
function start(flights) {
  // Measure all places before adding the first card: otherwise each addition forces a layout.
  const routes = flights.slice(0, MOST_CARDS).map(({ face, from, to }) => ({ face, from: spotOf(from), to: spotOf(to) }));
  document.body.append(sky);
  routes.forEach(({ face, from, to }, n) => from && to && launch(face(), from, to, n * START_MILLISECONDS));
}

/** @type {Keyframe[][]} */
const ROLLS = [
  [{ transform: "translate(-12px, -12px) rotate(-320deg) scale(.7)" }, { transform: "translate(2px, 2px) rotate(24deg) scale(1.04)", offset: 0.7 }, { transform: "none" }],
  [{ transform: "translate(14px, -14px) rotate(400deg) scale(.6)" }, { transform: "translate(-2px, 1px) rotate(-30deg) scale(1.06)", offset: 0.8 }, { transform: "none" }],
];

/**
 * @param {Element} face
 * @param {string} from
 * @param {string} to
 * @param {number} delay
 */
function launch(face, from, to, delay) {
  const card = el("span", { class: "flying" }, face);
  sky.append(card);
  const way = [{ transform: from }, { transform: to, opacity: 1, offset: 0.85 }, { transform: to, opacity: 0 }];
  const flight = card.animate(way, { duration: FLIGHT_MILLISECONDS, delay, easing: "ease-in-out", fill: "both" });
  flight.finished.then(() => card.remove(), () => undefined);
}

/**
 * The middle of a place in the window, as a transform; for a seat, its open hand if the page shows
 * it.
 * @param {string | number} place
 */
function spotOf(place) {
  const selectors = typeof place === "string" ? [place] : [`[data-hand="${place}"]`, `[data-seat="${place}"]`];
  const element = selectors.map((each) => document.querySelector(each)).find(Boolean);
  if (!element) return null;
  const { left, top, width, height } = element.getBoundingClientRect();
  return `translate(${left + width / 2}px, ${top + height / 2}px)`;
}
