/** The page without a connection: the worker that keeps it, and the word that there is none. */

import { banner } from "../ui/controls.js";
import { byId } from "../ui/dom.js";
import { t } from "../ui/texts.js";

const WORKER = new URL("../../worker.js", import.meta.url).href;
const SETTLED_MILLISECONDS = 800;

/**
 * Have the worker keep the page, and say when there is no connection.
 * @param {"games" | "new" | "game" | "rules" | "missing"} here
 */
export function workOffline(here) {
  const said = banner(t("net_lost"));
  const say = () => byId("bar").after(said);
  if (!navigator.onLine) say();
  if (here !== "game") addEventListener("offline", say);
  const began = navigator.onLine;
  addEventListener("online", () => (began ? said.remove() : setTimeout(beginAnew, SETTLED_MILLISECONDS)));
  navigator.serviceWorker?.register(trusted(), { updateViaCache: "none" }).catch(() => undefined);
}

/** Load a page that began without a connection; a link just followed is not cut off by it. */
function beginAnew() {
  if (navigator.onLine) location.reload();
}

/** The worker's address, as the content security policy wants it: the only one there is. */
function trusted() {
  const { trustedTypes } = /** @type {any} */ (globalThis);
  if (!trustedTypes) return WORKER;
  return trustedTypes.createPolicy("worker", { createScriptURL: () => WORKER }).createScriptURL("");
}
