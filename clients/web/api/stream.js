/** Server-sent events, followed as long as one likes: lost and silent connections are made anew. */

/** @import { GameEvent } from "./types.js" */

const RETRY_MILLISECONDS = 2000;
const SILENCE_MILLISECONDS = 40000;

/** Answers that asking again does not change. */
const REFUSALS = new Set([401, 403, 404]);

/** @typedef {"open" | "lost" | "refused" | "broken" | "rolled_back"} Connection where `broken` is the game's record */

/**
 * Hear events until stopped, refused, or told that the game's record breaks.
 * @param {(after: number) => Promise<Response>} open a stream of what comes after an event
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
      for await (const { type, event } of response.ok ? framed(response, signal) : []) {
        if (type === "broken") return onState(type);
        after = event.version;
        if (type === "rolled_back") onState(type);
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
 * The events of a stream of server-sent events; a stream that falls silent ends.
 * @param {Response} response
 * @param {AbortSignal} signal
 * @returns {AsyncGenerator<{type: string, event: GameEvent}>} each with its type among the stream's
 */
async function* framed(response, signal) {
  const body = /** @type {ReadableStream<Uint8Array>} */ (response.body);
  const reader = body.pipeThrough(/** @type {any} */ (new TextDecoderStream())).getReader();
  let buffer = "";
  try {
    while (!signal.aborted) {
      const part = await inTime(reader.read());
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
 * What is promised, null where it does not come in time.
 * @template T
 * @param {Promise<T>} promised
 * @returns {Promise<T | null>}
 */
function inTime(promised) {
  let timer = 0;
  const silence = new Promise((resolve) => {
    timer = setTimeout(resolve, SILENCE_MILLISECONDS, null);
  });
  return Promise.race([promised, silence]).finally(() => clearTimeout(timer));
}
