/** The one place of a game's banners: it shows the one that is due. */

import { banner, button } from "../../ui/controls.js";
import { el, refill } from "../../ui/dom.js";
import { t } from "../../ui/texts.js";
import { studyBanner } from "../tools/study.js";
import { CLOSABLE, dueBanner } from "./due.js";
import { missedMoves, sinceBanner } from "./seen.js";

/** @import { View } from "../../api/types.js" */
/** @import { Teller } from "../ruleset.js" */
/** @import { Table } from "../state/state.js" */
/** @import { Reason } from "./due.js" */

/**
 * @typedef {object} Acts what the banners' buttons do
 * @property {(send: (version: number) => Promise<any>) => void} command
 * @property {(since: number) => void} play replays the events since the last visit
 * @property {(error: unknown) => void} failed
 */

export class Banners {
  /** @type {HTMLElement | null} the banner about another sign-in, if there was one */
  #session = null;
  /** @type {{since: number, until: number} | null} the versions between an earlier visit and this one, while they are on offer */
  #visit = null;
  /** @type {(() => Element) | null} the offer of notices */
  #offer = null;
  /** @type {Set<Reason>} */
  #closed = new Set();
  #shownKey = "";

  /**
   * @param {HTMLElement} place
   * @param {Table} table
   * @param {Acts} acts
   */
  constructor(place, table, acts) {
    this.place = place;
    this.table = table;
    this.acts = acts;
    /** @type {Record<string, Teller>} those of the game's ruleset */
    this.tellers = {};
  }

  /** Whether moves since an earlier visit are still on offer. */
  get isCatchingUp() {
    return this.#visit !== null;
  }

  /** @param {number | null} since the last event of an earlier visit whose later ones are offered for replay */
  offerReplay(since) {
    this.#visit = since === null ? null : { since, until: this.table.version };
  }

  /** @param {() => Element} make the banner that offers notices */
  offerNotices(make) {
    this.#offer = make;
    this.show();
  }

  endOffer() {
    this.#offer = null;
    this.show();
  }

  /** @param {HTMLElement | null} session the banner about another sign-in, null once the page's own player is back */
  showSession(session) {
    this.#session = session;
    this.#shownKey = "";
    this.show();
  }

  /** Show the banner that is due, in place of the one before. */
  show() {
    const { view } = this.table;
    if (!view) return;
    const reason = this.#due(view);
    // Redrawn only if it differs: a screen reader would read a redrawn banner again.
    const { broken, closed, study, undo, clock, stand_ins: standIns } = view;
    const key = JSON.stringify([reason, broken, closed, study, undo.request, clock?.request, standIns, this.#visit]);
    if (key === this.#shownKey) return;
    this.#shownKey = key;
    refill(this.place, reason && this.#banner(reason, view));
  }

  /** @param {View} view */
  #due(view) {
    const { connection, events, isMyTurn, seat } = this.table;
    const until = this.#visit?.until ?? 0;
    // A player who has moved has seen the position; a player on turn needs no offer of notices.
    if (events.some((event) => event.version > until && event.seat === seat && seat !== null && !event.undone)) this.#visit = null;
    if (isMyTurn) this.#offer = null;
    const missed = this.#visit ? missedMoves(this.table, this.#visit) : 0;
    const due = dueBanner({ view, seat, connection, isMyTurn, isAnothers: this.#session !== null, missed, isOffered: this.#offer !== null }, this.#closed);
    if (!missed) this.#visit = null;
    return due;
  }

  /**
   * @param {Reason} reason
   * @param {View} view
   */
  #banner(reason, view) {
    const made = this.#made(reason, view);
    if (made && CLOSABLE.has(reason)) made.append(this.#close(reason));
    return made;
  }

  /**
   * @param {Reason} reason
   * @param {View} view
   * @returns {Element | null | undefined}
   */
  #made(reason, view) {
    switch (reason) {
      case "session":
        return this.#session;
      case "refused":
        return banner(t("net_refused"), [button("small main", t("reload"), null, () => location.reload())]);
      case "lost":
        return banner(t("net_lost"));
      case "broken":
        return view.broken && banner(t("record_broken", { version: view.broken.version }));
      case "closed":
        return view.closed && banner(t("game_closed", { reason: view.closed.reason }));
      case "since":
        return this.#visit && sinceBanner(missedMoves(this.table, this.#visit), () => this.#play(), () => this.#skip());
      case "offer":
        return this.#offer?.() ?? null;
      case "imported":
        return banner(t("game_imported"), [], { isNews: false });
      case "study":
        return studyBanner(view);
      default:
        return this.#consent(reason);
    }
  }

  /** @param {"undo" | "time" | "paused" | "stand_in"} reason */
  #consent(reason) {
    // Loaded late: requests and pauses are rare, and a game's first load is at its size limit.
    const made = el("div", { class: "banner", role: "status" });
    import("../panel/consent.js")
      .then(async ({ consentBanner, loadConsent }) => {
        await loadConsent();
        made.prepend(...(consentBanner(reason, this.table, this.acts.command, this.tellers)?.childNodes ?? []));
      })
      .catch((error) => this.acts.failed(error));
    return made;
  }

  /** @param {Reason} reason */
  #close(reason) {
    const close = () => {
      this.#closed.add(reason);
      this.show();
    };
    return el("button", { type: "button", class: "banner-close", "aria-label": t("settings_close"), onclick: close }, "×");
  }

  #play() {
    const since = this.#visit?.since ?? 1;
    this.#visit = null;
    this.acts.play(since);
  }

  #skip() {
    this.#visit = null;
    this.show();
  }
}
