/** The box for my name: what is typed goes with me from page to page, until it is mine. */

import { el } from "./dom.js";
import { t } from "./texts.js";

const KEY = "anabasis.typed";

/** @param {string} [known] the name that I have */
export function nameBox(known = "") {
  const value = sessionStorage.getItem(KEY) ?? known;
  const box = el("input", { name: "name", id: "name", maxlength: "40", autocomplete: "nickname", placeholder: t("default_name"), value });
  box.addEventListener("input", () => sessionStorage.setItem(KEY, box.value));
  return box;
}

export function forgetTyped() {
  sessionStorage.removeItem(KEY);
}
