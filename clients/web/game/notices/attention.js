/** Reports turns that the player has seen, so that the service sends no notice of them; and offers notices. */

import { seeTurn } from "../../api/notices.js";
import { isHeld } from "../../api/views.js";
import { now } from "../../ui/now.js";
import { keep, kept, registration } from "../../ui/storage.js";
import { canMute } from "../tools/tools.js";

/** @import { View } from "../../api/types.js" */
/** @import { Table } from "../state/state.js" */
/** @import { Banners } from "./banners.js" */
/** @import * as Notices from "./notices.js" */

const INPUTS = ["pointerdown", "pointermove", "wheel", "keydown"];
const REST_MILLISECONDS = 1000;
const RETRY_MILLISECONDS = 10_000;
const RECENT_MILLISECONDS = 600_000;

/** The key under which this browser remembers that it offered notices. */
const OFFERED = "anabasis.notices";

export class Attention {
  #reported = 0;
  #isAsking = false;

  /**
   * @param {Table} table
   * @param {Banners} banners
   */
  constructor(table, banners) {
    this.table = table;
    this.banners = banners;
    // After a second, so that the page's first requests go first.
    if (canMute(table)) setTimeout(() => later(({ showMuted }) => showMuted(table)), REST_MILLISECONDS);
    for (const type of INPUTS) addEventListener(type, (event) => this.#onInput(event), { capture: true, passive: true });
  }

  /** Offer notices, once, after the player's move if others are to move. */
  moved() {
    if (kept(OFFERED) !== null || !canMute(this.table) || this.table.isMyTurn) return;
    keep(OFFERED, "offered");
    later(({ offerNotices }) => offerNotices(this.banners));
  }

  /**
   * Report once per turn that the player looked at it.
   * @param {Event} event
   */
  async #onInput(event) {
    const { cursor, view } = this.table;
    if (this.#isAsking || !view || cursor !== null || this.#reported >= newsSince(this.table) || !isByHand(event)) return;
    // Only input shows that somebody looks: a tab left open and alone must report nothing.
    this.#isAsking = true;
    try {
      await seeTurn(view.game_id, view.version);
      this.#reported = view.version;
      this.#isAsking = false;
      // The worker closes the notification of this turn, which would lead to a game that no longer
      // waits.
      (await registration())?.active?.postMessage({ seen: view.game_id });
    } catch {
      setTimeout(() => (this.#isAsking = false), RETRY_MILLISECONDS);
    }
  }
}

/** @param {(notices: typeof Notices) => Promise<void>} use */
function later(use) {
  // If it does not load, the next occasion tries again; nobody waits for an offer.
  import("./notices.js").then(use).catch(() => undefined);
}

/**
 * Whether an event is the player's doing.
 * @param {Event} event
 */
function isByHand(event) {
  // Browsers report that a resting pointer moves when something moves beneath it.
  const isMove = event instanceof PointerEvent && event.type === "pointermove";
  return document.visibilityState === "visible" && navigator.onLine && !(isMove && !event.movementX && !event.movementY);
}

/**
 * The first version for which the player would get a notice: since then the game waits for them, or
 * it has just ended. 0 for none.
 * @param {Table} table
 */
function newsSince({ events, seat, view, views }) {
  if (seat === null || !view || isHeld(view) || view.study) return 0;
  if (view.status !== "live") return isRecent(events.at(-1)?.recorded_at) ? view.version : 0;
  let version = isAwaited(view, seat) ? view.version : 0;
  while (version > 1 && isAwaited(views[version - 2], seat)) version -= 1;
  return version;
}

/** @param {string | undefined} at */
const isRecent = (at) => Math.abs(now() - Date.parse(at ?? "")) < RECENT_MILLISECONDS;

/**
 * @param {View} view
 * @param {number} seat
 */
function isAwaited({ clock, to_act: acting, undo }, seat) {
  return [acting, undo.request?.waiting_for, clock?.request?.waiting_for].some((seats) => seats?.includes(seat));
}
