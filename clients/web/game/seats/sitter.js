/** A seat in a list of players: its badge and its player. */

import { el } from "../../ui/dom.js";
import { badge } from "./pieces.js";

/** @import { Child } from "../../ui/dom.js" */

/**
 * @param {"li" | "span"} tag
 * @param {number} seat
 * @param {{bot: string | null} | null} occupant null for a free seat
 * @param {(string | false | undefined)[]} kinds further classes
 * @param {...Child} parts
 */
export function sitter(tag, seat, occupant, kinds, ...parts) {
  const names = ["sitter", ...kinds, !occupant && "free"].filter(Boolean);
  return el(tag, { class: names.join(" ") }, badge(seat, occupant?.bot), parts);
}
