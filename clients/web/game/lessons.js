/** The guided games of this browser, which it alone tells from a player's other games. */

const KEY = "anabasis.lessons";
const REMEMBERED = 50;

/**
 * A guided game: the steps that were read, and whether the coach was sent away.
 * @typedef {{read: string[], left: boolean}} Progress
 */

/** @returns {Record<string, Progress>} by game */
function readAll() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}

/**
 * The progress of a guided game, null for any other game.
 * @param {string} game
 * @returns {Progress | null}
 */
export function lessonIn(game) {
  return readAll()[game] ?? null;
}

/**
 * @param {string} game
 * @param {Progress} [progress]
 */
export function rememberLesson(game, progress = { read: [], left: false }) {
  const { [game]: _, ...others } = readAll();
  const latest = Object.entries(others).slice(-REMEMBERED);
  localStorage.setItem(KEY, JSON.stringify({ ...Object.fromEntries(latest), [game]: progress }));
}
