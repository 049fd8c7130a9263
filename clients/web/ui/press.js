/** Redrawing waits for the end of a press: an element replaced before its release gets no click. */

// A longer press drags or rests; redrawing must not wait for a finger that stays down.
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
  // The list is cleared first: an act that throws must not be done again after each press.
  for (const act of acts) act();
}

addEventListener("pointerdown", ({ target }) => {
  // The page follows a slider while it is dragged.
  if (!(target instanceof HTMLInputElement)) pressed ||= setTimeout(release, LONGEST);
}, true);
// The click comes after the release, and finds its element still there; it may redraw at once.
addEventListener("click", lift, true);
for (const name of ["pointerup", "pointercancel"]) addEventListener(name, () => setTimeout(release));

/**
 * Do something at once, or once after the current press, however often it is asked for.
 * @param {() => void} act
 */
export function afterPress(act) {
  if (pressed) waiting.add(act);
  else act();
}
