/** Failures on the hosts' page: a message, or a new sign-in where the last one is too old. */

import { showError } from "../api/failures.js";
import { faultText, Problem } from "../api/http.js";
import { button, openDialog } from "../ui/controls.js";
import { byId, el, refill } from "../ui/dom.js";
import { t } from "../ui/texts.js";

/** @type {HTMLDialogElement | null} */
let dialog = null;

/** @param {unknown} error */
const isStale = (error) => error instanceof Problem && error.code === "sign_in_stale";

/**
 * Show the reader that a request failed; after a sign-in that is too old, offer a new one.
 * @param {unknown} error
 * @param {HTMLElement} [line] of the form that failed, in place of a message
 */
export function showFailure(error, line) {
  if (isStale(error)) return void signInAgain().catch(showError);
  if (!line) return showError(error);
  line.textContent = faultText(error);
  line.hidden = false;
}

/** Offer a sign-in over the page, where all that was typed stays. */
async function signInAgain() {
  if (dialog?.isConnected) return;
  const parts = await signInParts(async () => dialog?.close());
  // A second request may have failed meanwhile.
  if (dialog?.isConnected) return;
  dialog = openDialog(t("host.stale_title"), parts, { close: t("back") });
}

/**
 * Show in a panel why it could not be read. A sign-in replaces all panels, as each needs it.
 * @param {HTMLElement} panel
 * @param {unknown} error
 */
export async function showFailureIn(panel, error) {
  if (!isStale(error)) return refill(panel, el("p", { role: "alert" }, faultText(error)));
  const reload = () => location.reload();
  const parts = await signInParts(async () => reload());
  refill(byId("main"), el("h1", {}, t("host.stale_title")), ...parts, el("p", {}, button("", t("host.again"), null, reload)));
}

/** @param {() => Promise<void>} restart */
async function signInParts(restart) {
  const { fillSignIn, loadSignIn } = await import("../account/signin.js");
  await loadSignIn();
  const ways = el("div", { class: "account-body host-form" });
  await fillSignIn(ways, { restart });
  return [el("p", {}, t("host.stale_text")), ways, el("p", {}, t("host.stale_link"), " ", el("code", {}, "anabasis admin link PLAYER"))];
}
