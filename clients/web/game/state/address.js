/** The version on show in the page's address, so that a link leads to it; and the move that a link prepares. */

import { numberOf, parameter } from "../../ui/address.js";

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

/**
 * A move that a link prepares; `after` is the event and `seat` the seat it was made for, if it names them.
 * @typedef {{notation: string, after: number | null, seat: number | null}} LinkedMove
 */

/** The parameters of such a link. */
const LINK = ["do", "after", "seat"];

/**
 * The move that the address prepares; null if it has none.
 * @returns {LinkedMove | null}
 */
export function linkedMove() {
  const notation = parameter("do");
  const seat = parameter("seat");
  return notation ? { notation, after: numberOf("after"), seat: /^[0-9]$/.test(seat) ? Number(seat) : null } : null;
}

/** Remove the prepared move from the address, so that a reload or a copied link does not offer it again. */
export function dropLinkedMove() {
  const url = new URL(location.href);
  for (const name of LINK) url.searchParams.delete(name);
  history.replaceState(null, "", url);
}
