/** The keys of a game's page: their list, and those of the table. */

import { showError } from "../../api/failures.js";
import { byId } from "../../ui/dom.js";
import { setting } from "../../ui/settings.js";

/** @import { Focus } from "./focus.js" */

/** Show the keyboard shortcuts. */
export function showKeys() {
  import("./keyhelp.js").then(({ openKeys }) => openKeys()).catch(showError);
}

/**
 * Whether a key belongs to the focused control, such as a text field, a list or a dialog.
 * @param {KeyboardEvent} event
 */
export function isTyping({ target }) {
  if (!(target instanceof Element) || document.querySelector("dialog:modal")) return true;
  return target.closest("input:not([type=range]), select, textarea, dialog") !== null;
}

/**
 * Listen for the table's keys: Escape, the arrows that lead to the map, and the key that leads to
 * the first target.
 * @param {Focus} focus
 */
export function listenToKeys(focus) {
  // Captured, to run before the controls' own listeners.
  document.addEventListener("keydown", (event) => stopRepeats(event), { capture: true });
  document.addEventListener("keydown", (event) => {
    // Shortcuts of browsers and screen readers come first.
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event)) return;
    const act = actionOf(event, focus);
    if (!act) return;
    event.preventDefault();
    act();
  });
}

/**
 * Make a held Enter or space choose only once.
 * @param {KeyboardEvent} event
 */
function stopRepeats(event) {
  // The focus moves to the next step's first target, and a repeated Enter would choose it as well.
  const isChoice = event.key === "Enter" || event.key === " ";
  if (!event.repeat || !isChoice || !at(event, "#panel, #map, #notices, .origin")) return;
  event.preventDefault();
  event.stopPropagation();
}

/**
 * @param {KeyboardEvent} event
 * @param {Focus} focus
 * @returns {(() => void) | null}
 */
function actionOf(event, focus) {
  // The reader can switch off single letters: speech input types letters that nobody meant (WCAG
  // 2.1.4).
  if (event.key === "m" && setting("keys") === "on") return () => focus.enter();
  if (event.key === "o" && setting("keys") === "on") return () => ordersButton()?.click();
  if (event.key === "Escape" && !document.querySelector("dialog[open]")) return () => goBack(event, focus);
  const stop = event.key.startsWith("Arrow") && mayEnterMap(event) && stopOnMap();
  return stop ? () => stop.focus({ preventScroll: true }) : null;
}

/**
 * Take back the latest choice of a move. In the log, and if there is no choice, go to the first
 * target.
 * @param {KeyboardEvent} event
 * @param {Focus} focus
 */
function goBack(event, focus) {
  const back = byId("panel").querySelector(".proposal > .button.quiet");
  if (back instanceof HTMLElement && !at(event, ".area-side")) back.click();
  else focus.enter();
}

/**
 * Whether an arrow leads to the map: from the panel's controls, and for a player also when no
 * control has the focus.
 * @param {KeyboardEvent} event
 */
function mayEnterMap(event) {
  // Not from a scrolling row, where arrows scroll. If nothing has the focus, a watcher's arrows
  // step through the replay.
  if (at(event, "#panel :is(button, a), #panel:focus")) return true;
  return isNowhere(event) && !byId("main").classList.contains("watching");
}

/** @param {KeyboardEvent} event */
const isNowhere = (event) => event.target === document.body || at(event, "#main:focus");

const ordersButton = () => /** @type {HTMLElement | null} */ (document.querySelector("#panel .orders-button"));

const stopOnMap = () => /** @type {SVGElement | null} */ (byId("map").querySelector(".map [tabindex='0']"));

/**
 * @param {KeyboardEvent} event
 * @param {string} selector
 */
const at = ({ target }, selector) => target instanceof Element && target.closest(selector) !== null;
