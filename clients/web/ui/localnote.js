/** The note beside a link for others that only this machine can open. */

import { el } from "./dom.js";
import { addTexts, has, t } from "./texts.js";

const LOCAL = /^(?:.+\.)?localhost$|^127(?:\.\d+){3}$|^\[::1\]$/;

const isLocal = () => LOCAL.test(location.hostname);

/** @type {Promise<void> | null} */
let words = null;

/** Load the note's text, if there is a note; without its text the link has none. */
export async function loadLocalNote() {
  if (isLocal()) await (words ??= addTexts("share").catch(() => undefined));
}

/** The note; null if others can open links to this page. */
export const localNote = () => (isLocal() && has("share.only_here") ? el("p", { class: "note" }, t("share.only_here")) : null);
