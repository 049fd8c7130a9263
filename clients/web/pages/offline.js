/** Offline use: registers the worker, and shows a banner while there is no connection. */

import { banner } from "../ui/controls.js";
import { byId } from "../ui/dom.js";
import { workers } from "../ui/storage.js";
import { t } from "../ui/texts.js";

const WORKER = new URL("../../worker.js", import.meta.url).href;
const SETTLED_MILLISECONDS = 800;

/**
 * Register the worker, and show a banner while offline.
 * @param {"games" | "new" | "game" | "rules" | "account" | "missing"} here
 */
export function workOffline(here) {
  const notice = banner(t("net_lost"));
  const showNotice = () => byId("bar").after(notice);
  if (!navigator.onLine) showNotice();
  if (here !== "game") addEventListener("offline", showNotice);
  const wasOnline = navigator.onLine;
  addEventListener("online", () => (wasOnline ? notice.remove() : setTimeout(reloadIfOnline, SETTLED_MILLISECONDS)));
  workers()?.register(trustedAddress(), { updateViaCache: "none" }).catch(() => undefined);
}

/** Reload a page that was opened offline. The delay lets a link just followed lead away first. */
function reloadIfOnline() {
  if (navigator.onLine) location.reload();
}

/** The worker's address as a trusted type, which the content security policy demands. */
function trustedAddress() {
  const { trustedTypes } = /** @type {any} */ (globalThis);
  if (!trustedTypes) return WORKER;
  return trustedTypes.createPolicy("worker", { createScriptURL: () => WORKER }).createScriptURL("");
}
