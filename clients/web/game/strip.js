/** The strip of prompt, hand and actions: its height tells the rest of the page how much room is left. */

/** @param {HTMLElement} strip */
export function watchStrip(strip) {
  const tell = () => document.documentElement.style.setProperty("--strip", `${strip.offsetHeight}px`);
  new ResizeObserver(tell).observe(strip);
}
