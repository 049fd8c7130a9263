/** The time after the end of a game: its card, the buttons in the panel, and the rematch. */

import { showError } from "../../api/failures.js";
import { pause } from "../../api/stream.js";
import { inSlot } from "../../api/tabs.js";
import { button, copyText, toast } from "../../ui/controls.js";
import { byId, el } from "../../ui/dom.js";
import { gameLink } from "../../ui/links.js";
import { t } from "../../ui/texts.js";
import { outcome } from "../words/outcome.js";
import { playerName } from "../words/sentences.js";
import { gameTitle } from "../words/title.js";

/** @import { Rematch } from "../../api/types.js" */
/** @import { EndCard } from "./endcard.js" */
/** @import { Table } from "../state/state.js" */

// The service holds the question for this long. A tab without a free slot asks every 2 s instead.
const WAIT_SECONDS = 10;
const ASK_MILLISECONDS = 2000;
const PATIENCE_MILLISECONDS = 600_000;

export class Ending {
  /** Whether the card opens by itself; false once the reader has looked at an earlier moment. */
  comesByItself = true;
  /** @type {Rematch | null} */
  rematch = null;
  /** @type {EndCard | null} */
  #card = null;
  #isListening = false;

  /**
   * @param {Table} table
   * @param {{replay: () => void, changed: () => void}} actions
   */
  constructor(table, actions) {
    this.table = table;
    this.actions = actions;
  }

  /** Show or hide the card, depending on the moment on show. */
  update() {
    const { table } = this;
    if (table.view?.status !== "finished" || table.view.broken) return;
    if (!this.#isListening) this.#listen().catch(() => undefined);
    if (table.cursor !== null) {
      this.comesByItself = false;
      this.#card?.hide();
    } else if (this.comesByItself) {
      this.comesByItself = false;
      // A watcher keeps the focus where it is, for example in the replay.
      this.open(table.seat !== null).catch(showError);
    }
  }

  /**
   * @param {boolean} withFocus
   */
  async open(withFocus) {
    const { EndCard, loadCard } = await import("./endcard.js");
    await loadCard();
    this.#card ??= new EndCard(this);
    // The reader may have gone to an earlier moment while the module loaded.
    if (this.table.cursor === null) await this.#card.open(withFocus);
  }

  /** The buttons of a finished game's panel. */
  strip() {
    const { table } = this;
    if (table.view?.status !== "finished" || table.view.broken || table.cursor !== null) return null;
    const result = button("small", t("end_result"), null, () => this.open(true).catch(showError));
    result.id = "end-result";
    return el("div", { class: "ending" }, result, this.buttons("small"));
  }

  /**
   * Rematch, replay and share.
   * @param {string} kind
   */
  buttons(kind) {
    return [
      this.#rematchButton(kind),
      button(kind, t("end_replay"), null, () => this.#replay()),
      button(kind, t("end_share"), null, () => this.#share()),
    ];
  }

  /**
   * The banner that calls to a rematch; null if there is none, or the reader already sits in it.
   */
  call() {
    const { rematch } = this;
    const host = rematch?.seats.find((seat) => seat?.player_id);
    if (!rematch || rematch.status !== "open" || !host || !this.#isInvited()) return null;
    return t("end_rematch_called", { name: playerName(rematch.seats, host.seat) ?? t("brand") });
  }

  /** @param {string} kind */
  #rematchButton(kind) {
    const { rematch, table } = this;
    const mayCall = table.seat !== null && !table.view?.study;
    if (this.#isInvited()) return button(`${kind} main`, t("end_rematch_join"), null, () => this.#play());
    if (rematch) return button(kind, t("end_rematch_open"), null, () => location.assign(gameLink(rematch)));
    return mayCall && button(`${kind} main`, t("end_rematch"), null, () => this.#play());
  }

  #isInvited() {
    const { rematch } = this;
    return Boolean(rematch && rematch.seat !== null && !rematch.seats[rematch.seat]);
  }

  /** Create the rematch or sit down in it, and go there. */
  #play() {
    this.table.api.rematch().then((view) => location.assign(gameLink(view)), showError);
  }

  #replay() {
    this.#card?.hide();
    this.actions.replay();
  }

  async #share() {
    const { view } = this.table;
    if (!view) return;
    const url = gameLink(view);
    if (!navigator.share) return copyText(url);
    // It rejects when the reader closes the system's dialog, which is no error.
    await navigator.share({ title: gameTitle(view), text: outcome(view), url }).catch(() => undefined);
  }

  /** Wait for the rematch as a player; ask once as a watcher. */
  async #listen() {
    this.#isListening = true;
    const { view, seat } = this.table;
    const waits = seat !== null && view?.seats.some((other) => other.player_id && other.seat !== seat);
    // A tab left open asks for ten minutes, not forever.
    const until = Date.now() + PATIENCE_MILLISECONDS;
    for (let isNews = false; !this.rematch && navigator.onLine && Date.now() < until; isNews = true) {
      this.rematch = await this.#rematch(isNews);
      if (this.rematch) this.#announce(isNews);
      if (!waits) return;
      await visible();
    }
  }

  /**
   * @param {boolean} waits whether to wait, unless other tabs hold all allowed connections
   * @returns {Promise<Rematch | null>}
   */
  async #rematch(waits) {
    const { api } = this.table;
    const answer = waits ? await inSlot(() => api.rematchOf(WAIT_SECONDS)) : await api.rematchOf(0);
    if (!answer) await pause(ASK_MILLISECONDS);
    return (answer ?? (await api.rematchOf(0))).rematch;
  }

  /** @param {boolean} isNews */
  #announce(isNews) {
    const call = this.call();
    if (isNews && call) toast(call);
    this.#card?.update();
    this.actions.changed();
  }

  /** Put the focus back where the card was opened. */
  focusBack() {
    document.getElementById("end-result")?.focus();
  }

  /** The element that the card covers. */
  get place() {
    return /** @type {HTMLElement} */ (byId("map").parentElement);
  }
}

/** Wait until the page is visible. */
async function visible() {
  if (!document.hidden) return;
  await new Promise((resolve) => document.addEventListener("visibilitychange", resolve, { once: true }));
}
