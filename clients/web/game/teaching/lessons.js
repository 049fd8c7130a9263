/** The guided games that this browser began. */
// Only this browser knows them: each is an ordinary, unlisted game, so neither the API nor its
// events mention lessons.

import { Remembered } from "../../ui/memory.js";

const MOST_GAMES = 50;

/**
 * A guided game: the steps that were read, and whether the coach was sent away.
 * @typedef {{read: string[], left: boolean}} Progress
 */

/** @type {Remembered<Progress>} */
const lessons = new Remembered("anabasis.lessons", MOST_GAMES);

/**
 * The progress of a guided game, null for any other game.
 * @param {string} game
 */
export function lessonIn(game) {
  return lessons.get(game);
}

/**
 * @param {string} game
 * @param {Progress} [progress]
 */
export function rememberLesson(game, progress = { read: [], left: false }) {
  lessons.set(game, progress);
}
