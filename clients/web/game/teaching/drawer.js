/** The rules in a drawer beside the board, or on a sheet over the whole of a phone's screen. */

import { errorText } from "../../api/http.js";
import { el, refill } from "../../ui/dom.js";
import { ofTab } from "../../ui/storage.js";
import { loadStyles } from "../../ui/styles.js";
import { t } from "../../ui/texts.js";
import { fillRules, showRule } from "./rulebook.js";

/** @import { Guide } from "../ruleset.js" */
/** @import { Child } from "../../ui/dom.js" */

const NARROW = "(max-width: 900px)";
const LINK = /(?:^|\/)rules\/(\w+)(?:#(\w+))?$/;
const PLACES = "anabasis.rules.";

export class RulesDrawer {
  /** The ruleset whose rules are in the drawer. */
  #shown = "";
  /** @type {Element | null} the element that had the focus before */
  #before = null;
  #pane = el("div", { class: "rules" });

  /**
   * @param {string} ruleset the game's
   * @param {(ruleset: string) => Promise<Guide>} guideOf
   * @param {() => Child} lessons an offer to learn the game by playing
   */
  constructor(ruleset, guideOf, lessons) {
    this.ruleset = ruleset;
    this.guideOf = guideOf;
    this.dialog = el(
      "dialog",
      { class: "drawer", "aria-labelledby": "drawer-title", onclick: (/** @type {MouseEvent} */ event) => this.#follow(event), onclose: () => this.#closed() },
      el("div", { class: "drawer-head" }, el("h2", { id: "drawer-title", tabindex: "-1" }, t("rules_title")), this.#closeButton()),
      el("div", { class: "drawer-body", tabindex: "0" }, lessons(), this.#pane),
    );
    document.addEventListener("keydown", (event) => this.#key(event));
    document.body.append(this.dialog);
  }

  /**
   * Open the drawer, at a given rule or where the reader left it.
   * @param {string | null} [rule]
   */
  async open(rule = null) {
    if (!this.dialog.open) await this.#show();
    await this.#turnTo(this.ruleset, rule);
  }

  /** @returns {Promise<void>} once the drawer is open */
  async #show() {
    this.#before = document.activeElement;
    await loadStyles(new URL("drawer.css", import.meta.url));
    // Beside a wide board the game continues; when the drawer fills a phone's screen, nothing
    // behind it may take a tap.
    if (matchMedia(NARROW).matches) this.dialog.showModal();
    else this.dialog.show();
    // Focus the title, not the first link: a screen reader then says where the reader is.
    this.dialog.querySelector("h2")?.focus();
  }

  /**
   * Show a ruleset's rules.
   * @param {string} ruleset
   * @param {string | null} rule
   */
  async #turnTo(ruleset, rule) {
    const isTurned = this.#shown !== ruleset;
    if (isTurned) await this.#fill(ruleset);
    if (rule) showRule(this.#pane, rule);
    else if (isTurned) this.#body.scrollTop = Number(ofTab.get(PLACES + ruleset) ?? 0);
  }

  /** @param {string} ruleset */
  async #fill(ruleset) {
    this.#rememberPlace();
    refill(this.#pane, t("loading"));
    try {
      await fillRules(this.#pane, ruleset, this.guideOf, ["h3", "h4"]);
      this.#shown = ruleset;
    } catch (error) {
      refill(this.#pane, errorText(error));
    }
  }

  get #body() {
    return /** @type {HTMLElement} */ (this.dialog.querySelector(".drawer-body"));
  }

  #rememberPlace() {
    if (this.#shown) ofTab.set(PLACES + this.#shown, String(this.#body.scrollTop));
  }

  #closeButton() {
    return el("button", { type: "button", class: "button small drawer-close", onclick: () => this.close() }, el("span", { class: "label" }, t("settings_close")));
  }

  close() {
    this.#rememberPlace();
    this.dialog.close();
  }

  /** Give the focus back; if the control was redrawn, to its successor. */
  #closed() {
    const before = this.#before;
    const isThere = before instanceof HTMLElement && before.isConnected && before !== document.body;
    const successor = document.querySelector("#panel .rule-mark, #panel button");
    const target = isThere ? before : successor;
    if (target instanceof HTMLElement) target.focus({ preventScroll: true });
  }

  /**
   * Follow links to rules within the drawer.
   * @param {MouseEvent} event
   */
  #follow(event) {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const [, ruleset, rule] = LINK.exec(link?.getAttribute("href") ?? "") ?? [];
    // These keys ask for a new tab or window.
    if (!ruleset || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    this.#turnTo(ruleset, rule ?? null);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.key !== "Escape" || !this.dialog.open || event.defaultPrevented) return;
    // The browser closes a modal dialog by itself; the page must close one that is not modal.
    if (document.querySelector("dialog:modal")) return;
    event.preventDefault();
    this.close();
  }
}
