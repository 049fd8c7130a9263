/** Values that this browser remembers for the games it saw most recently. */

import { keep, kept } from "./storage.js";

/** @template T */
export class Remembered {
  /**
   * @param {string} key of the browser's storage
   * @param {number} most games
   */
  constructor(key, most) {
    this.key = key;
    this.most = most;
  }

  /**
   * The value of a game, null if it is not remembered.
   * @param {string} game
   * @returns {T | null}
   */
  get(game) {
    return this.#read()[game] ?? null;
  }

  /**
   * Remember a value, and forget the games whose values were set longest ago.
   * @param {string} game
   * @param {T} value
   */
  set(game, value) {
    // Read the store each time, since another tab may have written. The game moves to the end.
    const { [game]: _, ...others } = this.#read();
    const latest = Object.entries(others).slice(1 - this.most);
    keep(this.key, JSON.stringify({ ...Object.fromEntries(latest), [game]: value }));
  }

  /** @returns {Record<string, T>} by game, the last set at the end */
  #read() {
    try {
      return JSON.parse(kept(this.key) ?? "{}");
    } catch {
      // The store may hold anything: a value of an older release, or one cut off when the disk was
      // full.
      return {};
    }
  }
}
