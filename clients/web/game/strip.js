/** The strip of prompt, hand and actions: how tall it is, and which of its rows scroll. */

/** The rows that scroll sideways on a phone. */
const ROWS = ".cards, .takeback";

/**
 * Tell the rest of the page the strip's height, and let the keyboard reach the rows that scroll.
 * @param {HTMLElement} strip
 */
export function watchStrip(strip) {
  const sizes = new ResizeObserver(() => measure(strip));
  const watch = () => {
    sizes.disconnect();
    for (const part of [strip, ...strip.querySelectorAll(ROWS)]) sizes.observe(part);
  };
  new MutationObserver(watch).observe(strip, { childList: true });
  watch();
}

/** @param {HTMLElement} strip */
function measure(strip) {
  document.documentElement.style.setProperty("--strip", `${strip.offsetHeight}px`);
  for (const row of strip.querySelectorAll(ROWS)) {
    if (row.scrollWidth > row.clientWidth) row.setAttribute("tabindex", "0");
    else row.removeAttribute("tabindex");
  }
}
