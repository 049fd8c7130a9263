/** The part of a page for a link from a mail. */
// It acts on a press, not on opening: programs that scan mails open links and run scripts, and one once
// confirmed an address and signed in.

import { errorText, Problem } from "../api/http.js";
import { button } from "../ui/controls.js";
import { el } from "../ui/dom.js";

/**
 * True if the service will never accept a link's code, as it is used or wrong.
 * @param {unknown} error
 */
export function isRefusal(error) {
  // 429 and errors of the server say nothing about the code.
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
