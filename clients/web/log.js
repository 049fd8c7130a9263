/** The list of what happened: a line an event, by turns; a click looks at it. */

import { el } from "./dom.js";
import { sentence } from "./sentences.js";
import { isTakenBack, startsTurn } from "./state.js";
import { badge } from "./symbols.js";
import { t } from "./texts.js";

/** @import { GameEvent, View } from "./types.js" */

export class Log {
  /** @type {Map<number, HTMLElement>} */
  #lines = new Map();
  #turn = 0;
  #told = "";

  /** @param {(version: number) => void} onChoose */
  constructor(onChoose) {
    this.onChoose = onChoose;
    this.element = el("ol", { class: "log", tabindex: "-1" });
  }

  /**
   * @param {GameEvent[]} events
   * @param {View} view
   * @param {number} place the event on show
   */
  show(events, view, place) {
    const told = events.map((event) => Number(event.undone)).join("") + view.seats.map((seat) => seat.name).join();
    if (!told.startsWith(this.#told) || told.length < this.#told.length) this.#clear();
    for (const event of events.slice(this.#lines.size)) this.#append(event, view);
    this.#told = told;
    this.#mark(place);
  }

  #clear() {
    this.element.replaceChildren();
    this.#lines.clear();
    this.#turn = 0;
  }

  /**
   * @param {GameEvent} event
   * @param {View} view
   */
  #append(event, view) {
    const line = el(
      "li",
      { class: isTakenBack(event) ? "line undone" : "line" },
      el(
        "button",
        { type: "button", onclick: () => this.onChoose(event.version) },
        event.seat === null ? el("span", { class: "badge" }) : badge(event.seat),
        el(isTakenBack(event) ? "s" : "span", {}, sentence(event, view)),
        el("span", { class: "line-version" }, String(event.version)),
      ),
    );
    this.#lines.set(event.version, line);
    this.element.append(line);
    if (startsTurn(event)) this.#head();
  }

  #head() {
    this.#turn += 1;
    this.element.append(el("li", { class: "log-turn" }, t("log_turn", { n: this.#turn })));
  }

  /** @param {number} place */
  #mark(place) {
    for (const [version, line] of this.#lines) {
      const isShown = version === place;
      line.classList.toggle("current", isShown);
      line.classList.toggle("future", version > place);
      if (isShown) {
        line.firstElementChild?.setAttribute("aria-current", "step");
        this.#scrollTo(line);
      } else line.firstElementChild?.removeAttribute("aria-current");
    }
  }

  /** @param {HTMLElement} line */
  #scrollTo(line) {
    const { element } = this;
    const top = line.offsetTop - element.offsetTop;
    if (top < element.scrollTop + 40 || top > element.scrollTop + element.clientHeight - 60) {
      element.scrollTop = top - element.clientHeight / 2;
    }
  }
}
