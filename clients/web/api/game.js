/** One game of the service: its views, its record, and the commands a player may send. */

import { address, ask, isPassing, newKey, openStream, query, read } from "./http.js";
import { follow, pause } from "./stream.js";

/** @import { Connection } from "./stream.js" */
/** @import { Animation, Foreseen, GameEvent, Move, MoveList, RematchOf, Replay, StandingOrders, Statistics, View, Visits } from "./types.js" */

// Retry once after this pause. The stream reopens after the same time, and then shows whether the
// move was made.
const RETRY_MILLISECONDS = 2000;

// The browser's cache may hold an answer from before the reader took a seat.
const FRESH = { cache: /** @type {const} */ ("no-store") };

/** One game of the service. */
export class GameApi {
  /** The ETag of the view that `changedView` read last. */
  #etag = "";

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

  /**
   * The view; null if it has not changed since the last call.
   * @returns {Promise<View | null>}
   */
  async changedView() {
    // A tab without a stream looks every 2 s: "304 Not Modified" has no body and costs no reading.
    const headers = this.#etag ? { "If-None-Match": this.#etag } : undefined;
    return ask(this.path + this.#query({}), { ...FRESH, headers, hear: (answer) => (this.#etag = answer.headers.get("ETag") ?? this.#etag) });
  }

  /** The address of a finished game's whole record, with its signed head, as a zip. */
  exportAddress() {
    return address(`${this.path}/export.zip${this.#query({})}`);
  }

  /**
   * The address of a picture of the game as it stands, or stood after an event.
   * @param {number | null} [at]
   */
  pictureAddress(at = null) {
    return address(`${this.path}/picture.png${this.#query({ at })}`);
  }

  /** @returns {Promise<MoveList>} */
  moves() {
    return read(`${this.path}/moves${this.#query({})}`, FRESH);
  }

  /**
   * The list of the one move of a notation; empty if it is not legal now.
   * @param {string} notation
   * @returns {Promise<MoveList>}
   */
  movesIn(notation) {
    return read(`${this.path}/moves${this.#query({ notation })}`, FRESH);
  }

  /**
   * A view and the changes of every later event; a very long game comes in several answers.
   * @param {number} after
   * @returns {Promise<Replay>}
   */
  async replay(after) {
    const replay = await this.#replayPart(after);
    for (let { more } = replay; more; ) {
      const next = await this.#replayPart(replay.steps[replay.steps.length - 1].event.version);
      replay.steps.push(...next.steps);
      replay.version = next.version;
      // An answer that has no steps but promises more would be asked for forever.
      more = next.more && next.steps.length > 0;
    }
    return replay;
  }

  /**
   * @param {number} after
   * @returns {Promise<Replay>}
   */
  #replayPart(after) {
    return read(`${this.path}/replay${this.#query({ after })}`);
  }

  /**
   * The statistics of a finished game.
   * @returns {Promise<Statistics>}
   */
  statistics() {
    return read(`${this.path}/statistics${this.#query({})}`);
  }

  /**
   * Have a finished game animated; everybody who asks for the same format gets the same animation.
   * @param {string} format
   * @returns {Promise<Animation>}
   */
  animate(format) {
    return ask(`${this.path}/animation${this.#query({})}`, { method: "POST", body: { format } });
  }

  /**
   * The progress of an animation.
   * @param {string} format
   * @returns {Promise<Animation>}
   */
  animation(format) {
    return read(`${this.path}/animation${this.#query({ format })}`, FRESH);
  }

  /**
   * The rematch of a finished game, if there is one.
   * @param {number} wait seconds to wait for it
   * @returns {Promise<RematchOf>}
   */
  rematchOf(wait) {
    return read(`${this.path}/rematch${this.#query({ wait })}`, FRESH);
  }

  /**
   * Create the rematch of a finished game or sit down in it.
   * @returns {Promise<View>}
   */
  rematch() {
    return ask(`${this.path}/rematch`, { method: "POST", body: {} });
  }

  /**
   * The position as plain text.
   * @param {number | null} at
   * @returns {Promise<string>}
   */
  text(at) {
    return read(this.path + this.#query({ at }), { ...FRESH, headers: { Accept: "text/plain" } });
  }

  /**
   * Create a study that begins at an event.
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
    return this.#command("/moves", move, version);
  }

  /**
   * The position after a move; nothing is recorded.
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
    return this.#command("/undo", { to }, version);
  }

  /** @param {number} version */
  redo(version) {
    return this.#command("/redo", {}, version);
  }

  /**
   * @param {boolean} accept
   * @param {number} version
   */
  answerUndo(accept, version) {
    return this.#command("/undo/answer", { accept }, version);
  }

  /**
   * Ask the others for more time.
   * @param {number} seconds
   * @param {number} version
   */
  askTime(seconds, version) {
    return this.#command("/extension", { time: seconds }, version);
  }

  /**
   * Ask the others for a pause, or end one.
   * @param {boolean} isPaused
   * @param {number} version
   */
  pause(isPaused, version) {
    return this.#command(isPaused ? "/resume" : "/pause", {}, version);
  }

  /**
   * Agree that a bot plays for a player who cannot.
   * @param {number} seat that player's
   * @param {number} version
   */
  agreeToStandIn(seat, version) {
    return this.#command("/stand-in", { seat }, version);
  }

  /**
   * Play again where a bot plays for the player.
   * @param {number} version
   */
  comeBack(version) {
    return this.#command("/return", {}, version);
  }

  /**
   * Go on vacation, or come back.
   * @param {number} days 0 to come back
   * @param {number} version
   */
  goOnVacation(days, version) {
    return this.#command("/vacation", { days }, version);
  }

  /**
   * @param {"extension" | "pause"} what
   * @param {boolean} accept
   * @param {number} version
   */
  answerTime(what, accept, version) {
    return this.#command(`/${what}/answer`, { accept }, version);
  }

  /** @param {number} version */
  resign(version) {
    return this.#command("/resign", {}, version);
  }

  /**
   * Take a seat for the player or a bot; the first free one if none is named.
   * @param {string | null} bot
   * @param {number} version
   * @param {number} [seat]
   */
  sit(bot, version, seat) {
    const code = this.joinCode ? { join_code: this.joinCode } : {};
    const body = { ...(bot ? { bot } : {}), ...(seat === undefined ? {} : { seat }), ...code };
    return this.#command("/seats", body, version);
  }

  /**
   * Free a seat before the start.
   * @param {number} seat
   * @param {number} version
   */
  leave(seat, version) {
    return this.#command(`/seats/${seat}`, undefined, version, "DELETE");
  }

  /** @param {number} version */
  cancel(version) {
    return this.#command("", undefined, version, "DELETE");
  }

  /** Let the host see that the invitation was opened. */
  visit() {
    return ask(`${this.path}/visits${this.#query({})}`, { method: "POST", body: {} });
  }

  /** @returns {Promise<Visits>} */
  visits() {
    return read(`${this.path}/visits`, FRESH);
  }

  /** @returns {Promise<StandingOrders>} those of the player's seat */
  orders() {
    return read(`${this.path}/orders`, FRESH);
  }

  /**
   * Follow events as they happen, reconnecting until stopped or refused.
   * @param {() => number} after the version read last
   * @param {() => Promise<boolean>} look as in `follow`
   * @param {(event: GameEvent) => void} onEvent
   * @param {(connection: Connection) => void} onState
   * @param {AbortSignal} signal
   */
  follow(after, look, onEvent, onState, signal) {
    const open = (/** @type {AbortSignal} */ held) => openStream(`${this.path}/stream${this.#query({ after: after() })}`, held);
    return follow(open, look, onEvent, onState, signal);
  }

  /**
   * Send a command; if the answer is lost, send it once more with the same key.
   * @param {string} resource a path below the game's
   * @param {object | undefined} body
   * @param {number} version
   * @param {string} [method]
   * @returns {Promise<{version: number, events: GameEvent[], view: View}>}
   */
  async #command(resource, body, version, method = "POST") {
    // Both attempts send one key, so a command that was recorded, though its answer was lost, is
    // not recorded again. The version prevents a move in a position that its player never saw.
    const headers = { "If-Match": `"${version}"`, "Idempotency-Key": newKey() };
    const send = () => ask(`${this.path}${resource}`, { method, body, headers });
    try {
      return await send();
    } catch (error) {
      if (!isPassing(error)) throw error;
      await pause(RETRY_MILLISECONDS);
      return send();
    }
  }

  /** @param {Record<string, string | number | null | undefined>} parameters */
  #query(parameters) {
    return query({ ...parameters, join_code: this.joinCode });
  }
}
