/** The input for the player's name; an unsaved name is remembered from page to page. */

import { el } from "./dom.js";
import { t } from "./texts.js";

const KEY = "anabasis.typed";

/** @param {string} [saved] the player's present name */
export function nameBox(saved = "") {
  const value = sessionStorage.getItem(KEY) ?? saved;
  const box = el("input", { name: "name", id: "name", maxlength: "40", autocomplete: "nickname", placeholder: t("default_name"), value });
  box.addEventListener("input", () => sessionStorage.setItem(KEY, box.value));
  return box;
}

export function forgetDraft() {
  sessionStorage.removeItem(KEY);
}
