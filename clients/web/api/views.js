/** A replay as the API gives it: a view, then what each event changed in it. */

/** @import { Replay, View } from "./types.js" */

/**
 * The view after each event of a replay; what an event left alone is shared with the view before.
 * @param {Replay} replay
 * @returns {View[]}
 */
export function stepped({ first, steps }) {
  const views = [first];
  for (const { changes } of steps) views.push(changed(/** @type {View} */ (views.at(-1)), changes));
  return views;
}

/**
 * @param {View} view
 * @param {Record<string, any>} changes new values by path
 * @returns {View}
 */
function changed(view, changes) {
  return Object.entries(changes).reduce((part, [path, value]) => put(part, path.split("/"), value), view);
}

/**
 * A copy of a part in which another value stands at the end of a path.
 * @param {any} part
 * @param {string[]} path
 * @param {any} value
 * @returns {any}
 */
function put(part, [key, ...rest], value) {
  const copy = Array.isArray(part) ? [...part] : { ...part };
  copy[key] = rest.length ? put(part[key], rest, value) : value;
  return copy;
}
