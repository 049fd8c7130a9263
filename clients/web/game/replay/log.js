/**
 * The list of events by turns, one line each. A click or the wheel goes to an event, and its places
 * light up.
 */

import { el } from "../../ui/dom.js";
import { t } from "../../ui/texts.js";
import { badge } from "../seats/pieces.js";
import { actorOf } from "../words/sentences.js";
import { isTakenBack } from "../state/state.js";
import { placesIn, telling } from "../words/eventelements.js";

/** @import { GameEvent, View } from "../../api/types.js" */
/** @import { Teller } from "../ruleset.js" */
/** @import { Table } from "../state/state.js" */

// Measuring the list waits until the map is painted; before that it would delay the step.
const SCROLL_MILLISECONDS = 40;

/** How many lines Page Up and Page Down skip. */
const PAGE = 10;

export class Log {
  /** @type {HTMLElement[]} by version, from 1 */
  #lines = [];
  #place = 0;
  /** @type {HTMLElement | null} the line that Tab reaches */
  #stop = null;
  /** @type {GameEvent[]} the record on show */
  #events = [];
  #names = "";
  #scrolling = 0;

  /**
   * @param {(version: number) => void} onChoose
   * @param {(places: string[]) => void} onPoint called with a line's places, or none on leaving
   */
  constructor(onChoose, onPoint) {
    this.onChoose = onChoose;
    this.element = el("ol", { class: "log", title: `${t("wheel")}: ${t("key_wheel")}` });
    this.element.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    this.element.addEventListener("keydown", (event) => this.#key(event));
    for (const name of ["pointerover", "focusin"]) this.element.addEventListener(name, ({ target }) => onPoint(pointedOut(target)));
    for (const name of ["pointerleave", "focusout"]) this.element.addEventListener(name, () => onPoint([]));
    // Beside the map the panel above takes its room from the list.
    new ResizeObserver(() => this.#reveal()).observe(this.element);
  }

  /**
   * @param {Table} table
   * @param {Record<string, Teller>} tellers
   */
  show({ events, views, view, place }, tellers) {
    if (!view) return;
    const names = view.seats.map((seat) => seat.name).join();
    const focused = this.#focused;
    // A new array means that earlier events have changed, for example by an undo; players may be
    // renamed.
    if (events !== this.#events || names !== this.#names) this.#clear();
    this.#events = events;
    this.#names = names;
    for (const event of events.slice(this.#lines.length)) this.#append(event, view, views, tellers, events);
    this.#mark(place);
    if (focused >= 0 && this.#focused < 0) this.#go(focused);
  }

  /** The line that has the focus, from 0; -1 for none. */
  get #focused() {
    return this.#lines.findIndex((line) => line.contains(document.activeElement));
  }

  #clear() {
    this.element.replaceChildren();
    this.#lines = [];
    this.#place = 0;
    this.#stop = null;
  }

  /**
   * @param {GameEvent} event
   * @param {View} view
   * @param {View[]} views
   * @param {Record<string, Teller>} tellers
   * @param {GameEvent[]} events
   */
  #append(event, view, views, tellers, events) {
    const actor = actorOf(event);
    const line = el(
      "li",
      { class: isTakenBack(event) ? "line undone" : "line" },
      el(
        "button",
        // Tab stops at a single line only: a game has hundreds.
        { type: "button", tabindex: "-1", onclick: () => this.onChoose(event.version) },
        actor === null ? el("span", { class: "badge" }) : badge(actor),
        el(isTakenBack(event) ? "s" : "span", {}, telling(event, view, tellers, views, events)),
        el("span", { class: "line-version" }, String(event.version)),
      ),
    );
    this.#lines.push(line);
    this.element.append(line);
    const { turn } = views[event.version - 1];
    if (turn && turn !== views[event.version - 2]?.turn) {
      this.element.append(el("li", { class: "log-turn" }, t("log_turn", { n: turn })));
    }
  }

  /** @param {number} place */
  #mark(place) {
    if (place === this.#place) return;
    const before = this.#lines[this.#place - 1];
    const line = this.#lines[place - 1];
    this.#place = place;
    before?.classList.remove("current");
    before?.firstElementChild?.removeAttribute("aria-current");
    if (!line) return;
    // A reader who moves through the list keeps their place in it.
    if (this.#focused < 0) this.#setStop(line);
    line.classList.add("current");
    line.firstElementChild?.setAttribute("aria-current", "step");
    clearTimeout(this.#scrolling);
    this.#scrolling = setTimeout(() => this.#scrollTo(line), SCROLL_MILLISECONDS);
  }

  /** @param {HTMLElement} line */
  #setStop(line) {
    this.#stop?.firstElementChild?.setAttribute("tabindex", "-1");
    line.firstElementChild?.setAttribute("tabindex", "0");
    this.#stop = line;
  }

  /** @param {number} n the line to go to, from 0 */
  #go(n) {
    const line = this.#lines[Math.min(this.#lines.length - 1, Math.max(0, n))];
    if (!line) return;
    this.#setStop(line);
    line.querySelector("button")?.focus();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const { key, ctrlKey, metaKey, altKey } = event;
    const n = this.#focused;
    const goals = { ArrowUp: n - 1, ArrowDown: n + 1, PageUp: n - PAGE, PageDown: n + PAGE, Home: 0, End: this.#lines.length - 1 };
    if (!(key in goals) || ctrlKey || metaKey || altKey) return;
    event.preventDefault();
    // The page's own arrow keys step through the replay.
    event.stopPropagation();
    this.#go(goals[/** @type {keyof typeof goals} */ (key)]);
  }

  /**
   * Step by one event for each notch; with Ctrl or Shift the list scrolls as usual.
   * @param {WheelEvent} event
   */
  #wheel(event) {
    if (event.ctrlKey || event.shiftKey || !event.deltaY) return;
    event.preventDefault();
    // Only the sign counts: the distance of a notch differs by browser, system and mouse.
    const place = Math.min(this.#lines.length, Math.max(1, this.#place + Math.sign(event.deltaY)));
    if (place !== this.#place) this.onChoose(place);
  }

  /** Scroll to the current line, unless the focus is in another. */
  #reveal() {
    const line = this.#lines[this.#place - 1];
    if (line && this.#focused < 0) this.#scrollTo(line);
  }

  /** @param {HTMLElement} line */
  #scrollTo(line) {
    const { element } = this;
    const top = line.offsetTop - element.offsetTop;
    if (top < element.scrollTop + 40 || top > element.scrollTop + element.clientHeight - 60) {
      // Not `scrollIntoView`, which would scroll the page around the list, too.
      element.scrollTop = top - (element.clientHeight - line.offsetHeight) / 2;
    }
  }
}

/**
 * The places that words in a line stand for, or those of the whole line.
 * @param {EventTarget | null} target
 */
function pointedOut(target) {
  if (!(target instanceof Element)) return [];
  return placesIn(target.closest("[data-places]") ?? target.closest(".line"));
}
