/** Reading as the public: without the reader's cookie. */

/** @import { Replay } from "./types.js" */

const ROOT = new URL("../../api/v1/", import.meta.url);

/**
 * The whole record of a listed game, a very long one in several answers.
 * @param {string} game
 * @returns {Promise<Replay>}
 */
export async function publicReplay(game) {
  const replay = await replayPart(game, 1);
  for (let { more } = replay; more; ) {
    const next = await replayPart(game, replay.steps[replay.steps.length - 1].event.version);
    replay.steps.push(...next.steps);
    more = next.more && next.steps.length > 0;
  }
  return replay;
}

/**
 * @param {string} game
 * @param {number} after
 * @returns {Promise<Replay>}
 */
async function replayPart(game, after) {
  const address = new URL(`games/${encodeURIComponent(game)}/replay?after=${after}`, ROOT);
  // A frame on another site shows the public view to everybody. `http.js` would also load the texts
  // and the player, which a frame does not need.
  const answer = await fetch(address, { credentials: "omit" });
  if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
  return answer.json();
}
