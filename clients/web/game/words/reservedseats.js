/** Seats that are kept for invited players. */

import { listed, t } from "../../ui/texts.js";

/** @import { KeptSeat } from "../../api/types.js" */

/**
 * Whether a player may take a free seat: it is not kept, or is kept for them. Null stands for
 * anybody.
 * @param {KeptSeat[]} kept
 * @param {number} seat
 * @param {string | null | undefined} player
 */
export function isFreeFor(kept, seat, player) {
  const keeping = kept.find((each) => each.seat === seat);
  return !keeping || keeping.player_id === player;
}

/**
 * The names of the players for whom seats are kept.
 * @param {KeptSeat[]} kept
 */
export function keptNames(kept) {
  return listed(kept.map(({ name }) => name ?? t("player_forgotten")));
}

/**
 * The words for a free seat.
 * @param {KeptSeat[]} kept
 * @param {number} seat
 */
export function freeSeatText(kept, seat) {
  const keeping = kept.filter((each) => each.seat === seat);
  return keeping.length ? t("seat_kept_for", { names: keptNames(keeping) }) : t("row_open_seat");
}
