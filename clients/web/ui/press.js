/** Redrawing waits for the end of a press: an element replaced before its release gets no click. */

// A longer press is a drag or a resting finger; redrawing must not wait for its end.
const LONGEST = 1000;

let pressed = 0;
/** @type {Set<() => void>} */
const waiting = new Set();

function lift() {
  clearTimeout(pressed);
  pressed = 0;
}

function release() {
  lift();
  const acts = [...waiting];
  waiting.clear();
  // The list is cleared first, so that an act that throws does not run again after each press.
  for (const act of acts) act();
}

addEventListener("pointerdown", ({ target }) => {
  // A drag of a slider must redraw the page.
  if (!(target instanceof HTMLInputElement)) pressed ||= setTimeout(release, LONGEST);
}, true);
// The click follows the release and finds its element still there; what it redraws need not wait.
addEventListener("click", lift, true);
for (const name of ["pointerup", "pointercancel"]) addEventListener(name, () => setTimeout(release));

/**
 * Do something at once, or once after the current press, however often it was requested.
 * @param {() => void} act
 */
export function afterPress(act) {
  if (pressed) waiting.add(act);
  else act();
}
