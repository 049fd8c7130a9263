/** A member's invitations to make an account here: a list, and a form to make one. */

import { showError } from "../api/failures.js";
import { makeInvitation, readHouse, readMyInvitations, revokeInvitation } from "../api/house.js";
import { errorText } from "../api/http.js";
import { until } from "../ui/ago.js";
import { button, confirmed, linkBox } from "../ui/controls.js";
import { el, refill } from "../ui/dom.js";
import { t } from "../ui/texts.js";
import { field } from "./fields.js";

/** @import { AccountInvitation, AccountInvitationMade } from "../api/types.js" */

const USES = ["1", "2", "5", "10"];
const DAYS = ["1", "7", "30"];
const USUAL_DAYS = "7";

/** @param {HTMLElement} body */
export async function fillInvitations(body) {
  const { invitations, registration } = await readHouse();
  if (registration === "open") return refill(body, el("p", {}, t("account.invitations_open")));
  if (registration === "closed") return refill(body, el("p", {}, t("account.invitations_closed")));
  if (invitations === "host") return refill(body, el("p", {}, t("account.invitations_host")));
  const list = el("ul", { class: "account-list slim" });
  const renew = async () => show(list, await readMyInvitations(), renew);
  await renew();
  return refill(body, el("p", {}, t("account.invitations_intro")), list, making(renew));
}

/**
 * @param {HTMLElement} list
 * @param {AccountInvitation[]} invitations
 * @param {() => Promise<void>} renew
 */
function show(list, invitations, renew) {
  const revoke = async (/** @type {AccountInvitation} */ each) => {
    if (!(await confirmed(t("account.invitation_revoke_sure"), t("account.invitation_revoke")))) return;
    await revokeInvitation(each.invitation_id).then(renew).catch(showError);
  };
  refill(list, invitations.map((each) => row(each, () => revoke(each))));
  list.hidden = !invitations.length;
}

/**
 * @param {AccountInvitation} invitation
 * @param {() => void} revoke
 */
function row({ expires_at: end, uses, uses_left: left }, revoke) {
  const used = uses - left;
  const words = t("account.invitation_used", { used, uses });
  const act = button("small quiet", t("account.invitation_revoke"), null, revoke);
  act.setAttribute("aria-label", `${t("account.invitation_revoke")} (${words})`);
  return el(
    "li",
    {},
    el("div", { class: "row-words" }, el("p", { class: "row-name" }, words), el("p", { class: "note" }, t("account.token_ends"), " ", until(end))),
    el("p", { class: "row-acts" }, act),
  );
}

/**
 * The form, and below it the link of the newest invitation.
 * @param {() => Promise<void>} renew
 */
function making(renew) {
  const uses = choice("uses", USES, "1", (n) => t("account.invitation_uses", { n }));
  const days = choice("days", DAYS, USUAL_DAYS, (n) => t("account.invitation_days", { n }));
  const place = el("div", { class: "adding-form" });
  const failed = el("p", { class: "account-failed", role: "alert", hidden: true });
  const go = el("button", { class: "button" }, el("span", { class: "label" }, t("account.invitation_make")));
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    // A second press during the first request would make two invitations.
    go.disabled = true;
    failed.hidden = true;
    try {
      tell(place, await makeInvitation({ uses: Number(uses.value), days: Number(days.value) }));
      await renew();
    } catch (error) {
      failed.textContent = errorText(error);
      failed.hidden = false;
    }
    go.disabled = false;
  };
  const form = el("form", { class: "account-form", onsubmit: submit }, field("account.invitation_for", uses), field("account.token_days", days), failed, go);
  return el("div", { class: "token-making" }, form, place);
}

/**
 * @param {string} name
 * @param {string[]} values
 * @param {string} usual
 * @param {(n: number) => string} words
 */
function choice(name, values, usual, words) {
  return el("select", { name }, values.map((value) => el("option", { value, selected: value === usual }, words(Number(value)))));
}

/**
 * @param {HTMLElement} place
 * @param {AccountInvitationMade} made
 */
function tell(place, { link }) {
  // Focused, so that a screen reader reads the next step.
  const said = el("div", { class: "account-done", role: "status", tabindex: "-1" }, el("p", {}, t("account.invitation_made")), linkBox(link, t("account.invitation_copy")));
  refill(place, said);
  said.focus();
}
