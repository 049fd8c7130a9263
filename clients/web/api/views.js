/** The views of a replay, made from its first view and the changes of each event. */

/** @import { Replay, View } from "./types.js" */

/**
 * The view after each event of a replay; unchanged parts are shared between views.
 * @param {Replay} replay
 * @returns {View[]}
 */
export function replayViews({ first, steps }) {
  // The API sends only changes: whole views of a long game would be many times larger.
  const views = [first];
  for (const { changes } of steps) {
    const last = /** @type {View} */ (views.at(-1));
    views.push(Object.entries(changes).reduce((part, [path, value]) => withValue(part, path.split("/"), value), last));
  }
  return views;
}

/**
 * A copy of a part with a new value at the end of a path.
 * @param {any} part
 * @param {string[]} path
 * @param {any} value
 * @returns {any}
 */
function withValue(part, [key, ...rest], value) {
  // Copy only the parts on the path: the drawing skips parts that are the same object as before.
  const copy = Array.isArray(part) ? [...part] : { ...part };
  copy[key] = rest.length ? withValue(part[key], rest, value) : value;
  return copy;
}

/**
 * Whether nothing can be added to a game's record: it is broken, or the host has closed the game.
 * @param {View} view
 */
export function isHeld({ broken, closed }) {
  return Boolean(broken ?? closed);
}

/**
 * Whether a view was read for another player than the view before.
 * @param {View} before
 * @param {View} view
 */
export function isOfAnother(before, view) {
  // Nobody changes seats after the start, except in a study, where one player has all the seats.
  const { seat } = before.viewer;
  return seat !== null && before.status === "live" && view.status !== "open" && !view.study && view.viewer.seat !== seat;
}

/**
 * The stand-ins of a view; one that an older release answered or saved has no list of them.
 * @param {View} view
 */
export const standInsOf = ({ stand_ins: standIns }) => standIns ?? [];

/**
 * Whether a bot stands in for the player in a seat.
 * @param {View} view
 * @param {number | null} seat
 */
export const hasStandIn = (view, seat) => standInsOf(view).some((each) => each.plays && each.seat === seat);

/**
 * Whether a bot plays for the player in a seat: as a stand-in, or because their time was up.
 * @param {View} view
 * @param {number | null} seat
 */
export const isPlayedFor = (view, seat) => Boolean(view.clock?.seats[seat ?? -1]?.bot) || hasStandIn(view, seat);
