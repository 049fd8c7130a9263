/**
 * The button that counts a seat's standing orders and opens their list, which is loaded then; and
 * buttons that give an order at once.
 */

import { giveOrder } from "../../api/orders.js";
import { isHeld } from "../../api/views.js";
import { button, toast } from "../../ui/controls.js";
import { byId } from "../../ui/dom.js";
import { lineIcon } from "../../ui/icons.js";
import { t } from "../../ui/texts.js";
import { withTip } from "../../ui/tips.js";

/** @import { StandingOrders } from "../../api/types.js" */
/** @import { OrderWords } from "../ruleset.js" */
/** @import { Table } from "../state/state.js" */

// Let the page's first requests go first: over HTTP/1.1 a browser opens six connections to a host,
// and a seventh request waits.
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
   * @param {() => Promise<OrderWords> | undefined} words
   * @param {() => boolean} isGuided
   */
  constructor(table, words, isGuided) {
    this.table = table;
    this.words = words;
    this.isGuided = isGuided;
  }

  /** Whether the player can give orders now. */
  get isOffered() {
    const { view, seat, cursor } = this.table;
    return view?.status === "live" && seat !== null && cursor === null && !view.study && !isHeld(view) && !this.isGuided();
  }

  /**
   * Whether the player can give an order that is not in force; one that sleeps is woken by it.
   * @param {string} code
   */
  mayGive(code) {
    return this.isOffered && !this.state?.orders.some((each) => each.code === code && !each.asleep);
  }

  /** The button that opens the list. */
  button() {
    const n = this.state?.orders.length;
    const isSilent = this.#silent(this.state).length > 0;
    const label = n ? `${t("orders")} · ${n}` : t("orders");
    const control = this.shortcut("", label);
    if (!control) return "";
    control.classList.add("orders-button");
    control.prepend(lineIcon("orders"));
    control.setAttribute("aria-label", label);
    control.classList.toggle("is-silent", isSilent);
    return withTip(control, t(isSilent ? "orders_told" : "orders_title"));
  }

  /**
   * A button that opens the list at an order.
   * @param {string} code
   * @param {string} label
   * @param {(values: Record<string, any>) => string} [given] the label while the order is in force
   */
  shortcut(code, label, given) {
    if (!this.isOffered) return null;
    const order = this.state?.orders.find((each) => each.code === code);
    const control = button("small", order && given && !order.asleep ? given(order.values) : label, null, () => this.#open(code));
    control.dataset.order = code;
    return control;
  }

  /**
   * A button that gives an order without values at once.
   * @param {string} code
   * @param {string} label
   * @param {(give: () => Promise<void>) => void} act does it, and shows its error
   */
  giver(code, label, act) {
    if (!this.mayGive(code)) return null;
    const control = button("", label, null, () => act(() => this.#give(code, label)));
    control.dataset.order = code;
    return control;
  }

  /**
   * @param {string} code
   * @param {string} label
   */
  async #give(code, label) {
    const { table } = this;
    try {
      await table.command(async () => {
        this.take(await giveOrder(table.api, code, {}));
        // Naming no events makes the table read those that followed from the order.
        return { events: [], view: await table.api.view() };
      });
    } catch (error) {
      // Enter again has to try again, not press the panel's first button.
      const panel = byId("panel");
      if (panel.contains(document.activeElement)) /** @type {HTMLElement | null} */ (panel.querySelector(`[data-order="${code}"]`))?.focus();
      throw error;
    }
    toast(t("orders_given", { order: label }));
  }

  /** @param {string} code of the order to begin at */
  async #open(code) {
    const { openOrders } = await import("./orders.js");
    await openOrders(this, code);
  }

  /**
   * Read the orders once, then after each event as long as there are any. Mark the events that
   * followed from them.
   * @param {HTMLElement} log
   */
  followGame(log) {
    const { state, table } = this;
    const isNeeded = !state || this.redraw || state.orders.length || state.answered.length;
    if (this.isOffered && isNeeded && table.version !== this.#version) {
      this.#version = table.version;
      setTimeout(() => this.read().catch(() => undefined), state ? 0 : PATIENCE_MILLISECONDS);
    }
    if (state?.answered.length) {
      const signed = import("./orders.js").then(({ signAnswers }) => signAnswers(log, state.answered));
      // The next event tries again.
      signed.catch(() => undefined);
    }
  }

  /**
   * The orders that sleep or were withdrawn.
   * @param {StandingOrders | null} state
   */
  #silent(state) {
    const asleep = state?.orders.filter((order) => order.asleep) ?? [];
    return [...asleep, ...(state?.withdrawn ?? [])].map(({ code }) => code);
  }

  async read() {
    // Answers may come out of order: only the answer to the latest request counts.
    const turn = ++this.#asked;
    const state = await this.table.api.orders();
    if (turn === this.#asked) this.take(state);
  }

  /**
   * Show an answer of the service; answers to earlier requests are then ignored.
   * @param {StandingOrders} state
   */
  take(state) {
    const before = this.#silent(this.state);
    this.#asked += 1;
    this.state = state;
    if (!this.redraw && this.#silent(state).some((code) => !before.includes(code))) toast(t("orders_told"));
    this.redraw?.();
    this.table.changed();
  }
}
