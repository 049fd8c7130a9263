/** Flying cards and tumbling dice; they begin after a step is painted and end with the next step. */

import { el, prefersStillness } from "../../ui/dom.js";

// All cards of an event land within 0.4 s: a flight takes 280 ms, and the last card starts after
// four delays of 24 ms.
const FLIGHT_MILLISECONDS = 280;
const START_MILLISECONDS = 24;
const MOST_CARDS = 5;

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
 * @param {boolean} [isRoll] whether the dice tumble
 */
export function fly(flights, isRoll = false) {
  cancelAnimationFrame(frame);
  clearTimeout(pause);
  sky.replaceChildren();
  if (prefersStillness() || document.hidden || !(flights.length || isRoll)) return;
  // A frame's callbacks run before its paint, and a timeout set there runs after it. Measuring
  // earlier would delay the paint.
  frame = requestAnimationFrame(() => {
    pause = setTimeout(() => start(flights, isRoll));
  });
}

/**
 * @param {Flight[]} flights
 * @param {boolean} isRoll
 */
function start(flights, isRoll) {
  if (isRoll) document.querySelector("#panel .dice")?.animate(TUMBLE, { duration: FLIGHT_MILLISECONDS, easing: "ease-out" });
  // Measure all places before adding the first card: otherwise each addition forces a layout.
  const routes = flights.slice(0, MOST_CARDS).map(({ face, from, to }) => ({ face, from: spotOf(from), to: spotOf(to) }));
  document.body.append(sky);
  routes.forEach(({ face, from, to }, n) => from && to && launch(face(), from, to, n * START_MILLISECONDS));
}

/** @type {Keyframe[]} */
const TUMBLE = [
  { transform: "translate(-14px, -16px) rotate(-200deg) scale(.8)" },
  { transform: "translate(3px, 2px) rotate(18deg)", offset: 0.75 },
  { transform: "none" },
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
