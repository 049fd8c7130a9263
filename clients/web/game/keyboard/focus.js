/** The keyboard's focus on a game's table: it follows the steps from target to target, and is never lost. */

import { byId } from "../../ui/dom.js";

/** @import { Table } from "../state/state.js" */

const CONTROLS = "button, input, a";

/** The targets in the panel by rank; those of `MORE` come after the map's. */
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
  /** The present step of the player's move, empty while there is nothing to choose. */
  #step = "";
  /** @type {Element | null} the element that had the focus last */
  #last = null;
  /** @type {Element | null} the part of the page that it was in */
  #part = null;

  /** @param {() => Element | null} due the first target on the map */
  constructor(due) {
    this.due = due;
    document.addEventListener("focusin", ({ target }) => this.#remember(/** @type {Element} */ (target)));
    // One observer notices every lost focus, wherever its element was: not every browser sends an
    // event when a focused element is removed.
    const losses = new MutationObserver(() => this.#recover());
    losses.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ["hidden", "open"] });
  }

  /**
   * Redraw the panel. During a step the focus stays on its control; a new step moves the focus to
   * its first target.
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
    // A reader in the log or a dialog must keep the focus there.
    if (!this.#isAtTable) return;
    if (!isSame) this.enter();
    else if (this.#isLost) this.#put(before?.successor() ?? this.#home);
  }

  /** Go to the first target, or to the panel if there is none. */
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
    // An open modal dialog keeps the focus by itself.
    if (!this.#isLost || document.querySelector("dialog:modal")) return;
    const part = this.#part;
    const title = part instanceof HTMLDialogElement && part.open ? part.querySelector("[tabindex='-1'], button") : null;
    this.#put(title ?? this.#home);
  }

  /** @param {Element} target */
  #put(target) {
    /** @type {HTMLElement} */ (target).focus({ preventScroll: true });
    // A keyboard's focus must be in sight; scroll to the nearest edge only, so that the board stays
    // where it is.
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
 * @param {Element} panel
 */
function stepOf(panel) {
  // Not the version: other players' events must not pull the focus out of a control.
  const headline = panel.querySelector(".prompt.mine h2");
  const stage = panel.querySelector(".proposal .button.main") ? "ready" : panel.querySelector(".proposal") ? "begun" : "open";
  return headline ? `${stage} ${headline.textContent}` : "";
}

/**
 * The focused control, with a function that finds its successor after the panel was redrawn: the
 * control with the same words in the same place, or the same words elsewhere, or the one in its
 * place.
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
 * Make a screen reader say the prompt, once.
 * @param {Element} panel
 * @param {Table} table
 */
function announce(panel, { busy, cursor, isMyTurn }) {
  const prompt = panel.querySelector(".prompt");
  // Skip the prompt of a past moment, and one that stands only until the moves are read.
  if (!prompt || busy || cursor !== null || isMyTurn !== prompt.classList.contains("mine")) return;
  const parts = [...prompt.querySelectorAll("h2, p")].map((each) => each.textContent ?? "");
  // A part may end with a full stop, and the join would add a second one.
  const words = parts.filter(Boolean).map((part) => part.replace(/\.$/, "")).join(". ");
  const region = byId("prompted");
  // A live region is read out at each write, even of the same words.
  if (region.textContent !== words) region.textContent = words;
}
