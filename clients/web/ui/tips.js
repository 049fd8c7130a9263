/** Tips: short texts that say what a control does, shown on hover, on focus, and after a touch. */

import { el } from "./dom.js";

const TOUCH_MILLISECONDS = 1600;
const GAP = 6;
const EDGE = 4;

// One bubble for all controls, hidden from screen readers: they read `aria-description`.
const bubble = el("div", { class: "tip", "aria-hidden": "true", hidden: true });
let hiding = 0;

/**
 * Give a control a tip, which describes it to screen readers too unless it is the control's name.
 * @template {Element} E
 * @param {E} control
 * @param {string} words
 */
export function withTip(control, words) {
  control.setAttribute("data-tip", words);
  if (control.getAttribute("aria-label") !== words) control.setAttribute("aria-description", words);
  return control;
}

/** Show the tips of all controls on the page, including later ones. */
export function showTips() {
  // Not the attribute `title`, which neither a finger nor a keyboard brings up.
  document.body.append(bubble);
  document.addEventListener("pointerover", (event) => event.pointerType === "mouse" && show(tipped(event)));
  document.addEventListener("pointerup", (event) => event.pointerType !== "mouse" && showBriefly(tipped(event)));
  document.addEventListener("focusin", (event) => isByKeyboard(event) && show(tipped(event)));
  document.addEventListener("focusout", () => show(null));
  document.addEventListener("keydown", ({ key }) => key === "Escape" && show(null));
  // On scrolling, the bubble would stay behind. In the capture phase, since `scroll` of an inner
  // element does not bubble.
  document.addEventListener("scroll", () => show(null), { capture: true, passive: true });
}

/** @param {Event} event */
function tipped({ target }) {
  return target instanceof Element ? target.closest("[data-tip]") : null;
}

/** @param {Event} event */
function isByKeyboard({ target }) {
  return target instanceof Element && target.matches(":focus-visible");
}

/** @param {Element | null} control */
function showBriefly(control) {
  show(control);
  hiding = setTimeout(() => show(null), TOUCH_MILLISECONDS);
}

/** @param {Element | null} control */
function show(control) {
  clearTimeout(hiding);
  bubble.hidden = !control;
  if (!control) return;
  // A modal dialog lies in the browser's top layer and would cover a bubble outside it.
  (control.closest("dialog") ?? document.body).append(bubble);
  bubble.textContent = control.getAttribute("data-tip");
  place(control.getBoundingClientRect());
}

/**
 * Place the bubble above the control, or below it where there is no room.
 * @param {DOMRect} box
 */
function place(box) {
  const { offsetWidth: width, offsetHeight: height } = bubble;
  const middle = box.left + box.width / 2 - width / 2;
  const above = box.top - height - GAP;
  bubble.style.left = `${Math.max(EDGE, Math.min(middle, innerWidth - width - EDGE))}px`;
  bubble.style.top = `${above < EDGE ? box.bottom + GAP : above}px`;
}
