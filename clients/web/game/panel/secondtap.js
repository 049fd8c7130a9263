/** A second tap for a move that cannot be taken back. */

import { button } from "../../ui/controls.js";
import { byId, el } from "../../ui/dom.js";
import { setting } from "../../ui/settings.js";
import { t } from "../../ui/texts.js";

/** @import { Move, MoveList, View } from "../../api/types.js" */
/** @import { Callbacks } from "../ruleset.js" */

/**
 * Why no undo may lead back before a move: it shows something that stays seen, or the turn passes
 * to others, who may act at once.
 * @typedef {"shows" | "passes"} Finality
 */

/**
 * A player's choices among the legal moves.
 * @typedef {{view: View, list: MoveList, finality: (move: Move) => Finality | undefined}} Choices
 */

/** @type {{control: HTMLElement, key: string} | null} the button that the next tap sends */
let armed = null;
/** True while the click that armed a button is still dispatched: a tap on the map arms a button elsewhere. */
let isFresh = false;

/** Let a press elsewhere, a typed number or Escape take back the first tap. */
export function disarmOnOtherInput() {
  addEventListener("click", () => (isFresh = false), true);
  addEventListener("click", ({ target }) => {
    // A form is submitted after the click on its button.
    if (!isFresh && !(target instanceof Node && armed?.control.contains(target))) disarm();
  });
  addEventListener("input", disarm);
  // Captured: the page's own Escape takes back a choice, and redraws.
  addEventListener("keydown", ({ key }) => key === "Escape" && disarm(), true);
}

/**
 * A button that sends a move.
 * @param {string} kind
 * @param {string} label
 * @param {string | null} hint
 * @param {Choices} choices
 * @param {Move} move
 * @param {Callbacks} callbacks
 * @param {boolean} [isProposed] whether the page filled the move in; the list may hold only this one of many
 */
export function moveButton(kind, label, hint, choices, move, callbacks, isProposed = false) {
  const control = button(kind, label, hint, () => sendOrArm(control, choices, move, callbacks, isProposed));
  return bindMove(control, choices, move);
}

/**
 * Make a button the one that sends a move. It stays armed if it is a redrawn one.
 * @template {HTMLElement} E
 * @param {E} control
 * @param {Choices} choices
 * @param {Move} move
 */
export function bindMove(control, { view }, move) {
  const key = keyOf(view, move);
  control.dataset.sends = key;
  if (armed?.key === key) arm(control, key);
  return control;
}

/**
 * Send a move, or ask for a second tap on its button first.
 * @param {HTMLElement | null} control null for the panel's button of the move, such as for a tap on the map
 * @param {Choices} choices
 * @param {Move} move
 * @param {Callbacks} callbacks
 * @param {boolean} [isProposed]
 */
export function sendOrArm(control, choices, move, callbacks, isProposed = false) {
  const key = keyOf(choices.view, move);
  const isSecond = armed?.key === key;
  disarm();
  const asking = control ?? [...byId("panel").querySelectorAll("[data-sends]")].find((each) => each instanceof HTMLElement && each.dataset.sends === key);
  if (isSecond || !needsSecond(choices, move, isProposed)) return callbacks.send(move);
  // Without a button to arm, nothing may go out.
  if (!(asking instanceof HTMLElement)) return callbacks.changed();
  isFresh = true;
  byId("spoken").textContent = t("tap_again_for", { move: wordsOf(asking) });
  arm(asking, key);
}

/** Take back the first tap. */
export function disarm() {
  if (!armed) return;
  const { control } = armed;
  armed = null;
  control.classList.remove("armed");
  control.removeAttribute("aria-pressed");
  control.querySelector(".again")?.remove();
}

/**
 * @param {Choices} choices
 * @param {Move} move
 * @param {boolean} isProposed
 */
function needsSecond(choices, move, isProposed) {
  // With `confirm` the page asks about every move anyway.
  if (setting("one_tap") === "on" || setting("confirm") === "on") return false;
  const { list, view } = choices;
  if (!isProposed && list.moves.filter(({ type }) => type !== "resign").length === 1) return false;
  const why = choices.finality(move);
  // Under `free` every move can be taken back, but what it has shown stays seen.
  return why === "shows" || (why === "passes" && view.undo.policy !== "free");
}

/**
 * @param {HTMLElement} control
 * @param {string} key
 */
function arm(control, key) {
  armed = { control, key };
  control.classList.add("armed");
  control.setAttribute("aria-pressed", "true");
  // It lies over the button's own words: a button that grew would move the others away.
  control.prepend(el("span", { class: "again" }, t("tap_again")));
}

/** @param {HTMLElement} control */
const wordsOf = (control) => control.querySelector(".label")?.textContent || control.textContent || "";

/**
 * A move at a version of its game.
 * @param {View} view
 * @param {Move} move
 */
const keyOf = ({ version }, move) => `${version} ${JSON.stringify(move)}`;
