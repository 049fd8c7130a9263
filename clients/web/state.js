/** One game as this browser knows it: its record, its views by event, and what is on show. */

import { GameApi, pause, Problem } from "./api.js";
import { stepped } from "./record.js";
import { setting } from "./settings.js";

/** @import { GameEvent, Move, MoveList, View } from "./types.js" */

const PACE_MILLISECONDS = 700;
const LONGEST_CATCHING_UP = 14;
const META = new Set(["undone", "redone", "undo_requested", "undo_accepted", "undo_declined"]);

/**
 * @typedef {object} Scene what is on show
 * @property {View} view
 * @property {GameEvent | null} event that led to it
 * @property {boolean} moving whether the event is news to be shown in motion
 */

export class Table {
  /** @type {GameEvent[]} */
  events = [];
  /** @type {View | null} the newest */
  view = null;
  /** @type {MoveList | null} */
  moves = null;
  /** @type {number | null} the event looked at, null for the newest */
  cursor = null;
  connected = true;
  busy = false;
  /** @type {Scene | null} */
  scene = null;
  /** @type {Map<number, View>} */
  #views = new Map();
  /** @type {Promise<void> | null} the record being read */
  #reading = null;
  #pacing = false;

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
    return this.seat !== null && (this.view?.to_act.includes(this.seat) ?? false);
  }

  /** Read the newest view, before anything is shown. */
  async read() {
    const view = await this.api.view();
    this.#receive(view);
    return view;
  }

  /**
   * Show the game, at an event or as it is now.
   * @param {number | null} at
   */
  async open(at) {
    const view = /** @type {View} */ (this.view);
    if (view.status === "finished") await this.readRecord();
    else this.events = await this.api.events(0);
    this.scene = { view, event: this.#event(view.version), moving: false };
    if (view.status !== "finished") this.#follow();
    if (at !== null && at >= 1 && at < this.version) await this.goTo(at);
    else await this.#readMoves();
    this.changed();
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
    if (!this.#views.has(at)) await this.readRecord();
    const view = this.#views.get(at);
    if (this.cursor !== at || !view) return;
    this.scene = { view, event: this.#event(at), moving };
    this.changed();
  }

  /**
   * The views of all events, null while they are not all here.
   * @returns {View[] | null}
   */
  views() {
    const views = this.events.flatMap(({ version }) => this.#views.get(version) ?? []);
    return views.length === this.version ? views : null;
  }

  /** Read every event and every view, in one request. */
  readRecord() {
    this.#reading ??= this.#wholeRecord().finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }

  async #wholeRecord() {
    const replay = await this.api.replay(1);
    if (replay.version >= this.version) this.events = [replay.event, ...replay.steps.map(({ event }) => event)];
    for (const view of stepped(replay)) this.#views.set(view.version, view);
    this.changed();
  }

  /** @param {boolean} [moving] */
  async toNow(moving = false) {
    this.cursor = null;
    const view = /** @type {View} */ (this.view);
    this.scene = { view, event: this.#event(view.version), moving };
    this.changed();
    if (view.version < this.version) await this.refresh();
    await this.#readMoves();
    this.changed();
  }

  /** Read the newest state again, whatever happened. */
  async refresh() {
    const view = await this.api.view();
    if (view.version > this.version) this.#add(await this.api.events(this.version));
    this.#receive(view);
    if (this.cursor === null) this.scene = { view, event: this.#event(view.version), moving: false };
    await this.#readMoves();
    this.changed();
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
      this.#accept(done.events, done.view);
      await this.#settle(done.events);
    } catch (error) {
      if (error instanceof Problem && error.status === 412) await this.refresh();
      throw error;
    } finally {
      this.busy = false;
      this.changed();
    }
  }

  /**
   * The game's own events of the present line, those that an undo can go back to.
   * @returns {GameEvent[]}
   */
  line() {
    const head = this.view?.head ?? 0;
    return this.events.filter(
      (event) => !event.undone && !META.has(event.type) && event.version <= head && isPlayed(event),
    );
  }

  /** The version with which my present turn began, null where it is not mine. */
  turnBegan() {
    if (!this.isMyTurn) return null;
    const passed = this.line().findLast((event) => startsTurn(event));
    return passed?.version ?? null;
  }

  /**
   * @param {GameEvent[]} events
   * @param {View} view
   */
  #accept(events, view) {
    this.#add(events);
    this.#receive(view);
    this.cursor = null;
    this.scene = { view, event: events.at(-1) ?? null, moving: true };
    events.forEach((event) => this.told(event));
  }

  /** @param {GameEvent[]} events */
  async #settle(events) {
    if (events.some((event) => META.has(event.type))) await this.#reread();
    await this.#readMoves();
  }

  async #reread() {
    this.events = await this.api.events(0);
  }

  /** @param {View} view */
  #receive(view) {
    if (view.status === "finished" && this.view?.status !== "finished") this.#views.clear();
    this.view = view;
    this.#views.set(view.version, view);
  }

  /** @param {GameEvent[]} events */
  #add(events) {
    for (const event of events) {
      if (event.version === this.version + 1) this.events.push(event);
    }
  }

  /** @param {number} version */
  #event(version) {
    return this.events[version - 1] ?? null;
  }

  async #readMoves() {
    const { view } = this;
    this.moves = null;
    if (!view || view.status !== "live" || !this.isMyTurn) return;
    const moves = await this.api.moves();
    if (moves.version === this.view?.version) this.moves = moves;
  }

  #follow() {
    addEventListener("offline", () => this.#heardOf(false));
    addEventListener("online", () => this.#heardOf(true));
    this.api.follow(
      this.version,
      (event) => this.#heard(event),
      (connected) => this.#heardOf(connected),
    );
  }

  /** @param {boolean} connected */
  #heardOf(connected) {
    if (this.connected === connected) return;
    this.connected = connected;
    this.changed();
    if (connected) this.refresh().catch(() => undefined);
  }

  /** @param {GameEvent} event */
  #heard(event) {
    if (event.version <= this.version) return;
    this.#add([event]);
    this.#catchUp().catch(() => this.#heardOf(false));
  }

  /** Show the events not yet seen, one by one where the reader wants it so. */
  async #catchUp() {
    if (this.#pacing || this.busy) return;
    this.#pacing = true;
    try {
      while (!this.busy && (this.view?.version ?? 0) < this.version) await this.#showNext();
      await this.#readMoves();
    } finally {
      this.#pacing = false;
    }
    this.changed();
  }

  async #showNext() {
    const seen = this.view?.version ?? 0;
    const replay = await this.api.replay(Math.max(1, seen));
    const isSlow = setting("pace") === "on" && !document.hidden && this.cursor === null;
    const views = stepped(replay).slice(1);
    this.#add(replay.steps.map(({ event }) => event));
    const shown = isSlow && views.length <= LONGEST_CATCHING_UP ? views : views.slice(-1);
    for (const view of shown) {
      if (this.busy || (this.view?.version ?? 0) >= view.version) return;
      await this.#announce(this.view?.version ?? 0, view);
      if (view !== shown.at(-1)) await pause(PACE_MILLISECONDS);
    }
  }

  /**
   * @param {number} seen
   * @param {View} view
   */
  async #announce(seen, view) {
    this.#receive(view);
    this.moves = null;
    const news = this.events.slice(seen, view.version);
    if (news.some((event) => META.has(event.type))) await this.#reread();
    if (this.cursor === null) {
      this.scene = { view, event: news.at(-1) ?? null, moving: true };
    }
    news.forEach((event) => this.told(event));
    this.changed();
  }
}

/**
 * Whether the event is a move of the game that was taken back.
 * @param {GameEvent} event
 */
export function isTakenBack(event) {
  return event.undone && !META.has(event.type);
}

/**
 * Whether the event is a position that the game can go back to.
 * @param {GameEvent} event
 */
function isPlayed(event) {
  return event.type !== "created" && (event.type !== "seat_taken" || event.data.dealt);
}

/**
 * Whether a turn begins with an event.
 * @param {GameEvent} event
 */
export function startsTurn({ type, data }) {
  if (type === "seat_taken") return Boolean(data.dealt);
  return (type === "turn_ended" || type === "resigned") && data.next_seat !== null;
}
