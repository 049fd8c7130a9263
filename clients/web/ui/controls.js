/** Buttons, banners, dialogs, tabs and short messages. */

import { byId, el } from "./dom.js";
import { t } from "./texts.js";

/** @import { Child } from "./dom.js" */

const TOAST_MILLISECONDS = 8000;

/**
 * @param {string} kind
 * @param {string} label
 * @param {string | null} hint
 * @param {() => void} act
 */
export function button(kind, label, hint, act) {
  return el(
    "button",
    { type: "button", class: `button ${kind}`, onclick: act },
    el("span", { class: "label" }, label),
    hint && el("span", { class: "hint" }, hint),
  );
}

/**
 * A link that looks like a button.
 * @param {string} kind
 * @param {string} label
 * @param {string} title
 * @param {string} href
 */
export function buttonLink(kind, label, title, href) {
  return el("a", { class: `button ${kind}`, title, href }, el("span", { class: "label" }, label));
}

/**
 * A message above the map; screen readers announce it if `isNews`.
 * @param {Child | Child[]} text
 * @param {(Node | false | null)[]} [buttons]
 * @param {{isNews?: boolean, kind?: string}} [options]
 */
export function banner(text, buttons = [], { isNews = true, kind = "" } = {}) {
  // "status" is polite: a screen reader first finishes its sentence, such as the last move.
  return el("div", { class: `banner ${kind}`, role: isNews ? "status" : null }, el("span", {}, text), buttons);
}

/**
 * Open a dialog with a button that closes it.
 * @param {string} title
 * @param {(Child | Child[])[]} content
 * @param {{kind?: string, close?: string, closed?: () => void}} [options]
 */
export function openDialog(title, content, { kind = "", close = t("settings_close"), closed = () => undefined } = {}) {
  const dialog = el(
    "dialog",
    { class: `dialog ${kind}`, "aria-label": title },
    el("h2", {}, title),
    ...content,
    el("p", { class: "dialog-end" }, button("", close, null, () => dialog.close())),
  );
  dialog.addEventListener("close", () => {
    // Each opening makes a new dialog, and closed ones would pile up in the document.
    dialog.remove();
    closed();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/**
 * Ask for confirmation.
 * @param {string} question
 * @param {string} yes the label of the button that confirms
 * @returns {Promise<boolean>}
 */
export function confirmed(question, yes) {
  return new Promise((resolve) => {
    const answer = (/** @type {boolean} */ value) => () => {
      resolve(value);
      dialog.close();
    };
    // Escape, or Back on Android, closes a dialog without a button; that counts as no.
    const dialog = el(
      "dialog",
      { class: "dialog", "aria-label": question, onclose: () => dialog.remove(), oncancel: () => resolve(false) },
      el("p", {}, question),
      el("p", { class: "dialog-end" }, button("", t("back"), null, answer(false)), button("main", yes, null, answer(true))),
    );
    document.body.append(dialog);
    // Not `show`, which neither makes the page behind inert nor gives the focus back on closing.
    dialog.showModal();
  });
}

/**
 * Show a short message at the bottom of the page.
 * @param {string} text
 * @param {...(Node | false | null)} more such as a link to an explanation
 */
export function toast(text, ...more) {
  const shown = el("p", { class: "toast", role: "status" }, text, more.length ? " " : "", more);
  // One at a time, since a pile of messages would cover a phone's buttons.
  byId("toasts").replaceChildren(shown);
  setTimeout(() => shown.remove(), TOAST_MILLISECONDS);
}

/** @param {string} text */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    toast(t("copied"));
  } catch {
    // The browser may deny the clipboard, or lack it without https, as on a home network. Then the
    // reader can copy the text from the message by hand.
    toast(text);
  }
}

/**
 * A box with a link and a button that copies it.
 * @param {string} link
 * @param {string} [label] of the button
 */
export function linkBox(link, label = t("copy")) {
  const box = el("input", { class: "link", readonly: true, value: link, "aria-label": label });
  return el("div", { class: "link-box" }, box, button("small", label, null, () => copyText(link)));
}

/**
 * Make a list of tabs show one panel at a time, by click or arrow key.
 * @param {HTMLElement} list
 * @param {() => void} changed
 */
export function connectTabs(list, changed) {
  const tabs = /** @type {HTMLElement[]} */ ([...list.querySelectorAll("[role=tab]")]);
  const show = (/** @type {HTMLElement} */ shown) => {
    for (const tab of tabs) {
      tab.setAttribute("aria-selected", String(tab === shown));
      // The Tab key stops at the chosen tab only; arrows reach the others, as in ARIA's pattern.
      tab.tabIndex = tab === shown ? 0 : -1;
      byId(tab.getAttribute("aria-controls") ?? "").hidden = tab !== shown;
    }
    shown.focus();
    changed();
  };
  tabs.forEach((tab) => tab.addEventListener("click", () => show(tab)));
  list.addEventListener("keydown", (event) => {
    const place = tabs.findIndex((tab) => tab === document.activeElement);
    const next = { ArrowLeft: place - 1, ArrowRight: (place + 1) % tabs.length, Home: 0, End: -1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    // The page's own arrow keys step through the replay.
    event.stopPropagation();
    show(/** @type {HTMLElement} */ (tabs.at(next)));
  });
}
