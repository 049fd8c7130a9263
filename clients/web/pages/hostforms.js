/** Forms and lists of the hosts' page: sent once, redrawn without losing the reader's place. */

import { button } from "../ui/controls.js";
import { el, keepingFocus, refill } from "../ui/dom.js";
import { t } from "../ui/texts.js";
import { showFailure } from "./hostfailures.js";

/** @import { Child } from "../ui/dom.js" */

/**
 * A form whose button waits while its request runs, and which names the fault if that fails.
 * @param {string} label of the button
 * @param {Child[]} content
 * @param {() => Promise<void>} act
 */
export function sendingForm(label, content, act) {
  const fault = el("p", { role: "alert", hidden: true });
  const go = el("button", { type: "submit", class: "button main" }, el("span", { class: "label" }, label));
  const send = async (/** @type {Event} */ event) => {
    event.preventDefault();
    go.disabled = fault.hidden = true;
    await act().catch((error) => showFailure(error, fault));
    go.disabled = false;
    // A disabled button has lost the focus.
    if (isNowhere()) go.focus({ preventScroll: true });
  };
  return el("form", { class: "host-form", onsubmit: send }, ...content, fault, el("p", {}, go));
}

/** The input for the reason of an act. */
export const reasonInput = () => el("input", { name: "reason", required: true, maxlength: "200", autocomplete: "off" });

/**
 * Redraw a part: the focus stays on its control, and what the reader has unfolded stays open.
 * @param {HTMLElement} part
 * @param {...(Child | Child[])} content
 */
export function redraw(part, ...content) {
  const folds = () => /** @type {HTMLDetailsElement[]} */ ([...part.querySelectorAll("details[data-key]")]);
  const open = folds().filter((each) => each.open).map((each) => each.dataset["key"]);
  keepingFocus(part, () => {
    refill(part, ...content);
    for (const each of folds()) each.open = open.includes(each.dataset["key"]);
  });
}

/**
 * Add rows to a list, and show below it how it goes on.
 * @param {HTMLElement} list
 * @param {HTMLElement} after what stands below it
 * @param {HTMLElement[]} rows
 * @param {{more: (() => Promise<void>) | null, nothing: string, note?: Child}} end the next rows, and the text of an empty list
 */
export function append(list, after, rows, { more, nothing, note }) {
  list.append(...rows);
  const empty = !list.children.length && el("p", { class: "note" }, t(nothing));
  redraw(after, empty, note, more && button("", t("host.more"), null, () => more().catch(showFailure)));
  // The button that was pressed is gone with the last rows.
  if (rows.length && rows.length < list.children.length) focusRow(list, rows[0].dataset["key"] ?? "");
}

/**
 * Give a focus that a closed dialog or message has left nowhere to a row, or to the panel's tab if the row is gone.
 * @param {HTMLElement} panel
 * @param {string} key of the row
 */
export function focusRow(panel, key) {
  if (!isNowhere()) return;
  const row = /** @type {HTMLElement[]} */ ([...panel.querySelectorAll("li[data-key]")]).find((each) => each.dataset["key"] === key);
  const tab = document.querySelector("[role=tab][aria-selected=true]");
  const place = /** @type {HTMLElement | null} */ (row?.querySelector("button, a, summary") ?? tab);
  place?.focus({ preventScroll: true });
}

const isNowhere = () => document.activeElement === document.body;

/**
 * A part that is folded at first; `redraw` keeps it as the reader has left it.
 * @param {string} key
 * @param {string} title
 * @param {HTMLElement} content
 * @param {() => Promise<void>} [show] fills the content when it is unfolded
 */
export function fold(key, title, content, show) {
  const open = () => part.open && show && !content.children.length && show().catch(showFailure);
  const part = el("details", { "data-key": key, ontoggle: open }, el("summary", {}, title), content);
  return part;
}
