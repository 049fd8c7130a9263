/** The part of a page for a link from a mail. */
// It acts only when a button is pressed: programs that scan mails open links and run scripts, and
// one of them once confirmed an address and signed in.

import { errorText, Problem } from "../api/http.js";
import { button } from "../ui/controls.js";
import { el } from "../ui/dom.js";

/**
 * Whether the service will never accept a link's code, because it is used or wrong.
 * @param {unknown} error
 */
export function isRefusal(error) {
  // A 429 or a server error says nothing about the code.
  return error instanceof Problem && error.status < 500 && error.status !== 429;
}

/**
 * A question with the button that follows the link; after an error the button can be pressed again.
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
