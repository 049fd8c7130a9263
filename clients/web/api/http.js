/** Requests to the service: JSON in and out, errors as exceptions; rate-limited reads are repeated. */

import { takeEarly } from "../ui/answers.js";
import { hearTime } from "../ui/now.js";
import { isDenied } from "../ui/storage.js";
import { language, t } from "../ui/texts.js";
import { announceChange, hasPlayer, playerHeader } from "./pageplayer.js";
import { isUnreached, Offline } from "./reach.js";
import { pause } from "./stream.js";

// Relative to this module, since a service may lie below a path of its host.
const ROOT = new URL("../../api/v1/", import.meta.url);
const TIMEOUT_MILLISECONDS = 20000;
const PATIENCE = 3;

// Paths that sign in; their refusal does not end the session.
const SIGN_IN = /^(session(?!\/transfer)|sign-in)/;

/** An error answer, in the service's words. */
export class Problem extends Error {
  /**
   * @param {number} status
   * @param {{code?: string, detail?: string, rule?: string, errors?: Record<string, string[]>, ticket?: string, place?: number}} body
   * @param {number} [retryAfter] seconds
   */
  constructor(status, body, retryAfter) {
    super(body.detail ?? `HTTP ${status}`);
    this.status = status;
    this.code = body.code ?? "unknown";
    this.rule = body.rule ?? null;
    this.errors = body.errors ?? {};
    this.body = body;
    this.retryAfter = retryAfter ?? 1;
  }
}

/** @param {string} path of the API */
export function address(path) {
  return new URL(path, ROOT).href;
}

/**
 * @param {string} path
 * @param {{method?: string, body?: unknown, headers?: Record<string, string>, cache?: RequestCache, hear?: (response: Response) => void, timeout?: number}} [options]
 * @returns {Promise<any>}
 */
export async function ask(path, { method = "GET", body, headers = {}, cache = "default", hear, timeout = TIMEOUT_MILLISECONDS } = {}) {
  const response = await reach(address(path), {
    method,
    headers: {
      // The language chosen in the settings may differ from the browser's.
      "Accept-Language": language,
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      ...playerHeader(method),
      ...headers,
    },
    body: body === undefined ? undefined : JSON.stringify(body),
    signal: AbortSignal.timeout(timeout),
    cache,
  });
  hearTime(response.headers.get("Date"));
  hear?.(response);
  // Both have no body, and parsing an empty one throws.
  if ([204, 304].includes(response.status)) return null;
  if (response.ok && headers.Accept === "text/plain") return response.text();
  const answer = await response.json().catch((error) => {
    // A page of a proxy or hotel network, or an answer that was cut off: not the service's answer.
    if (response.ok) throw new Offline(String(error));
    return {};
  });
  if (response.ok) return answer;
  if (answer.code === "other_player") announceChange("other");
  if (response.status === 401) answer.detail = refusedText(path);
  throw new Problem(response.status, answer, Number(response.headers.get("Retry-After")) || 1);
}

/**
 * The words for a 401. If it means that nobody is signed in, announce that.
 * @param {string} path that was answered 401
 */
function refusedText(path) {
  // The service's own sentences about tokens are written for programs.
  if (SIGN_IN.test(path)) return t("sign_in_void");
  if (isDenied()) return t("session_denied");
  announceChange("nobody");
  return t(hasPlayer() ? "session_ended" : "session_none");
}

/**
 * Read a path; if the service's rate limit refuses it, wait as long as the answer says and ask again.
 * @param {string} path
 * @param {{headers?: Record<string, string>, cache?: RequestCache}} [options]
 * @returns {Promise<any>}
 */
export async function read(path, options = {}) {
  for (let tries = PATIENCE; ; tries -= 1) {
    try {
      return await ask(path, options);
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 429 || !tries) throw error;
      await pause(error.retryAfter * 1000);
    }
  }
}

/**
 * @param {string} url
 * @param {RequestInit} init
 */
async function reach(url, init) {
  try {
    // Commands are never sent early: opening a page changes nothing.
    const early = init.method === "GET" ? takeEarly(url) : null;
    return await (early ?? fetch(url, init));
  } catch (error) {
    throw new Offline(String(error));
  }
}

/**
 * Open a path whose answer is read piece by piece.
 * @param {string} path
 * @param {AbortSignal} signal
 */
export function openStream(path, signal) {
  // No timeout, unlike `ask`: a stream stays open for hours, and `stream.js` detects its silence.
  // No EventSource: it hides the status, so a refusal and a lost connection would look alike.
  return fetch(address(path), { headers: { Accept: "text/event-stream" }, signal, cache: "no-store" });
}

/**
 * A query string; parameters without a value are omitted.
 * @param {Record<string, string | number | null | undefined>} parameters
 */
export function query(parameters) {
  const pairs = Object.entries(parameters).filter(([, value]) => value !== null && value !== undefined);
  return pairs.length ? `?${new URLSearchParams(pairs.map(([name, value]) => [name, String(value)]))}` : "";
}

/** An idempotency key: a command sent again with it is carried out once. */
export function newKey() {
  // `crypto.randomUUID` is missing without https, as on a host in a home network.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Whether trying again may help.
 * @param {unknown} error
 */
export function isPassing(error) {
  // After a 503 the command may have been recorded; the same key sent again gets the answer.
  return error instanceof Offline || (error instanceof Problem && error.status === 503);
}

/**
 * The text of an error: that of each faulty field, if the service names any.
 * @param {unknown} error
 */
export function faultText(error) {
  const faults = error instanceof Problem ? Object.values(error.errors).flat() : [];
  return faults.length ? faults.join(" ") : errorText(error);
}

/**
 * An error as a message for the reader; a fault of the page is also logged to the console.
 * @param {unknown} error
 */
export function errorText(error) {
  if (error instanceof Problem) return error.message;
  if (isUnreached(error)) return t("net_none");
  // Show it unchanged: "the service cannot be reached" made people check their network.
  console.error(error);
  return t("page_fault", { error: error instanceof Error ? error.message : String(error) });
}
