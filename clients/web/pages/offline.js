/** Offline use: registers the worker, and shows a banner while there is no connection. */

import { banner } from "../ui/controls.js";
import { byId } from "../ui/dom.js";
import { workers } from "../ui/storage.js";
import { t } from "../ui/texts.js";

const WORKER = new URL("../../worker.js", import.meta.url).href;
const SETTLED_MILLISECONDS = 800;

/**
 * Register the worker, and show a banner while offline.
 * @param {"games" | "new" | "game" | "rules" | "account" | "house" | "missing"} here
 */
export function workOffline(here) {
  const notice = banner(t("net_lost"));
  const showNotice = () => byId("bar").after(notice);
  // A game's page has its own banner, which also reports a lost stream.
  if (here !== "game") {
    if (!navigator.onLine) showNotice();
    addEventListener("offline", showNotice);
  }
  const wasOnline = navigator.onLine;
  addEventListener("online", () => (wasOnline ? notice.remove() : setTimeout(reloadIfOnline, SETTLED_MILLISECONDS)));
  // `none`: an old worker in the browser's cache would keep showing an old page.
  workers()?.register(trustedAddress(), { updateViaCache: "none" }).catch(() => undefined);
}

/** Reload a page that was opened offline. */
function reloadIfOnline() {
  // Called after a delay, so that a reload does not cut off a link that was just followed.
  if (navigator.onLine) location.reload();
}

/** The worker's address as a trusted type, which the content security policy requires. */
function trustedAddress() {
  const { trustedTypes } = /** @type {any} */ (globalThis);
  // Firefox has trusted types only since 148, Safari since 26.
  if (!trustedTypes) return WORKER;
  return trustedTypes.createPolicy("worker", { createScriptURL: () => WORKER }).createScriptURL("");
}
