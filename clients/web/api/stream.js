/** Server-sent events; a stream that is lost or falls silent is opened again. */

import { inSlot } from "./tabs.js";

/** @import { GameEvent } from "./types.js" */

const RETRY_MILLISECONDS = 2000;
// A proxy that buffers answers never passes on the headers of a stream, which stays open.
const OPENING_MILLISECONDS = 10000;
// A dead connection raises no error. The service sends a sign of life every 15 s.
const SILENCE_MILLISECONDS = 40000;

// Statuses that a retry does not change.
const REFUSALS = new Set([401, 403, 404]);

/** @typedef {"open" | "lost" | "refused" | "broken" | "rolled_back" | "host"} Connection `broken`: the game's record is; `host`: the host closed or reopened the game */

/**
 * Follow events until stopped or refused, until the game's record breaks, or until no more can
 * come. While other tabs hold all the allowed streams, or no stream opens in time, look for news
 * instead.
 * @param {(signal: AbortSignal) => Promise<Response>} open opens a stream of the events not yet read
 * @param {() => Promise<boolean>} look shows the news; true if no more can come
 * @param {(event: GameEvent) => void} onEvent
 * @param {(connection: Connection) => void} onState
 * @param {AbortSignal} signal
 */
export async function follow(open, look, onEvent, onState, signal) {
  const listen = () => readStream(open, onEvent, onState, signal);
  while (!signal.aborted) {
    // Ask for a slot in each round: another tab may have freed one.
    if ((await inSlot(listen)) ?? (await lookOnce(look, onState, signal))) return;
    // Pause even after a stream that ended well, so that a restarting service is not flooded.
    if (!signal.aborted) await pause(RETRY_MILLISECONDS);
  }
}

/**
 * Read a stream to its end.
 * @param {(signal: AbortSignal) => Promise<Response>} open
 * @param {(event: GameEvent) => void} onEvent
 * @param {(connection: Connection) => void} onState
 * @param {AbortSignal} signal
 * @returns {Promise<boolean | null>} true if no other can follow, null if it opened too late
 */
async function readStream(open, onEvent, onState, signal) {
  // A controller of its own, since the fetch must end with this function even if nobody stops
  // `follow`: an unread stream keeps its connection, and a browser has only six.
  const held = new AbortController();
  const close = () => held.abort();
  signal.addEventListener("abort", close);
  // A signal that is already aborted sends no event.
  if (signal.aborted) close();
  try {
    const response = await orSilence(open(held.signal), OPENING_MILLISECONDS);
    if (!response) return null;
    const { ok, status } = response;
    // 204: the game is over, and no more events will come.
    if (status !== 204) onState(REFUSALS.has(status) ? "refused" : ok ? "open" : "lost");
    if (status === 204 || REFUSALS.has(status)) return true;
    for await (const { type, event } of ok ? parseFrames(response, signal) : []) {
      if (type === "message") onEvent(event);
      else onState(/** @type {Connection} */ (type));
      if (type === "broken") return true;
    }
  } catch {
    if (!signal.aborted) onState("lost");
  } finally {
    signal.removeEventListener("abort", close);
    close();
  }
  return false;
}

/**
 * @param {() => Promise<boolean>} look
 * @param {(connection: Connection) => void} onState
 * @param {AbortSignal} signal
 */
async function lookOnce(look, onState, signal) {
  try {
    const isOver = await look();
    if (!signal.aborted) onState("open");
    return isOver;
  } catch (error) {
    if (signal.aborted) return true;
    const isRefused = REFUSALS.has(/** @type {{status: number}} */ (error).status);
    onState(isRefused ? "refused" : "lost");
    return isRefused;
  }
}

/** @param {number} milliseconds */
export function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/**
 * Parse server-sent events until the stream ends or falls silent.
 * @param {Response} response
 * @param {AbortSignal} signal
 * @returns {AsyncGenerator<{type: string, event: GameEvent}>} each event with the type of its frame
 */
async function* parseFrames(response, signal) {
  const body = /** @type {ReadableStream<Uint8Array>} */ (response.body);
  const reader = body.pipeThrough(/** @type {any} */ (new TextDecoderStream())).getReader();
  let buffer = "";
  try {
    while (!signal.aborted) {
      const part = await orSilence(reader.read(), SILENCE_MILLISECONDS);
      if (!part || part.done) return;
      // A part may end inside a frame; the text after the last empty line waits for the next part.
      const frames = (buffer + part.value).split("\n\n");
      buffer = frames.pop() ?? "";
      for (const frame of frames) {
        const data = values(frame, "data: ");
        const [type = "message"] = values(frame, "event: ");
        // A frame without data is a comment: the service's sign of life.
        if (data.length) yield { type, event: JSON.parse(data.join("\n")) };
      }
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

/**
 * @param {string} frame
 * @param {string} field
 */
function values(frame, field) {
  const lines = frame.split("\n").filter((line) => line.startsWith(field));
  return lines.map((line) => line.slice(field.length));
}

/**
 * The value of a promise, null if it takes too long.
 * @template T
 * @param {Promise<T>} promise
 * @param {number} milliseconds
 * @returns {Promise<T | null>}
 */
function orSilence(promise, milliseconds) {
  let timer = 0;
  const silence = new Promise((resolve) => {
    timer = setTimeout(resolve, milliseconds, null);
  });
  // Otherwise each frame would leave a timer of 40 s behind.
  return Promise.race([promise, silence]).finally(() => clearTimeout(timer));
}
