/** The part of a page that a link from a mail opens: it acts on a press, as programs that look through mails open links, too. */

import { errorText, Problem } from "../api/http.js";
import { button } from "../ui/controls.js";
import { el } from "../ui/dom.js";

/**
 * True if a link's code will never be taken, as it is spent or wrong.
 * @param {unknown} error
 */
export function isRefusal(error) {
  return error instanceof Problem && error.status < 500 && error.status !== 429;
}

/**
 * A question, and the button that does what the link is for; an error leaves the button to be tried again.
 * @param {string} question
 * @param {string} label
 * @param {() => Promise<unknown>} act
 */
export function linkOffer(question, label, act) {
  const failed = el("p", { class: "account-failed", role: "alert", hidden: true });
  const press = async () => {
    go.disabled = failed.hidden = true;
    await act().catch((error) => {
      failed.textContent = errorText(error);
      failed.hidden = false;
    });
    go.disabled = false;
  };
  const go = button("main", label, null, press);
  return el("div", { class: "account-done" }, el("p", {}, question), failed, el("p", {}, go));
}
