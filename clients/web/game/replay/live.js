/** The button that leads from an earlier moment of a live game back to the newest, and says how many moves it is behind. */

import { button } from "../../ui/controls.js";
import { refill } from "../../ui/dom.js";
import { t } from "../../ui/texts.js";

/** @import { Table } from "../state/state.js" */

/**
 * @param {HTMLElement} place
 * @param {Table} table
 * @param {() => void} back goes to the newest moment
 */
export function showLive(place, { cursor, version, view }, back) {
  const isBehind = cursor !== null && view?.status === "live";
  const shown = place.querySelector("button");
  if (!isBehind) return shown && refill(place);
  const words = t("live_behind", { n: version - cursor });
  const label = shown?.querySelector(".label");
  // The button stays while its number changes, so that it keeps the focus, and a press its click.
  if (label) label.textContent = words;
  else refill(place, button("small main", words, null, back));
}
