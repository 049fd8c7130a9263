/** Server-sent events: a stream that is lost or falls silent is opened again. */

import { inSlot } from "./tabs.js";

/** @import { GameEvent } from "./types.js" */

const RETRY_MILLISECONDS = 2000;
const OPENING_MILLISECONDS = 10000;
const SILENCE_MILLISECONDS = 40000;

/** Statuses that a retry does not change. */
const REFUSALS = new Set([401, 403, 404]);

/** @typedef {"open" | "lost" | "refused" | "broken" | "rolled_back" | "host"} Connection `broken` is said of the game's record, `host` of a game closed or reopened */

/**
 * Follow events until stopped, refused, told that the game's record is broken, or none can follow. While
 * other tabs hold as many streams as there may be, or none opens in time, look for news instead.
 * @param {(signal: AbortSignal) => Promise<Response>} open opens a stream of the events not yet read
 * @param {() => Promise<boolean>} look shows what is new; true if nothing can follow
 * @param {(event: GameEvent) => void} onEvent
 * @param {(connection: Connection) => void} onState
 * @param {AbortSignal} signal
 */
export async function follow(open, look, onEvent, onState, signal) {
  const listen = () => readStream(open, onEvent, onState, signal);
  while (!signal.aborted) {
    if ((await inSlot(listen)) ?? (await lookOnce(look, onState, signal))) return;
    if (!signal.aborted) await pause(RETRY_MILLISECONDS);
  }
}

/**
 * Read a stream to its end.
 * @param {(signal: AbortSignal) => Promise<Response>} open
 * @param {(event: GameEvent) => void} onEvent
 * @param {(connection: Connection) => void} onState
 * @param {AbortSignal} signal
 * @returns {Promise<boolean | null>} true if no other can follow, null if it did not open in time
 */
async function readStream(open, onEvent, onState, signal) {
  const held = new AbortController();
  const close = () => held.abort();
  signal.addEventListener("abort", close);
  if (signal.aborted) close();
  try {
    const response = await orSilence(open(held.signal), OPENING_MILLISECONDS);
    if (!response) return null;
    const { ok, status } = response;
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
      const part = await orSilence(reader.read(), SILENCE_MILLISECONDS);
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
 * @param {number} milliseconds
 * @returns {Promise<T | null>}
 */
function orSilence(promise, milliseconds) {
  let timer = 0;
  const silence = new Promise((resolve) => {
    timer = setTimeout(resolve, milliseconds, null);
  });
  return Promise.race([promise, silence]).finally(() => clearTimeout(timer));
}
