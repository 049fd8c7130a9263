/** The keyboard's focus on a game's table: after each step on the first target of the next, and never lost. */

import { byId } from "../../ui/dom.js";

/** @import { Table } from "../state/state.js" */

const CONTROLS = "button, input, a";

/** The targets in the panel, the first that there is before the others: the second list yields to the map's. */
const MAIN = [":is(.proposal, .actions) .button.main:enabled:not(.end)"];
const MORE = [
  ".actions .main.end",
  ".proposal :is(button, input):enabled:not(.quiet, [aria-disabled=true])",
  ".actions :is(button, input):enabled:not(.end, .quiet, [aria-disabled=true])",
  "button.card",
  ".actions .end",
  ".proposal .quiet",
];

export class Focus {
  /** The step that the player is at, empty while there is nothing to choose. */
  #step = "";
  /** @type {Element | null} the element that had the focus last */
  #last = null;
  /** @type {Element | null} the part of the page that it was in */
  #part = null;

  /** @param {() => Element | null} due the first target on the map */
  constructor(due) {
    this.due = due;
    document.addEventListener("focusin", ({ target }) => this.#remember(/** @type {Element} */ (target)));
    // One observer notices every lost focus, wherever its element was.
    const losses = new MutationObserver(() => this.#recover());
    losses.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ["hidden", "open"] });
  }

  /**
   * Fill the panel again. The focus keeps its control during a step, and goes to the first target of another.
   * @param {Table} table
   * @param {() => void} fill
   */
  redraw(table, fill) {
    const panel = byId("panel");
    const before = controlIn(panel, this.#last);
    fill();
    const step = stepOf(panel);
    const isSame = step === this.#step;
    this.#step = step;
    announce(panel, table);
    if (!this.#isAtTable) return;
    if (!isSame) this.enter();
    else if (this.#isLost) this.#put(before?.successor() ?? this.#home);
  }

  /** Go to what is due, the panel if nothing is. */
  enter() {
    this.#put(this.#home);
  }

  /** The part of the table that has the focus, or had it before it was lost. */
  get #isAtTable() {
    return this.#part?.id === "panel" || this.#part?.id === "map" ? this.#isLost || this.#last === document.activeElement : false;
  }

  /** Whether the element that had the focus was removed or hidden. */
  get #isLost() {
    const { activeElement } = document;
    if (activeElement && activeElement !== document.body && !isHidden(activeElement)) return false;
    return this.#last !== null && isHidden(this.#last);
  }

  get #home() {
    const panel = byId("panel");
    return this.#step ? (first(panel, MAIN) ?? this.due() ?? first(panel, MORE) ?? panel) : panel;
  }

  /** @param {Element} target */
  #remember(target) {
    this.#last = target;
    this.#part = target.closest("dialog, #panel, #map");
  }

  #recover() {
    if (!this.#isLost || document.querySelector("dialog:modal")) return;
    const part = this.#part;
    const title = part instanceof HTMLDialogElement && part.open ? part.querySelector("[tabindex='-1'], button") : null;
    this.#put(title ?? this.#home);
  }

  /** @param {Element} target */
  #put(target) {
    /** @type {HTMLElement} */ (target).focus({ preventScroll: true });
    if (target.matches("#panel :focus-visible")) target.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
}

/** @param {Element} element */
function isHidden(element) {
  return !element.isConnected || element.closest("[hidden], dialog:not([open])") !== null;
}

/**
 * @param {Element} panel
 * @param {string[]} kinds
 */
function first(panel, kinds) {
  for (const kind of kinds) {
    const found = panel.querySelector(kind);
    if (found) return found;
  }
  return null;
}

/**
 * The step that a panel asks for: its headline, and the stage of a move that is being put together.
 * It is not the version, because other players' events must not pull the focus out of a control.
 * @param {Element} panel
 */
function stepOf(panel) {
  const headline = panel.querySelector(".prompt.mine h2");
  const stage = panel.querySelector(".proposal .button.main") ? "ready" : panel.querySelector(".proposal") ? "begun" : "open";
  return headline ? `${stage} ${headline.textContent}` : "";
}

/**
 * The control that has the focus, and how to find the one that stands for it after the panel was filled again:
 * the same words at the same place, the same words, or the same place.
 * @param {Element} panel
 * @param {Element | null} control
 */
function controlIn(panel, control) {
  const all = () => /** @type {HTMLButtonElement[]} */ ([...panel.querySelectorAll(CONTROLS)]);
  const place = all().findIndex((each) => each === control);
  if (place < 0 || !control) return null;
  const words = wordsOf(control);
  return {
    successor() {
      const now = all();
      const isSame = (/** @type {Element | undefined} */ each) => each && wordsOf(each) === words;
      const found = isSame(now[place]) ? now[place] : now.find(isSame);
      const near = [found, ...now.slice(place), ...now.slice(0, place).reverse()];
      return near.find((each) => each && !each.disabled) ?? null;
    },
  };
}

/** @param {Element} control */
const wordsOf = (control) => control.getAttribute("aria-label") ?? control.querySelector(".label")?.textContent ?? control.textContent;

/**
 * Let a screen reader say the prompt, once; not one of a moment in the past, nor one that only stands until the moves are read.
 * @param {Element} panel
 * @param {Table} table
 */
function announce(panel, { busy, cursor, isMyTurn }) {
  const prompt = panel.querySelector(".prompt");
  if (!prompt || busy || cursor !== null || isMyTurn !== prompt.classList.contains("mine")) return;
  const parts = [...prompt.querySelectorAll("h2, p")].map((each) => each.textContent ?? "");
  const words = parts.filter(Boolean).map((part) => part.replace(/\.$/, "")).join(". ");
  const region = byId("prompted");
  if (region.textContent !== words) region.textContent = words;
}
