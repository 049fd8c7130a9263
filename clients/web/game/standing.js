/** The way to a seat's standing orders: a button that counts them. The list is loaded when it is asked for. */

import { button } from "../ui/controls.js";
import { el } from "../ui/dom.js";
import { lineIcon } from "../ui/icons.js";
import { t } from "../ui/texts.js";
import { withTip } from "../ui/tips.js";

/** @import { StandingOrders } from "../api/types.js" */
/** @import { OrderWords } from "./ruleset.js" */
/** @import { Table } from "./state.js" */

/** The page's own requests come first. */
const PATIENCE_MILLISECONDS = 250;

export class Standing {
  /** @type {StandingOrders | null} the newest answer of the service */
  state = null;
  /** @type {(() => void) | null} draws the list again while it is open */
  redraw = null;
  #version = 0;
  #asked = 0;

  /**
   * @param {Table} table
   * @param {() => boolean} isGuided
   */
  constructor(table, isGuided) {
    this.table = table;
    this.isGuided = isGuided;
  }

  /** Whether the player can give orders now. */
  get isOffered() {
    const { view, seat, cursor } = this.table;
    return view?.status === "live" && seat !== null && cursor === null && !view.study && !view.broken && !this.isGuided();
  }

  /**
   * The button that opens the list.
   * @param {() => Promise<OrderWords> | undefined} words
   */
  button(words) {
    if (!this.isOffered) return "";
    const n = this.state?.orders.length;
    const control = button("small orders-button", t("orders"), null, () => this.open(words));
    control.prepend(lineIcon("orders"));
    if (n) control.append(el("span", {}, `· ${n}`));
    return withTip(control, t("orders_title"));
  }

  /**
   * A button that opens the list at an order.
   * @param {string} code
   * @param {string} label
   * @param {() => Promise<OrderWords> | undefined} words
   */
  shortcut(code, label, words) {
    if (!this.isOffered) return "";
    const control = button("small", label, null, () => this.open(words, code));
    control.dataset.order = code;
    return control;
  }

  /**
   * @param {() => Promise<OrderWords> | undefined} words
   * @param {string} [code] the order to begin at
   */
  async open(words, code) {
    if (this.redraw) return;
    const [{ openOrders }, own] = await Promise.all([import("./orders.js"), words()]);
    await openOrders(this, own, code);
  }

  /**
   * Read the orders once, then after each event as long as there are any, and sign what followed from them.
   * @param {HTMLElement} log
   */
  heed(log) {
    const { version } = this.table;
    const isNeeded = !this.state || this.redraw || this.state.orders.length;
    if (this.isOffered && isNeeded && version !== this.#version) {
      setTimeout(() => this.read().catch(() => undefined), this.state ? 0 : PATIENCE_MILLISECONDS);
      this.#version = version;
    }
    if (this.state?.answered.length) this.#sign(log, this.state);
  }

  async read() {
    const turn = ++this.#asked;
    const state = await this.table.api.orders();
    if (turn === this.#asked) this.take(state);
  }

  /**
   * Show an answer of the service; one still to come to an earlier question is out of date.
   * @param {StandingOrders} state
   */
  take(state) {
    this.#asked += 1;
    this.state = state;
    this.redraw?.();
    this.table.changed();
  }

  /**
   * @param {HTMLElement} log
   * @param {StandingOrders} state
   */
  async #sign(log, { answered }) {
    const { signAnswers } = await import("./orders.js");
    await signAnswers(log, answered);
  }
}
