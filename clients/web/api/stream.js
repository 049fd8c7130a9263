/** Server-sent events: a stream that is lost or falls silent is opened again. */

/** @import { GameEvent } from "./types.js" */

const RETRY_MILLISECONDS = 2000;
const SILENCE_MILLISECONDS = 40000;

/** Statuses that a retry does not change. */
const REFUSALS = new Set([401, 403, 404]);

/** @typedef {"open" | "lost" | "refused" | "broken" | "rolled_back" | "host"} Connection `broken` is said of the game's record, `host` of a game closed or reopened */

/**
 * Follow events until stopped, refused, or told that the game's record is broken.
 * @param {(after: number) => Promise<Response>} open opens a stream of the events after one
 * @param {number} after
 * @param {(event: GameEvent) => void} onEvent
 * @param {(connection: Connection) => void} onState
 * @param {AbortSignal} signal
 */
export async function follow(open, after, onEvent, onState, signal) {
  while (!signal.aborted) {
    try {
      const response = await open(after);
      if (response.status === 204) return;
      if (REFUSALS.has(response.status)) return onState("refused");
      onState(response.ok ? "open" : "lost");
      for await (const { type, event } of response.ok ? parseFrames(response, signal) : []) {
        if (type === "broken") return onState(type);
        after = event.version;
        if (type === "rolled_back" || type === "host") onState(type);
        else onEvent(event);
      }
    } catch {
      if (!signal.aborted) onState("lost");
    }
    if (!signal.aborted) await pause(RETRY_MILLISECONDS);
  }
}

/** @param {number} milliseconds */
export function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/**
 * Parse server-sent events; a stream that falls silent ends.
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
      const part = await orSilence(reader.read());
      if (!part || part.done) return;
      const frames = (buffer + part.value).split("\n\n");
      buffer = frames.pop() ?? "";
      for (const frame of frames) {
        const data = values(frame, "data: ");
        const [type = "message"] = values(frame, "event: ");
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
 * @returns {Promise<T | null>}
 */
function orSilence(promise) {
  let timer = 0;
  const silence = new Promise((resolve) => {
    timer = setTimeout(resolve, SILENCE_MILLISECONDS, null);
  });
  return Promise.race([promise, silence]).finally(() => clearTimeout(timer));
}
