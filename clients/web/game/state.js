/** One game as this browser knows it: its record, the view after each event, and what is on show. */

import { GameApi } from "../api/game.js";
import { Problem } from "../api/http.js";
import { pause } from "../api/stream.js";
import { replayViews } from "../api/views.js";
import { setting } from "../ui/settings.js";

/** @import { Connection } from "../api/stream.js" */
/** @import { GameEvent, Move, MoveList, View } from "../api/types.js" */

const PACE_MILLISECONDS = 700;
const LONGEST_CATCHING_UP = 14;

/** Connections that are not made again. */
const ENDED = new Set(["refused", "broken"]);

/** The events of every game that change what is undone. */
const META = new Set(["undone", "redone", "undo_requested", "undo_accepted", "undo_declined"]);

/**
 * @typedef {object} Scene what is on show
 * @property {View} view
 * @property {GameEvent | null} event that led to it
 * @property {boolean} moving whether the event is news to be shown in motion
 */

export class Table {
  /** @type {GameEvent[]} the record; another array where what is undone has changed */
  events = [];
  /** @type {View[]} the view after each event */
  views = [];
  /** @type {View | null} the newest that was shown as news; the record may know more */
  view = null;
  /** @type {MoveList | null} */
  moves = null;
  /** @type {number | null} the event looked at, null for the newest */
  cursor = null;
  /** @type {Connection} */
  connection = "open";
  busy = false;
  /** @type {Scene | null} */
  scene = null;
  #heard = 0;
  /** @type {Promise<void> | null} */
  #catching = null;

  /**
   * @param {string} id
   * @param {string | null} joinCode
   * @param {() => void} changed
   * @param {(event: GameEvent) => void} told each event as it becomes visible
   */
  constructor(id, joinCode, changed, told) {
    this.api = new GameApi(id, joinCode);
    this.changed = changed;
    this.told = told;
  }

  /** The record's last version that is known. */
  get version() {
    return this.events.length;
  }

  /** The event on show. */
  get place() {
    return this.cursor ?? this.scene?.view.version ?? this.version;
  }

  /** @returns {number | null} */
  get seat() {
    return this.view?.viewer.seat ?? null;
  }

  get isMyTurn() {
    return this.seat !== null && !this.view?.broken && (this.view?.to_act.includes(this.seat) ?? false);
  }

  /** Read the whole record, before anything is shown. */
  async read() {
    await this.#readAll();
    this.view = /** @type {View} */ (this.views.at(-1));
    return this.view;
  }

  /**
   * Show the game, at an event or as it is now.
   * @param {number | null} at
   */
  async open(at) {
    const view = /** @type {View} */ (this.view);
    if (view.status !== "finished") this.#follow();
    if (at !== null && at >= 1 && at < this.version) this.goTo(at);
    else await this.toNow();
  }

  /**
   * Look at the position after an event; beyond the last one, at the newest.
   * @param {number} version
   * @param {boolean} [moving]
   */
  async goTo(version, moving = false) {
    const at = Math.max(1, version);
    if (at >= this.version) return this.toNow(moving);
    this.cursor = at;
    this.#show(this.views[at - 1], moving);
  }

  /** @param {boolean} [moving] */
  toNow(moving = false) {
    this.cursor = null;
    this.#show(/** @type {View} */ (this.view), moving);
    return this.catchUp();
  }

  /** Ask the service what the game is now, whatever was heard. */
  refresh() {
    this.#heard = Math.max(this.#heard, this.version + 1);
    return this.catchUp();
  }

  /** Show what the record has that was not yet shown, and know my moves; once at a time. */
  catchUp() {
    this.#catching ??= this.#catchingUp().finally(() => {
      this.#catching = null;
    });
    return this.#catching;
  }

  /** @param {Move} move */
  play(move) {
    return this.command((version) => this.api.move(move, version));
  }

  /**
   * Send a command that names the newest version; shows what it led to.
   * @param {(version: number) => Promise<{events: GameEvent[], view: View}>} send
   */
  async command(send) {
    this.busy = true;
    this.changed();
    try {
      const done = await send(/** @type {View} */ (this.view).version);
      await this.#took(done);
    } catch (error) {
      if (error instanceof Problem && error.status === 412) this.#heard = Math.max(this.#heard, this.version + 1);
      throw error;
    } finally {
      this.busy = false;
      this.changed();
      await this.#catching?.catch(() => undefined);
      await this.catchUp().catch(() => this.#heardOf("lost"));
    }
  }

  /**
   * Take up what a command of mine led to.
   * @param {{events: GameEvent[], view: View}} done
   */
  async #took({ events, view }) {
    this.cursor = null;
    if (events.length === 1 && events[0].version === this.version + 1) await this.#add(events, [view]);
    else await this.#readOn();
    this.#news(/** @type {View} */ (this.views.at(-1)));
  }

  async #catchingUp() {
    if (this.#heard > this.version) await this.#readOn();
    await this.#present();
    if (!this.busy) await this.#readMoves();
    this.changed();
  }

  /** Show the views not yet shown, one by one where the reader wants it so; a command of mine comes first. */
  async #present() {
    const isPaced = setting("pace") === "on" && !document.hidden && this.cursor === null;
    const unseen = this.views.slice(this.view?.version ?? 0);
    for (const view of isPaced && unseen.length <= LONGEST_CATCHING_UP ? unseen : unseen.slice(-1)) {
      if (this.busy || view.version <= (this.view?.version ?? 0)) return;
      this.#news(this.views[view.version - 1] ?? view);
      if (view.version < this.version) await pause(PACE_MILLISECONDS);
    }
  }

  /** Read what the record has beyond what is known; what is heard meanwhile stays to be read. */
  async #readOn() {
    const heard = this.#heard;
    const replay = await this.api.replay(this.version);
    if (replay.broken || replay.event.hash !== this.events.at(-1)?.hash) await this.#readAnew();
    else await this.#add(replay.steps.map(({ event }) => event), replayViews(replay).slice(1));
    if (this.#heard === heard) this.#heard = this.version;
  }

  async #readAll() {
    const replay = await this.api.replay(1);
    this.events = [replay.event, ...replay.steps.map(({ event }) => event)];
    this.views = replayViews(replay);
  }

  /** Read again what turned out to break, or to have been rolled back, in place of all that was known. */
  async #readAnew() {
    await this.#readAll();
    const view = /** @type {View} */ (this.views.at(-1));
    this.cursor = null;
    this.#heard = this.version;
    this.#news(view);
  }

  /**
   * Put events and their views behind those known; all is read again where they change what was before:
   * what is undone, what is open at the end, what I see once I sit.
   * @param {GameEvent[]} events
   * @param {View[]} views
   */
  async #add(events, views) {
    const before = this.views.at(-1);
    const now = views.at(-1);
    if (!before || !now) return;
    const sees = before.viewer.seat === null && now.viewer.seat !== null;
    if (sees || now.status === "finished" || events.some((event) => META.has(event.type))) return this.#readAll();
    this.events.push(...events);
    this.views.push(...views);
  }

  /**
   * Show a view that is new.
   * @param {View} view
   */
  #news(view) {
    const seen = this.view?.version ?? 0;
    this.view = view;
    this.moves = null;
    if (this.cursor === null) this.scene = { view, event: this.#event(view.version), moving: true };
    this.events.slice(seen, view.version).forEach((event) => this.told(event));
    this.changed();
  }

  /**
   * @param {View} view
   * @param {boolean} moving
   */
  #show(view, moving) {
    this.scene = { view, event: this.#event(view.version), moving };
    this.changed();
  }

  /** @param {number} version */
  #event(version) {
    return this.events[version - 1] ?? null;
  }

  async #readMoves() {
    const { view } = this;
    if (!view || view.status !== "live" || !this.isMyTurn) this.moves = null;
    else if (this.moves?.version !== view.version) {
      const moves = await this.api.moves();
      this.moves = moves.version === this.view?.version ? moves : null;
    }
  }

  #follow() {
    addEventListener("offline", () => this.#heardOf("lost"));
    addEventListener("online", () => this.#heardOf("open"));
    this.api.follow(
      this.version,
      (event) => this.#listen(event),
      (connection) => this.#heardOf(connection),
    );
  }

  /** @param {Connection} connection */
  #heardOf(connection) {
    if (this.connection === connection || ENDED.has(this.connection)) return;
    if (connection === "rolled_back") return void this.#goBack();
    this.connection = connection;
    this.changed();
    if (connection === "open") this.refresh().catch(() => undefined);
    if (connection === "broken") this.#readAnew().catch(() => undefined);
  }

  /** Show what is recorded now: the store has lost what was shown. */
  async #goBack() {
    try {
      await this.#readAnew();
      await this.catchUp();
    } catch {
      this.#heardOf("lost");
    }
  }

  /** @param {GameEvent} event */
  #listen({ version }) {
    this.#heard = Math.max(this.#heard, version);
    if (version > this.version && !this.busy) this.#keepUp();
  }

  /** Catch up until nothing more was heard. */
  async #keepUp() {
    try {
      do await this.catchUp();
      while (this.#heard > this.version && !this.busy);
    } catch {
      this.#heardOf("lost");
    }
  }
}

/**
 * Whether the event is a move of the game that was taken back.
 * @param {GameEvent} event
 */
export function isTakenBack(event) {
  return event.undone && !META.has(event.type);
}
