/** The version on show in the page's address, so that a link leads to it. */

// A fast replay would write at each step; Safari throws after 100 writes in 30 s.
const REST_MILLISECONDS = 150;
let timer = 0;

/**
 * Put the version on show into the address, once the reader stays there.
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
  // Replace the entry, so that Back leaves the game instead of stepping through its moves.
  if (url.href !== location.href) history.replaceState(null, "", url);
}
