/** The public API, and nothing of the game: requests, problems and the stream of events. */

import { follow, pause } from "./stream.js";
import { language } from "./texts.js";

/** @import { BoardAnswer, EventPage, Foreseen, GameEvent, Me, Move, MoveList, Replay, RowPage, Rules, Ruleset, Rulesets, View } from "./types.js" */
/** @import { Connection } from "./stream.js" */

const ROOT = new URL("../api/v1/", import.meta.url);
const RETRY_MILLISECONDS = 2000;
const TIMEOUT_MILLISECONDS = 20000;
const PATIENCE = 3;

/** What depends on who asks is not taken from the browser's cache, which may be of before I sat down. */
const FRESH = { cache: /** @type {const} */ ("no-store") };

/** An answer that is an error, with the service's own words. */
export class Problem extends Error {
  /**
   * @param {number} status
   * @param {{code?: string, detail?: string, rule?: string, errors?: Record<string, string[]>}} body
   * @param {number} [retryAfter] seconds
   */
  constructor(status, body, retryAfter) {
    super(body.detail ?? `HTTP ${status}`);
    this.status = status;
    this.code = body.code ?? "unknown";
    this.rule = body.rule ?? null;
    this.errors = body.errors ?? {};
    this.retryAfter = retryAfter ?? 1;
  }
}

/** The service could not be reached. */
export class Offline extends Error {}

/**
 * @param {string} path
 * @param {{method?: string, body?: unknown, headers?: Record<string, string>, cache?: RequestCache}} [options]
 * @returns {Promise<any>}
 */
async function ask(path, { method = "GET", body, headers = {}, cache = "default" } = {}) {
  const response = await reach(new URL(path, ROOT), {
    method,
    headers: {
      "Accept-Language": language,
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      ...headers,
    },
    body: body === undefined ? undefined : JSON.stringify(body),
    signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
    cache,
  });
  if (response.status === 204) return null;
  if (response.ok && headers.Accept === "text/plain") return response.text();
  const answer = await response.json().catch(() => ({}));
  if (response.ok) return answer;
  throw new Problem(response.status, answer, Number(response.headers.get("Retry-After")) || 1);
}

/**
 * What a path answers; asked again, in good time, where it was asked too often.
 * @param {string} path
 * @param {{headers?: Record<string, string>, cache?: RequestCache}} [options]
 * @returns {Promise<any>}
 */
async function read(path, options = {}) {
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
 * @param {URL} url
 * @param {RequestInit} init
 */
async function reach(url, init) {
  try {
    return await fetch(url, init);
  } catch (error) {
    throw new Offline(String(error));
  }
}

/**
 * A query string of what is given, null left out.
 * @param {Record<string, string | number | null | undefined>} given
 */
function query(given) {
  const stated = Object.entries(given).filter(([, value]) => value !== null && value !== undefined);
  return stated.length ? `?${new URLSearchParams(stated.map(([k, v]) => [k, String(v)]))}` : "";
}

/**
 * Become a player; the token goes into a cookie.
 * @param {string} name
 * @returns {Promise<Me>}
 */
export function beginSession(name) {
  return ask("session", { method: "POST", body: { name } });
}

/** @returns {Promise<Me>} */
export function readMe() {
  return read("me");
}

/**
 * @param {string} name
 * @returns {Promise<Me>}
 */
export function renameMe(name) {
  return ask("me", { method: "PATCH", body: { name } });
}

/** @returns {Promise<RowPage>} */
export function myGames() {
  return read("me/games");
}

/**
 * @param {string} status
 * @param {number} page
 * @returns {Promise<RowPage>}
 */
export function lobby(status, page) {
  return read(`games${query({ status, page, per_page: 12 })}`);
}

/** @returns {Promise<Rulesets>} */
export function rulesets() {
  return read("rulesets");
}

/**
 * @param {string} id
 * @returns {Promise<Ruleset>}
 */
export function readRuleset(id) {
  return read(`rulesets/${id}`);
}

/**
 * @param {string} ruleset
 * @returns {Promise<Rules>}
 */
export function readRules(ruleset) {
  return read(`rulesets/${ruleset}/rules`);
}

/** A code by which another device becomes this player, once. */
export function beginTransfer() {
  return ask("session/transfer", { method: "POST", body: {} });
}

/**
 * Become the player whose code was handed over.
 * @param {string} code
 * @returns {Promise<Me>}
 */
export function finishTransfer(code) {
  return ask("session", { method: "POST", body: { transfer: code } });
}

/**
 * @param {string} ruleset
 * @param {string} board
 * @returns {Promise<BoardAnswer>}
 */
export function readBoard(ruleset, board) {
  return read(`rulesets/${ruleset}/boards/${board}`);
}

/**
 * @param {object} terms
 * @returns {Promise<View>}
 */
export function createGame(terms) {
  return ask("games", { method: "POST", body: terms, headers: { "Idempotency-Key": newKey() } });
}

/** A key that makes a repeat of one command harmless. */
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** One game of the service. */
export class GameApi {
  /**
   * @param {string} id
   * @param {string | null} joinCode
   */
  constructor(id, joinCode) {
    this.path = `games/${encodeURIComponent(id)}`;
    this.joinCode = joinCode;
  }

  /**
   * @param {number | null} [at]
   * @returns {Promise<View>}
   */
  view(at) {
    return read(this.path + this.#query({ at }), FRESH);
  }

  /** @returns {Promise<MoveList>} */
  moves() {
    return read(`${this.path}/moves${this.#query({})}`, FRESH);
  }

  /**
   * All events after one.
   * @param {number} after
   * @returns {Promise<GameEvent[]>}
   */
  async events(after) {
    const found = [];
    let page;
    do {
      page = /** @type {EventPage} */ (await read(`${this.path}/events${this.#query({ after })}`));
      found.push(...page.events);
      after = found.at(-1)?.version ?? after;
    } while (page.more);
    return found;
  }

  /**
   * A view, and what each event from one on changed in it; a very long game comes in several answers.
   * @param {number} after
   * @returns {Promise<Replay>}
   */
  async replay(after) {
    const found = await this.#replayed(after);
    for (let { more } = found; more; ) {
      const next = await this.#replayed(found.steps[found.steps.length - 1].event.version);
      found.steps.push(...next.steps);
      found.version = next.version;
      more = next.more && next.steps.length > 0;
    }
    return found;
  }

  /**
   * @param {number} after
   * @returns {Promise<Replay>}
   */
  #replayed(after) {
    return read(`${this.path}/replay${this.#query({ after })}`);
  }

  /**
   * The position as text.
   * @param {number | null} at
   * @returns {Promise<string>}
   */
  text(at) {
    return read(this.path + this.#query({ at }), { ...FRESH, headers: { Accept: "text/plain" } });
  }

  /**
   * A study that begins at an event.
   * @param {number} at
   * @returns {Promise<View>}
   */
  branch(at) {
    return ask(`${this.path}/branches${this.#query({})}`, { method: "POST", body: { at }, headers: { "Idempotency-Key": newKey() } });
  }

  /**
   * @param {Move} move
   * @param {number} version
   */
  move(move, version) {
    return this.#command("moves", move, version);
  }

  /**
   * What a move would lead to; nothing is recorded.
   * @param {Move} move
   * @returns {Promise<Foreseen>}
   */
  preview(move) {
    return ask(`${this.path}/preview${this.#query({})}`, { method: "POST", body: move });
  }

  /**
   * @param {number} to
   * @param {number} version
   */
  undo(to, version) {
    return this.#command("undo", { to }, version);
  }

  /** @param {number} version */
  redo(version) {
    return this.#command("redo", {}, version);
  }

  /**
   * @param {boolean} accept
   * @param {number} version
   */
  answerUndo(accept, version) {
    return this.#command("undo/answer", { accept }, version);
  }

  /** @param {number} version */
  resign(version) {
    return this.#command("resign", {}, version);
  }

  /**
   * Take a seat, for me or a bot: the first free one, or one of choice.
   * @param {string | null} bot
   * @param {number} version
   * @param {number} [seat]
   */
  sit(bot, version, seat) {
    const code = this.joinCode ? { join_code: this.joinCode } : {};
    const body = { ...(bot ? { bot } : {}), ...(seat === undefined ? {} : { seat }), ...code };
    return this.#command("seats", body, version);
  }

  /**
   * Events as they happen, until stopped or refused; lost connections are made anew.
   * @param {number} after
   * @param {(event: GameEvent) => void} onEvent
   * @param {(connection: Connection) => void} onState
   * @returns {() => void} stops it
   */
  follow(after, onEvent, onState) {
    const stop = new AbortController();
    const open = (/** @type {number} */ from) => this.#stream(from, stop.signal);
    follow(open, after, onEvent, onState, stop.signal);
    return () => stop.abort();
  }

  /**
   * A command, sent again with the same key when the answer was lost.
   * @param {string} resource
   * @param {object} body
   * @param {number} version
   * @returns {Promise<{version: number, events: GameEvent[], view: View}>}
   */
  async #command(resource, body, version) {
    const headers = { "If-Match": `"${version}"`, "Idempotency-Key": newKey() };
    const send = () => ask(`${this.path}/${resource}`, { method: "POST", body, headers });
    try {
      return await send();
    } catch (error) {
      if (!isPassing(error)) throw error;
      await pause(RETRY_MILLISECONDS);
      return send();
    }
  }

  /** @param {Record<string, string | number | null | undefined>} given */
  #query(given) {
    return query({ ...given, join_code: this.joinCode });
  }

  /**
   * @param {number} after
   * @param {AbortSignal} signal
   */
  #stream(after, signal) {
    const url = new URL(`${this.path}/stream${this.#query({ after })}`, ROOT);
    return fetch(url, { headers: { Accept: "text/event-stream" }, signal, cache: "no-store" });
  }
}

/** @param {unknown} error */
function isPassing(error) {
  return error instanceof Offline || (error instanceof Problem && error.status === 503);
}
