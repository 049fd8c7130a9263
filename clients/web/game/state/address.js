/** The version on show in the page's address, so that a link leads to it. */

// A fast replay would write at each step. Safari allows 100 writes in 30 s and throws after that.
const REST_MILLISECONDS = 150;
let timer = 0;

/**
 * Put the version on show into the address, once the reader stays on it.
 * @param {number | null} cursor
 */
export function rememberPlace(cursor) {
  clearTimeout(timer);
  timer = setTimeout(() => writePlace(cursor), REST_MILLISECONDS);
}

/** @param {number | null} cursor */
function writePlace(cursor) {
  const url = new URL(location.href);
  if (cursor === null) url.searchParams.delete("at");
  else url.searchParams.set("at", String(cursor));
  // Replaced, so that Back leaves the game instead of walking through its moves.
  if (url.href !== location.href) history.replaceState(null, "", url);
}
