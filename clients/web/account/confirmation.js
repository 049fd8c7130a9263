/** The link in a mail that confirms its address. */

import { confirmChannel } from "../api/channels.js";
import { codeOf } from "../ui/address.js";
import { el } from "../ui/dom.js";
import { t } from "../ui/texts.js";
import { isRefusal, linkOffer } from "./links.js";

/** @import { AccountPage } from "./frame.js" */

/**
 * The button that confirms the address of the token in the page's address; null without a token.
 * @param {AccountPage} page
 */
export function confirmByLink(page) {
  const token = codeOf("confirm");
  if (!token) return null;
  const confirm = async () => {
    const line = await confirmedLine(token);
    // Only after an answer, so that a link whose request was lost can be pressed again.
    page.endLink(token);
    await page.restart(line);
  };
  return el("div", { class: "account-news" }, linkOffer(t("account.confirm_ask"), t("account.confirm_go"), confirm));
}

/**
 * Confirm an address, and return a line about the result.
 * @param {string} token
 */
async function confirmedLine(token) {
  try {
    const { target } = await confirmChannel(token);
    return el("p", { class: "account-done account-news", role: "status" }, t("account.confirmed", { address: target }));
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return el("p", { class: "account-failed account-news", role: "alert" }, t("account.confirm_failed"));
  }
}
