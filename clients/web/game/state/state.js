/** The state of one game in this browser: its record, the view after each event, and the scene on show. */

import { notePlayer, noteViewer } from "../../api/pageplayer.js";
import { GameApi } from "../../api/game.js";
import { Problem } from "../../api/http.js";
import { pause } from "../../api/stream.js";
import { isHeld, isOfAnother, replayViews } from "../../api/views.js";
import { setting } from "../../ui/settings.js";
import { whileShown } from "../../ui/visibility.js";

/** @import { Connection } from "../../api/stream.js" */
/** @import { GameEvent, Move, MoveList, View } from "../../api/types.js" */

const PACE_MILLISECONDS = 700;
const LONGEST_CATCHING_UP = 14;

// States after which the stream is not opened again.
const ENDED = new Set(["refused", "broken"]);

/** The types of events that undo and redo others, or ask to. */
const META = new Set(["undone", "redone", "undo_requested", "undo_accepted", "undo_declined"]);

/**
 * @typedef {object} Scene the position on show
 * @property {View} view
 * @property {GameEvent | null} event the event that led to it
 * @property {boolean} moving whether to animate the event
 */

export class Table {
  /** @type {GameEvent[]} the record; a new array whenever earlier events have changed */
  events = [];
  /** @type {View[]} the view after each event */
  views = [];
  /** @type {View | null} the newest that was shown; while events are shown one by one, the record is ahead */
  view = null;
  /** @type {MoveList | null} */
  moves = null;
  /** @type {number | null} the version on show, null for the newest */
  cursor = null;
  /** @type {boolean | null} whether the game waits for the player, as a sleeping page hears from other tabs; null while awake */
  awaited = null;
  /** @type {Connection} */
  connection = navigator.onLine ? "open" : "lost";
  busy = false;
  /** @type {Scene | null} */
  scene = null;
  #announced = 0;
  /** @type {Promise<void> | null} */
  #run = null;

  /**
   * @param {string} id
   * @param {string | null} joinCode
   * @param {() => void} changed
   * @param {(event: GameEvent) => void} onEvent called with each event as it is shown
   */
  constructor(id, joinCode, changed, onEvent) {
    this.api = new GameApi(id, joinCode);
    this.changed = changed;
    this.onEvent = onEvent;
  }

  /** The last version read. */
  get version() {
    return this.events.length;
  }

  /** The version on show. */
  get place() {
    return this.cursor ?? this.scene?.view.version ?? this.version;
  }

  /** @returns {number | null} */
  get seat() {
    return this.view?.viewer.seat ?? null;
  }

  get isMyTurn() {
    return this.seat !== null && this.view !== null && !isHeld(this.view) && this.view.to_act.includes(this.seat);
  }

  /** Read the whole record before showing anything. */
  async read() {
    await this.#readAll();
    this.view = /** @type {View} */ (this.views.at(-1));
    if (this.seat !== null) notePlayer(this.view.seats[this.seat]);
    return this.view;
  }

  /**
   * Show the game at an event, or as it is now.
   * @param {number | null} at
   */
  async open(at) {
    const view = /** @type {View} */ (this.view);
    if (view.status !== "finished") this.#follow();
    if (at !== null && at >= 1 && at < this.version) this.goTo(at);
    else await this.toNow();
  }

  /**
   * Show the position after an event, the newest if there is no such event.
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

  /** Read newer events even if the stream has announced none. */
  refresh() {
    this.#announced = Math.max(this.#announced, this.version + 1);
    return this.catchUp();
  }

  // Concurrent calls share one run: two would append the same events twice.
  /** Show the events not yet shown and read the legal moves. */
  catchUp() {
    this.#run ??= this.#runCatchUp().finally(() => {
      this.#run = null;
    });
    return this.#run;
  }

  /**
   * Read the newest view again: names, reserved seats and whether the host has closed the game
   * change without an event.
   */
  async renew() {
    await this.#compare(await this.api.view());
  }

  /**
   * Look for news without the stream.
   * @returns {Promise<boolean>} true if no more events can come
   */
  async look() {
    const view = await this.api.changedView();
    if (view) await this.#compare(view);
    return this.isOver;
  }

  /** True if no more events can come. */
  get isOver() {
    return ENDED.has(this.connection) || !["open", "live"].includes(this.view?.status ?? "");
  }

  /**
   * Note what another tab reports while this one sleeps: whether the game waits for the player.
   * @param {boolean} isAwaited
   */
  hearAwaited(isAwaited) {
    if (isAwaited === this.awaited) return;
    this.awaited = isAwaited;
    this.changed();
  }

  /** @param {View} view the newest */
  async #compare(view) {
    const { broken, version } = view;
    if (this.#isUnfit(view)) return;
    if (broken) this.#onConnectionChange("broken");
    else if (version < this.version) await this.#recover();
    else if (version === this.version && !this.busy) this.#replaceNewest(view);
    this.#announced = Math.max(this.#announced, version);
    await this.catchUp();
  }

  /** @param {Move} move */
  play(move) {
    return this.command((version) => this.api.move(move, version));
  }

  /**
   * Send a command against the newest version and show its events.
   * @param {(version: number) => Promise<{events: GameEvent[], view: View}>} send
   */
  async command(send) {
    this.busy = true;
    this.changed();
    try {
      const result = await send(/** @type {View} */ (this.view).version);
      await this.#showResult(result);
    } catch (error) {
      // 412: others moved first. Their event may not have been announced to this page yet.
      if (error instanceof Problem && error.status === 412) this.#announced = Math.max(this.#announced, this.version + 1);
      throw error;
    } finally {
      this.busy = false;
      this.changed();
      // A run begun before the answer may end without the new events, so another must follow.
      await this.#run?.catch(() => undefined);
      await this.catchUp().catch(() => this.#onConnectionChange("lost"));
    }
  }

  /**
   * Show the result of the player's own command.
   * @param {{events: GameEvent[], view: View}} result
   */
  async #showResult({ events, view }) {
    this.cursor = null;
    if (!events.length && view.version === this.version) return this.#replaceNewest(view);
    // Usually one event: no further request. For several, the answer has only the last view.
    if (events.length === 1 && events[0].version === this.version + 1) await this.#append(events, [view]);
    else await this.#readNewer();
    this.#advance(/** @type {View} */ (this.views.at(-1)));
  }

  /** @param {View} view of the same version, but with newer facts from outside the record */
  #replaceNewest(view) {
    this.views[this.version - 1] = view;
    this.view = view;
    if (this.cursor === null && this.scene) this.scene = { ...this.scene, view, moving: false };
    this.changed();
  }

  async #runCatchUp() {
    if (this.#announced > this.version) await this.#readNewer();
    await this.#showUnseen();
    if (!this.busy) await this.#readMoves();
    this.awaited = this.awaited !== null && document.hidden ? this.isMyTurn : null;
    this.changed();
  }

  /** Show the views not yet shown, one by one if the reader chose so; the player's own command interrupts. */
  async #showUnseen() {
    // After a sleep only the last is shown: the reader has waited already.
    const isPaced = setting("pace") === "on" && !document.hidden && this.awaited === null && this.cursor === null;
    const unseen = this.views.slice(this.view?.version ?? 0);
    for (const view of isPaced && unseen.length <= LONGEST_CATCHING_UP ? unseen : unseen.slice(-1)) {
      if (this.busy || view.version <= (this.view?.version ?? 0)) return;
      this.#advance(this.views[view.version - 1] ?? view);
      if (view.version < this.version) await pause(PACE_MILLISECONDS);
    }
  }

  /** Read the events after the last one read; events announced meanwhile are left to the next run. */
  async #readNewer() {
    const announced = this.#announced;
    const replay = await this.api.replay(this.version);
    if (this.#isUnfit(replay.first)) this.#announced = this.version;
    else if (replay.broken || replay.event.hash !== this.events.at(-1)?.hash) await this.#reload();
    else await this.#append(replay.steps.map(({ event }) => event), replayViews(replay).slice(1));
    // Otherwise a version that was announced but does not exist would be read forever.
    if (this.#announced === announced) this.#announced = this.version;
  }

  /** @param {View} view perhaps read for another player */
  #isUnfit(view) {
    const isUnfit = this.view !== null && isOfAnother(this.view, view);
    if (isUnfit) noteViewer(view.viewer.seat);
    return isUnfit;
  }

  async #readAll() {
    const replay = await this.api.replay(1);
    const views = replayViews(replay);
    if (this.#isUnfit(/** @type {View} */ (views.at(-1)))) return;
    this.events = [replay.event, ...replay.steps.map(({ event }) => event)];
    this.views = views;
  }

  /** Read the whole record again: it is broken, or was rolled back. */
  async #reload() {
    await this.#readAll();
    const view = /** @type {View} */ (this.views.at(-1));
    this.cursor = null;
    this.#announced = this.version;
    this.#advance(view);
  }

  /**
   * Append events and their views, or read the whole record again if they change earlier ones.
   * @param {GameEvent[]} events
   * @param {View[]} views
   */
  async #append(events, views) {
    const before = this.views.at(-1);
    const now = views.at(-1);
    if (!before || !now) return;
    const isSeated = before.viewer.seat === null && now.viewer.seat !== null;
    // A taken seat shows its own hand, the end reveals all hands, and an undo marks events.
    if (isSeated || now.status === "finished" || events.some((event) => META.has(event.type))) return this.#readAll();
    this.events.push(...events);
    this.views.push(...views);
  }

  /** @param {View} view newer than the one on show */
  #advance(view) {
    const shown = this.view?.version ?? 0;
    this.view = view;
    this.moves = null;
    if (this.cursor === null) this.scene = { view, event: this.#event(view.version), moving: true };
    this.events.slice(shown, view.version).forEach((event) => this.onEvent(event));
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
      // Events may have come while the moves were read: a list of another version would be refused.
      this.moves = moves.version === this.view?.version ? moves : null;
    }
  }

  #follow() {
    addEventListener("offline", () => this.#onConnectionChange("lost"));
    addEventListener("online", () => this.#onConnectionChange("open"));
    const follow = (/** @type {AbortSignal} */ signal) =>
      this.api.follow(() => this.version, () => this.look(), (event) => this.#onAnnounced(event), (connection) => this.#onConnectionChange(connection), signal);
    const wake = (/** @type {boolean} */ isBack, /** @type {AbortSignal} */ signal) => {
      if (isBack) this.renew().catch(() => undefined);
      follow(signal);
    };
    whileShown(wake, (signal) => {
      this.awaited = this.isMyTurn;
      import("./hiddenpage.js").then(({ sleep }) => sleep(this, signal)).catch(() => undefined);
    });
  }

  /** @param {Connection} connection */
  #onConnectionChange(connection) {
    if (this.connection === connection || ENDED.has(this.connection)) return;
    if (connection === "rolled_back") return void this.#recover();
    if (connection === "host") return void this.renew().catch(() => undefined);
    this.connection = connection;
    this.changed();
    if (connection === "open") this.refresh().catch(() => undefined);
    if (connection === "broken") this.#reload().catch(() => undefined);
  }

  /** Show the record again: the store has lost events that were shown. */
  async #recover() {
    try {
      await this.#reload();
      await this.catchUp();
    } catch {
      this.#onConnectionChange("lost");
    }
  }

  /** @param {GameEvent} event */
  #onAnnounced({ version }) {
    this.#announced = Math.max(this.#announced, version);
    if (version > this.version && !this.busy) this.#keepUp();
  }

  /** Catch up until no announced event is missing. */
  async #keepUp() {
    try {
      do await this.catchUp();
      while (this.#announced > this.version && !this.busy);
    } catch {
      this.#onConnectionChange("lost");
    }
  }
}

/**
 * Whether events of a type undo and redo others, or ask to.
 * @param {string} type
 */
export const isMeta = (type) => META.has(type);

/**
 * Whether an event is a move that was undone.
 * @param {GameEvent} event
 */
export function isTakenBack(event) {
  return event.undone && !isMeta(event.type);
}
