/** The input for the player's name; an unsaved name is remembered from page to page. */

import { el } from "./dom.js";
import { isDenied, ofTab } from "./storage.js";
import { t } from "./texts.js";

const KEY = "anabasis.typed";

/** @param {string} [saved] the player's present name */
export function nameBox(saved = "") {
  // Two pages ask for the name; a name typed on one need not be typed again on the other.
  const value = ofTab.get(KEY) ?? saved;
  const box = el("input", { name: "name", id: "name", maxlength: "40", autocomplete: "nickname", placeholder: t("default_name"), value });
  box.addEventListener("input", () => ofTab.set(KEY, box.value));
  return box;
}

/** The reason why nobody can play in this browser, which keeps no session; null if it does. */
export function sessionNote() {
  return isDenied() ? el("p", { class: "denied" }, t("session_denied")) : null;
}

export function forgetDraft() {
  ofTab.remove(KEY);
}
