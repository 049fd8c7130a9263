/** The card of a move that a link has prepared. Only the tap on the button that names the move sends it. */

import { isHeld } from "../../api/views.js";
import { errorText, Problem } from "../../api/http.js";
import { button, confirmed } from "../../ui/controls.js";
import { el } from "../../ui/dom.js";
import { loadStyles } from "../../ui/styles.js";
import { addTexts, t } from "../../ui/texts.js";
import { dropLinkedMove, linkedMove } from "../state/address.js";
import { seatName } from "../words/sentences.js";

/** @import { Move, View } from "../../api/types.js" */
/** @import { MoveWords, RulesetPage } from "../ruleset.js" */
/** @import { LinkedMove } from "../state/address.js" */
/** @import { Table } from "../state/state.js" */

/** @typedef {{table: Table, ruleset: RulesetPage | null, draw: () => void, send: (move: Move, isConfirmed: boolean) => Promise<void>}} Page */

/**
 * The move with its words, or the reason why there is none.
 * @typedef {{move: Move, words: string} | {fault: string}} Verdict
 */

export class Prepared {
  /** @type {MoveWords | null} null until the words are loaded */
  #words = null;
  /** @type {Verdict | null} null while the service is asked */
  #verdict = null;
  /** The version that the verdict is about. */
  #version = 0;
  /** The version at which the page was opened. */
  #opened;
  /** @type {LinkedMove | null} null once the player has decided */
  #link = linkedMove();

  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.#opened = page.table.version;
    const parts = [page.ruleset?.moves(), addTexts("prepared"), loadStyles(new URL("prepared.css", import.meta.url))];
    Promise.all(parts).then(([words]) => {
      this.#words = /** @type {MoveWords} */ (words);
      page.draw();
    }, () => undefined);
  }

  /**
   * Add the card to a panel that was just drawn.
   * @param {HTMLElement} panel
   */
  show(panel) {
    const { table } = this.page;
    const { view, events } = table;
    if (!this.#link || !this.#words || !view?.state || table.cursor !== null) return;
    // The player has moved without the card.
    if (events.slice(this.#opened).some(({ seat }) => seat !== null && seat === table.seat)) return this.#drop();
    if (this.#version !== view.version && !table.busy) this.#ask(view, this.#link, this.#words);
    panel.querySelector(".prompt")?.append(this.#card(view, this.#link));
  }

  /**
   * @param {View} view
   * @param {LinkedMove} link
   */
  #card(view, link) {
    const isCurrent = this.#version === view.version && !this.page.table.busy;
    const close = (/** @type {string} */ words, kind = "quiet") => button(kind, words, null, () => this.#dismiss());
    const title = el("strong", {}, t("prepared.title"));
    if (!this.#verdict) return card(title, el("p", {}, t("loading")), close(t("prepared.leave")));
    if ("fault" in this.#verdict) return card(title, el("p", {}, this.#verdict.fault), close(t("settings_close"), "small"));
    const { move, words } = this.#verdict;
    const isNotice = isFromNotice(view, link);
    const go = button(isNotice ? "main" : "small", words, null, () => this.#confirm(move, isNotice));
    go.disabled = !isCurrent;
    return card(title, el("p", {}, t(isLate(view, link) ? "prepared.gone_on" : "prepared.unsent")), go, close(t("prepared.leave")));
  }

  /**
   * @param {Move} move
   * @param {boolean} isNotice
   */
  async #confirm(move, isNotice) {
    const { table } = this.page;
    // Anybody can write a link: the move of a stranger's must not go out on one tap.
    if (!isNotice && !(await confirmed(t("send_confirm"), t("send_yes")))) return;
    // The words are about one position: the tap must not send the move into another one.
    if (this.#version !== table.view?.version || table.busy) return;
    this.#drop();
    this.page.send(move, true);
  }

  #dismiss() {
    this.#drop();
    this.page.draw();
  }

  #drop() {
    this.#link = null;
    dropLinkedMove();
  }

  /**
   * @param {View} view
   * @param {LinkedMove} link
   * @param {MoveWords} words
   */
  async #ask(view, link, words) {
    this.#version = view.version;
    this.#verdict = null;
    const verdict = await this.#judge(view, link, words);
    // Events may have come meanwhile, and the next drawing asks again.
    if (this.#version !== view.version || !this.#link) return;
    this.#verdict = verdict;
    this.page.draw();
  }

  /**
   * @param {View} view
   * @param {LinkedMove} link
   * @param {MoveWords} words
   * @returns {Promise<Verdict | null>}
   */
  async #judge(view, link, words) {
    const stranger = strangerText(view, link);
    if (stranger) return { fault: stranger };
    const impossible = { fault: t(isLate(view, link) ? "prepared.gone_on_impossible" : "prepared.impossible") };
    if (isHeld(view) || !this.page.table.isMyTurn) return impossible;
    try {
      const { version, moves, facts } = await this.page.table.api.movesIn(link.notation);
      if (version !== view.version) return null;
      const [move] = moves;
      if (!move) return impossible;
      // Never by a link: nobody can take it back, and the game has a button of its own for it.
      if (move.type === "resign") return { fault: t("prepared.resign") };
      return { move, words: words[move.type]?.(move, view, facts[0]) ?? facts[0].notation };
    } catch (error) {
      const isUnread = error instanceof Problem && "notation" in error.errors;
      return { fault: isUnread ? t("prepared.unread") : errorText(error) };
    }
  }
}

/** @param {...Node} parts */
const card = (...parts) => el("section", { class: "prepared", "aria-label": t("prepared.title") }, ...parts);

/**
 * True if a link names the event and the seat it was made for, as those in notices do.
 * @param {View} view
 * @param {LinkedMove} link
 */
const isFromNotice = ({ version }, { after, seat }) => after !== null && after <= version && seat !== null;

/**
 * Whether the game has gone on since a link was made.
 * @param {View} view
 * @param {LinkedMove} link
 */
const isLate = ({ version }, { after }) => after !== null && version > after;

/**
 * The words for somebody else than the player of the link; empty for that player.
 * @param {View} view
 * @param {LinkedMove} link
 */
function strangerText(view, { seat }) {
  const own = view.viewer.seat;
  const name = seat !== null && view.seats[seat] ? seatName(view, seat) : null;
  if (own === null) return name === null ? t("prepared.unseated") : t("prepared.unknown", { name });
  return name === null || view.study || seat === own ? "" : t("prepared.other", { name });
}
