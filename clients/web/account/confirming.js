/** Opening the link of a mail that asks whether its address is right. */

import { errorText, Problem } from "../api/http.js";
import { confirmChannel } from "../api/channels.js";
import { el } from "../ui/dom.js";
import { t } from "../ui/texts.js";

/** @import { AccountPage } from "./frame.js" */

/**
 * Confirm the address whose token the page's address carries, and return a line about the result; null without one.
 * @param {AccountPage} page
 */
export async function confirmByLink(page) {
  const token = page.take("confirm");
  if (!token) return null;
  try {
    const { target } = await confirmChannel(token);
    return el("p", { class: "account-done account-news", role: "status" }, t("account.confirmed", { address: target }));
  } catch (error) {
    const isSpent = error instanceof Problem && error.status < 500 && error.status !== 429;
    return el("p", { class: "account-failed account-news", role: "alert" }, isSpent ? t("account.confirm_failed") : errorText(error));
  }
}
