/** The strip of prompt, hand and actions: how tall it is, and which of its rows scroll. */

/** The rows that scroll sideways on a phone. */
const ROWS = ".cards, .takeback";

const NARROW = matchMedia("(max-width: 900px)");

/** The height told last, and the width of the page at that time. */
let tallest = { width: 0, height: 0 };

/**
 * Tell the rest of the page the strip's height, and let the keyboard reach the rows that scroll.
 * @param {HTMLElement} strip
 */
export function watchStrip(strip) {
  const sizes = new ResizeObserver(() => measure(strip));
  const watch = () => {
    sizes.disconnect();
    // Its parts may outgrow a row whose own size stays.
    for (const part of [strip, ...strip.querySelectorAll(`:is(${ROWS}), :is(${ROWS}) > *`)]) sizes.observe(part);
  };
  new MutationObserver(watch).observe(strip, { childList: true });
  watch();
}

/** @param {HTMLElement} strip */
function measure(strip) {
  const rows = [...strip.querySelectorAll(ROWS)];
  const isScrolling = rows.map((row) => row.scrollWidth > row.clientWidth);
  tellHeight(strip);
  for (const [n, row] of rows.entries()) {
    if (isScrolling[n]) row.setAttribute("tabindex", "0");
    else row.removeAttribute("tabindex");
  }
}

/**
 * Set `--strip`, which styles the whole page anew: only on a narrow page, which needs it, and in a
 * replay, whose prompts differ in height, only to make more room.
 * @param {HTMLElement} strip
 */
function tellHeight({ offsetHeight, ownerDocument: { documentElement: page } }) {
  if (!NARROW.matches) return;
  const isWatched = document.querySelector(".watching") !== null && innerWidth === tallest.width;
  const height = Math.max(offsetHeight, isWatched ? tallest.height : 0);
  if (height === tallest.height && innerWidth === tallest.width) return;
  tallest = { width: innerWidth, height };
  page.style.setProperty("--strip", `${height}px`);
}
