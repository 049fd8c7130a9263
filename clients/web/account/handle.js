/** The player's handle. */

import { claimHandle, readHandle } from "../api/accounts.js";
import { faultText } from "../api/http.js";
import { button } from "../ui/controls.js";
import { el, refill } from "../ui/dom.js";
import { t } from "../ui/texts.js";
import { field } from "./fields.js";

/** @param {HTMLElement} body */
export async function fillHandle(body) {
  const { handle } = await readHandle();
  const name = el("input", { type: "text", name: "handle", value: handle ?? "", minlength: 3, maxlength: 20, pattern: "[A-Za-z0-9_\\-]+", required: true });
  const failed = el("p", { class: "account-failed", role: "alert", hidden: true });
  const form = el("form", { class: "account-form", onsubmit: submit }, field("account.handle", name, "account.handle_form"), failed, button("", t("account.save"), null, () => form.requestSubmit()));
  const profile = handle && el("p", {}, el("a", { href: `@${handle}` }, t("account.handle_profile")));
  refill(body, el("p", {}, t("account.handle_intro")), form, profile);

  /** @param {Event} event */
  async function submit(event) {
    event.preventDefault();
    try {
      await claimHandle(name.value);
      await fillHandle(body);
    } catch (error) {
      refill(failed, faultText(error));
      failed.hidden = false;
    }
  }
}
