/** Redrawing waits for a pressed pointer: no click comes from an element replaced before its release. */

/** A press that lasts longer, in ms, drags or rests. */
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
  for (const act of acts) act();
}

addEventListener("pointerdown", ({ target }) => {
  // A slider is followed while it is dragged.
  if (!(target instanceof HTMLInputElement)) pressed ||= setTimeout(release, LONGEST);
}, true);
// The click comes after the release, and finds its element still there; it may redraw at once.
addEventListener("click", lift, true);
for (const name of ["pointerup", "pointercancel"]) addEventListener(name, () => setTimeout(release));

/**
 * Do something at once, or after the press that is on now; once, however often it is asked for.
 * @param {() => void} act
 */
export function afterPress(act) {
  if (pressed) waiting.add(act);
  else act();
}
