/**
 * The list of standing orders, with a row to give or withdraw each at once; and the orders' signs
 * in the log.
 */

import { showError } from "../../api/failures.js";
import { faultText } from "../../api/http.js";
import { giveOrder, withdrawOrder, withdrawOrders } from "../../api/orders.js";
import { readRuleset } from "../../api/service.js";
import { button, openDialog } from "../../ui/controls.js";
import { el } from "../../ui/dom.js";
import { lineIcon } from "../../ui/icons.js";
import { loadStyles } from "../../ui/styles.js";
import { addTexts, t } from "../../ui/texts.js";
import { fieldOf } from "./orderfields.js";

/** @import { OrderOffered, StandingOrder, StandingOrders } from "../../api/types.js" */
/** @import { OrderWords } from "../ruleset.js" */
/** @import { Standing } from "./ordersbutton.js" */

const styles = () => loadStyles(new URL("orders.css", import.meta.url));

/**
 * Open the list, at an order if one is named.
 * @param {Standing} standing
 * @param {string} code
 */
export async function openOrders(standing, code) {
  const before = document.activeElement;
  try {
    // Read the orders again: those at hand may be out of date since the last event.
    const [{ orders }, words] = await Promise.all([readRuleset(standing.table.view?.ruleset ?? ""), standing.words(), standing.read(), styles(), addTexts("orders")]);
    // Two quick clicks open one list.
    if (!standing.redraw) showList(standing, orders, words, code, before);
  } catch (error) {
    showError(error);
  }
}

/**
 * @param {Standing} standing
 * @param {OrderOffered[]} orders
 * @param {OrderWords | undefined} words
 * @param {string} code
 * @param {Element | null} before the control that had the focus
 */
function showList(standing, orders, words, code, before) {
  const rows = orders.map((order) => new Row(order, standing, words));
  const withdraw = () => withdrawOrders(standing.table.api).then((answer) => standing.take(answer)).catch(showError);
  const all = button("", t("orders.withdraw_all"), null, withdraw);
  const closed = () => {
    standing.redraw = null;
    focusAgain(before, code);
  };
  const dialog = openDialog(t("orders_title"), [el("p", { class: "note" }, t("orders.intro")), el("ul", { class: "order-list" }, rows.map(({ element }) => element))], { kind: "orders", closed });
  dialog.querySelector(".dialog-end")?.prepend(all);
  standing.redraw = () => {
    for (const row of rows) row.show();
    all.hidden = !standing.state?.orders.length && !standing.state?.withdrawn.length;
  };
  standing.redraw();
  (rows.find((row) => row.code === code) ?? rows[0]).begin(code !== "");
}

/**
 * Give the focus back; if the control was redrawn meanwhile, to its successor.
 * @param {Element | null} before
 * @param {string} code
 */
function focusAgain(before, code) {
  const successor = document.querySelector(`#panel [data-order="${code}"]`);
  const target = before?.isConnected && before !== document.body ? before : successor;
  if (target instanceof HTMLElement || target instanceof SVGElement) target.focus({ preventScroll: true });
}

/**
 * Mark the log's lines of events that followed from the player's own orders.
 * @param {HTMLElement} log
 * @param {StandingOrders["answered"]} answered
 */
export async function signAnswers(log, answered) {
  // Only the answer to the seat itself names these events; events do not, as orders are secret.
  await styles();
  const lines = log.querySelectorAll(".line");
  for (const { version } of answered) {
    const end = lines[version - 1]?.querySelector(".line-version");
    if (!end || end.firstElementChild) continue;
    end.prepend(el("span", { class: "by-order", role: "img", "data-tip": t("orders_answered"), "aria-label": t("orders_answered") }, lineIcon("orders")));
  }
}

/** An order: its switch, its values, and the service's refusal. */
class Row {
  #isOpen = false;
  #isEdited = false;
  #status = el("p", { class: "order-status" });
  #notice = el("div", { class: "order-notice" });
  #refusal = el("p", { class: "order-refusal", role: "alert" });

  /**
   * @param {OrderOffered} order
   * @param {Standing} standing
   * @param {OrderWords | undefined} words
   */
  constructor(order, standing, words) {
    const { code, title, description, values } = order;
    this.code = code;
    this.order = order;
    this.standing = standing;
    this.words = words;
    // An order with required values has a separate button to give it, and its switch shows only
    // what the service accepted: a half-entered limit must not bid.
    this.isStated = values.required.length > 0;
    this.fields = Object.entries(values.properties).map(([name, schema]) => fieldOf(name, schema, words, () => this.#edited()));
    this.control = el("button", { type: "button", class: "order-switch", role: "switch", "aria-describedby": `order-${code}`, onclick: () => this.#flip() }, el("span", { class: "order-title" }, title), el("span", { class: "order-knob", "aria-hidden": "true" }));
    this.go = el("button", { class: "button small main" });
    this.form = el("form", { class: "order-form", novalidate: true, onsubmit: (/** @type {Event} */ event) => this.#submit(event) }, this.fields.map(({ element }) => element), this.isStated && this.go);
    this.element = el("li", { class: "order" }, this.control, el("p", { class: "note", id: `order-${code}` }, description), this.#status, this.#notice, this.form, this.#refusal);
  }

  /** The withdrawn order that this one replaces, if any. */
  get #former() {
    return this.standing.state?.withdrawn.find(({ successor }) => successor.split(" ")[0] === this.code) ?? null;
  }

  /** @returns {StandingOrder | null} the order in force */
  get #given() {
    return this.standing.state?.orders.find(({ code }) => code === this.code) ?? null;
  }

  get #hasOccasion() {
    const { view } = this.standing.table;
    return !view || !this.words?.hasOccasion || this.words.hasOccasion(view, this.order.until);
  }

  get #isWhole() {
    return this.fields.every((field) => field.isValid());
  }

  show() {
    const given = this.#given;
    const isShut = !given && !this.#hasOccasion;
    if (isShut) this.#isOpen = false;
    this.control.setAttribute("aria-checked", String(Boolean(given)));
    // Not `disabled`, so that the switch keeps the focus and a screen reader says the reason below
    // it.
    this.control.setAttribute("aria-disabled", String(isShut));
    this.#status.textContent = isShut ? t(`orders.no_${this.order.until}`) : given && !given.asleep ? t(`orders.until_${this.order.until}`) : "";
    this.#showNotice(given);
    this.form.hidden = !this.fields.length || !(given || this.#isOpen);
    // Another device may have changed the values, but what the player is typing must stay.
    if (given && !this.#isEdited) for (const field of this.fields) field.set(given.values[field.name]);
    this.#showGo(Boolean(given));
  }

  /**
   * Say why an order does nothing, and offer the remedy.
   * @param {StandingOrder | null} given
   */
  #showNotice(given) {
    const { api } = this.standing.table;
    const former = this.#former;
    const remedy = (/** @type {string} */ label, /** @type {() => Promise<StandingOrders>} */ send) => button("small", t(label), null, () => this.#ask(send));
    this.#notice.replaceChildren();
    if (given?.asleep) this.#notice.append(el("p", {}, t("orders.asleep")), remedy("orders.wake", () => giveOrder(api, this.code, given.values)));
    if (former) this.#notice.append(el("p", {}, t("orders.withdrawn")), remedy("orders.dismiss", () => withdrawOrder(api, former.code)));
  }

  /** @param {boolean} isGiven */
  #showGo(isGiven) {
    this.go.textContent = t(isGiven ? "orders.change" : "orders.give");
    this.go.setAttribute("aria-disabled", String(!this.#isWhole || (isGiven && !this.#isEdited)));
  }

  /**
   * Take the focus.
   * @param {boolean} isSought whether to ask for the values at once
   */
  begin(isSought) {
    if (isSought && this.isStated && this.#hasOccasion) return this.#unfold();
    this.control.focus();
    if (isSought) this.#bringIntoSight();
  }

  #bringIntoSight() {
    this.element.scrollIntoView({ block: "nearest" });
  }

  #unfold() {
    this.#isOpen = true;
    this.show();
    this.#bringIntoSight();
    /** @type {HTMLElement | null} */ (this.form.querySelector("input, button"))?.focus();
  }

  #flip() {
    const { api } = this.standing.table;
    if (this.#given) return this.#ask(() => withdrawOrder(api, this.code));
    if (!this.#hasOccasion) return;
    if (!this.isStated) return this.#give();
    if (!this.#isOpen) return this.#unfold();
    this.#isOpen = false;
    this.show();
  }

  #edited() {
    this.#isEdited = true;
    if (!this.isStated && this.#given) this.#give();
    else this.#showGo(Boolean(this.#given));
  }

  /** @param {Event} event */
  #submit(event) {
    event.preventDefault();
    if (this.isStated && this.go.getAttribute("aria-disabled") === "false") this.#give();
  }

  #give() {
    const values = Object.fromEntries(this.fields.map((field) => [field.name, field.value()]));
    return this.#ask(() => giveOrder(this.standing.table.api, this.code, values));
  }

  /** @param {() => Promise<StandingOrders>} send */
  async #ask(send) {
    this.#refusal.textContent = "";
    try {
      const state = await send();
      this.#isOpen = this.#isEdited = false;
      this.standing.take(state);
    } catch (error) {
      this.#refusal.textContent = faultText(error);
      this.show();
    }
    // The answer resizes the row, so a focused control may now lie outside the list's view.
    this.#bringIntoSight();
  }
}
