/** A card beside a piece: the move that put it there, and the way to that moment. */

import { el } from "../../ui/dom.js";
import { gameLink } from "../../ui/links.js";
import { t } from "../../ui/texts.js";
import { telling } from "../words/eventelements.js";

/** @import { GameEvent } from "../../api/types.js" */
/** @import { Teller } from "../ruleset.js" */
/** @import { Table } from "../state/state.js" */

const GAP = 8;

export class OriginCard {
  /** @type {{card: HTMLElement, piece: SVGElement, event: GameEvent, cursor: number | null} | null} */
  #shown = null;

  /**
   * @param {Table} table
   * @param {Record<string, Teller>} tellers
   * @param {(version: number) => void} look
   */
  constructor(table, tellers, look) {
    this.table = table;
    this.tellers = tellers;
    this.look = look;
    // Captured, so that a tap elsewhere closes the card before it does its own work, and Escape only
    // closes the card.
    document.addEventListener("pointerdown", ({ target }) => this.#isOutside(target) && this.close(), { capture: true });
    document.addEventListener("keydown", (event) => this.#key(event), { capture: true });
    // Not captured: the log's own scrolling, as when an event comes, must not close the card.
    for (const type of ["wheel", "resize", "scroll"]) addEventListener(type, () => this.close(), { passive: true });
  }

  /**
   * @param {SVGElement} piece
   * @param {GameEvent} event that put it there
   */
  open(piece, event) {
    this.close();
    const card = this.#card(event);
    this.#shown = { card, piece, event, cursor: this.table.cursor };
    document.body.append(card);
    place(card, piece.getBoundingClientRect());
    /** @type {HTMLElement} */ (card.querySelector("a") ?? card).focus({ preventScroll: true });
  }

  /** Close the card once another moment is on show, or its move was taken back. */
  update() {
    if (!this.#shown) return;
    const { event, cursor } = this.#shown;
    const now = this.table.events[event.version - 1];
    if (cursor !== this.table.cursor || event.version > this.table.place || now?.undone) this.close();
  }

  close() {
    this.#shown?.card.remove();
    this.#shown = null;
  }

  /** @param {GameEvent} event */
  #card(event) {
    const { events, place: shown, view, views } = this.table;
    const { version } = event;
    const placed = t("origin_placed", { n: version });
    return el(
      "div",
      { class: "origin", role: "dialog", "aria-label": placed, tabindex: "-1", onfocusout: (/** @type {FocusEvent} */ left) => this.#left(left) },
      el("p", {}, view && telling(event, view, this.tellers, views, events)),
      el("p", { class: "origin-when" }, placed, view && version !== shown && [" · ", this.#link(view, version)]),
    );
  }

  /**
   * @param {NonNullable<Table["view"]>} view
   * @param {number} version
   */
  #link(view, version) {
    // The link's address is for a new tab; a plain click stays on the page.
    const go = (/** @type {MouseEvent} */ event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      this.close();
      this.look(version);
    };
    return el("a", { href: gameLink(view, version), onclick: go }, t("origin_show"));
  }

  /** @param {EventTarget | null} target */
  #isOutside(target) {
    return this.#shown !== null && !(target instanceof Node && this.#shown.card.contains(target));
  }

  /** @param {FocusEvent} event */
  #left({ relatedTarget }) {
    // Without a new target the window itself lost the focus, or the card was closed.
    if (relatedTarget && this.#isOutside(relatedTarget)) this.close();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.key !== "Escape" || !this.#shown) return;
    event.preventDefault();
    event.stopPropagation();
    const { piece } = this.#shown;
    this.close();
    piece.focus({ preventScroll: true });
  }
}

/**
 * Place the card beside a piece, within the window.
 * @param {HTMLElement} card
 * @param {DOMRect} box
 */
function place(card, { left, right, top, height }) {
  const { offsetWidth: width, offsetHeight: tall } = card;
  const beside = right + GAP + width <= innerWidth - GAP ? right + GAP : left - GAP - width;
  const middle = top + height / 2 - tall / 2;
  card.style.left = `${Math.max(GAP, Math.min(beside, innerWidth - width - GAP))}px`;
  card.style.top = `${Math.max(GAP, Math.min(middle, innerHeight - tall - GAP))}px`;
}
