/** The height of the strip with prompt, hand and actions, and the rows of it that scroll. */

/** The rows that scroll sideways on a phone. */
const ROWS = ".cards, .takeback";

const NARROW = matchMedia("(max-width: 900px)");

/** The last height set, and the width of the page at that time. */
let tallest = { width: 0, height: 0 };

/**
 * Pass the strip's height to the page's styles, and make the rows that scroll reachable by
 * keyboard.
 * @param {HTMLElement} strip
 */
export function watchStrip(strip) {
  const sizes = new ResizeObserver(() => measure(strip));
  const watch = () => {
    sizes.disconnect();
    // The cards may outgrow their row without changing its size.
    for (const part of [strip, ...strip.querySelectorAll(`:is(${ROWS}), :is(${ROWS}) > *`)]) sizes.observe(part);
  };
  new MutationObserver(watch).observe(strip, { childList: true });
  watch();
}

/** @param {HTMLElement} strip */
function measure(strip) {
  const rows = [...strip.querySelectorAll(ROWS)];
  // Read all rows before writing: a write in between would force a layout for each row.
  const isScrolling = rows.map((row) => row.scrollWidth > row.clientWidth);
  setHeight(strip);
  for (const [n, row] of rows.entries()) {
    // Safari never lets the keyboard reach a scrolling row by itself, and Chromium only since 130.
    if (isScrolling[n]) row.setAttribute("tabindex", "0");
    else row.removeAttribute("tabindex");
  }
}

/**
 * Set `--strip` on a narrow page.
 * @param {HTMLElement} strip
 */
// A change of `--strip` makes the browser compute the styles of the whole page. A wide page does
// not need it, and in a replay, whose prompts differ in height, it only grows.
function setHeight({ offsetHeight, ownerDocument: { documentElement: page } }) {
  if (!NARROW.matches) return;
  const isWatched = document.querySelector(".watching") !== null && innerWidth === tallest.width;
  const height = Math.max(offsetHeight, isWatched ? tallest.height : 0);
  if (height === tallest.height && innerWidth === tallest.width) return;
  tallest = { width: innerWidth, height };
  page.style.setProperty("--strip", `${height}px`);
}
