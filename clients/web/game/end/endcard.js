/** The card at the end of a game: outcome, sources of the points, statistics, and next steps. */

import { errorText } from "../../api/http.js";
import { button, buttonLink, connectTabs } from "../../ui/controls.js";
import { el, refill } from "../../ui/dom.js";
import { loadStyles } from "../../ui/styles.js";
import { addTexts, t } from "../../ui/texts.js";
import { outcome } from "../words/outcome.js";
import { withNames } from "../words/eventelements.js";
import { podium } from "./podium.js";
import { pointsBySource } from "./points.js";
import { statisticsOf } from "./statistics.js";

/** @import { View } from "../../api/types.js" */
/** @import { Ending } from "./aftergame.js" */

/** Load the texts and styles of the card and of its charts. */
export function loadCard() {
  return Promise.all([addTexts("end"), ...["end.css", "../replay/chart.css"].map((name) => loadStyles(new URL(name, import.meta.url)))]);
}

export class EndCard {
  #isFilled = false;

  /** @param {Ending} ending */
  constructor(ending) {
    this.ending = ending;
    this.title = el("h2", { id: "end-title", tabindex: "-1" }, t("prompt_over"));
    this.call = el("p", { class: "end-call", role: "status" });
    this.points = el("div", { id: "end-points", role: "tabpanel", "aria-labelledby": "end-tab-points" });
    this.statistics = el("div", { id: "end-statistics", role: "tabpanel", "aria-labelledby": "end-tab-statistics", hidden: true });
    this.recorded = el("div", { class: "note end-recorded", role: "status" });
    this.actions = el("div", { class: "end-actions" });
    this.element = this.#card();
    this.element.addEventListener("keydown", (event) => this.#key(event));
  }

  #card() {
    const close = button("small quiet", "×", null, () => this.close());
    close.setAttribute("aria-label", t("settings_close"));
    close.classList.add("end-close");
    this.tabs = el(
      "div",
      { class: "tabs", role: "tablist", "aria-label": t("end_result") },
      tab("points", t("end.tab_points"), true),
      tab("statistics", t("end.tab_statistics"), false),
    );
    // Not modal, so that a watcher's keys still step through the game.
    return el(
      "section",
      { class: "end-card", role: "dialog", "aria-labelledby": "end-title", hidden: true },
      el("header", { class: "end-head" }, this.title, close),
      el("div", { class: "end-body", tabindex: "0", role: "group", "aria-labelledby": "end-title" }, this.#result(), this.tabs, this.points, this.statistics, this.recorded),
      el("footer", { class: "end-foot" }, this.call, this.actions),
    );
  }

  #result() {
    const view = this.#view;
    return el("div", { class: "end-result" }, el("p", { class: "end-outcome" }, withNames(view, (name) => outcome(view, name))), podium(view));
  }

  get #view() {
    return /** @type {View} */ (this.ending.table.view);
  }

  /** @param {boolean} withFocus */
  async open(withFocus) {
    const { element, ending } = this;
    if (!element.isConnected) {
      ending.place.append(element);
      connectTabs(/** @type {HTMLElement} */ (this.tabs), () => undefined);
    }
    this.update();
    element.hidden = false;
    if (withFocus) this.title.focus({ preventScroll: true });
    // Open the card before filling it: the outcome must not wait for the statistics.
    if (!this.#isFilled) await this.#fill();
  }

  /** Show the present state of the rematch. */
  update() {
    const { ending } = this;
    this.call.textContent = ending.call() ?? "";
    const picture = buttonLink("", t("end.picture"), t("end.picture_hint"), ending.table.api.pictureAddress());
    refill(this.actions, ...ending.buttons(""), picture, button("", t("settings_close"), null, () => this.close()));
  }

  async #fill() {
    try {
      const counted = await this.ending.table.api.statistics();
      refill(this.points, pointsBySource(this.#view, counted));
      refill(this.statistics, ...statisticsOf(this.#view, counted));
      this.#isFilled = true;
      // Imported here, since the log's line would put a game's first load past its limit. Without a
      // proof the card does not mention the log; the figures stay.
      const { tellRecorded } = await import("./logproof.js");
      await tellRecorded(this.ending.table.api, this.recorded).catch(() => refill(this.recorded));
    } catch (error) {
      refill(this.points, el("p", { class: "note" }, errorText(error)));
    }
  }

  /** Hide the card and put the focus back where it was opened. */
  close() {
    const hadFocus = this.element.contains(document.activeElement);
    this.hide();
    // Hiding an element moves its focus to the top of the page, and the keyboard would start over
    // there.
    if (hadFocus) this.ending.focusBack();
  }

  hide() {
    this.element.hidden = true;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.key !== "Escape") return;
    // Otherwise the table's Escape would also take back a choice.
    event.stopPropagation();
    this.close();
  }
}

/**
 * @param {string} name
 * @param {string} label
 * @param {boolean} isSelected
 */
function tab(name, label, isSelected) {
  return el(
    "button",
    {
      type: "button", role: "tab", id: `end-tab-${name}`, "aria-controls": `end-${name}`,
      "aria-selected": String(isSelected), tabindex: isSelected ? "0" : "-1",
    },
    label,
  );
}
