/** Server-sent events, followed as long as one likes: lost and silent connections are made anew. */

/** @import { GameEvent } from "./types.js" */

const RETRY_MILLISECONDS = 2000;
const SILENCE_MILLISECONDS = 40000;

/**
 * Hear events until stopped.
 * @param {(after: number) => Promise<Response>} open a stream of what comes after an event
 * @param {number} after
 * @param {(event: GameEvent) => void} onEvent
 * @param {(connected: boolean) => void} onState
 * @param {AbortSignal} signal
 */
export async function follow(open, after, onEvent, onState, signal) {
  while (!signal.aborted) {
    try {
      const response = await open(after);
      if (response.status === 204) return;
      onState(response.ok);
      for await (const event of response.ok ? framed(response, signal) : []) {
        after = event.version;
        onEvent(event);
      }
    } catch {
      if (!signal.aborted) onState(false);
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
 * @returns {AsyncGenerator<GameEvent>}
 */
async function* framed(response, signal) {
  const body = /** @type {ReadableStream<Uint8Array>} */ (response.body);
  const reader = body.pipeThrough(/** @type {any} */ (new TextDecoderStream())).getReader();
  let buffer = "";
  try {
    while (!signal.aborted) {
      const part = await Promise.race([reader.read(), silence()]);
      if (!part || part.done) return;
      const frames = (buffer + part.value).split("\n\n");
      buffer = frames.pop() ?? "";
      for (const frame of frames) {
        const data = frame.split("\n").filter((line) => line.startsWith("data: "));
        if (data.length) yield JSON.parse(data.map((line) => line.slice(6)).join("\n"));
      }
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

/** @returns {Promise<null>} */
function silence() {
  return new Promise((resolve) => setTimeout(resolve, SILENCE_MILLISECONDS, null));
}
