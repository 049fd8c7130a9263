/** The player's tokens for programs: a list, a form to make one, and its secret, shown once. */

import { faultText } from "../api/http.js";
import { showError } from "../api/failures.js";
import { makeToken, readTokens, revokeToken } from "../api/tokens.js";
import { ago, until } from "../ui/ago.js";
import { button, confirmed, linkBox } from "../ui/controls.js";
import { el, refill } from "../ui/dom.js";
import { t } from "../ui/texts.js";
import { check, field } from "./fields.js";

/** @import { AccessToken, AccessTokenMade, Scope } from "../api/types.js" */

/** @type {Scope[]} */
const SCOPES = ["read", "play", "bot", "notices", "account"];
const DAYS = ["30", "90", "366"];
const USUAL_DAYS = "90";

/** @param {HTMLElement} body */
export async function fillTokens(body) {
  const list = el("ul", { class: "account-list slim" });
  const show = (/** @type {AccessToken[]} */ tokens) => {
    const revoke = async (/** @type {AccessToken} */ token) => {
      if (!(await confirmed(t("account.token_revoke_sure", { name: token.name }), t("account.token_revoke")))) return;
      await revokeToken(token.id).then(renew).catch(showError);
    };
    refill(list, tokens.map((token) => row(token, () => revoke(token))));
    list.hidden = !tokens.length;
  };
  const renew = async () => show(await readTokens());
  await renew();
  refill(body, el("p", {}, t("account.tokens_intro")), list, making(renew));
}

/**
 * @param {AccessToken} token
 * @param {() => void} revoke
 */
function row(token, revoke) {
  const { created_at: made, expires_at: end, last_used: used, name, scopes } = token;
  const act = button("small quiet", t("account.token_revoke"), null, revoke);
  act.setAttribute("aria-label", t("account.token_revoke_of", { name }));
  const dates = [t("account.made"), " ", ago(made), " · ", t("account.token_ends"), " ", until(end), " · "];
  const use = used ? [t("account.last_used"), " ", ago(used)] : [t("account.never_used")];
  return el(
    "li",
    {},
    el("div", { class: "row-words" }, el("p", { class: "row-name" }, name), el("p", { class: "note" }, scopes.map((scope) => t(`account.scope_${scope}`)).join(" · ")), el("p", { class: "note" }, dates, use)),
    el("p", { class: "row-acts" }, act),
  );
}

/**
 * The button that opens the form, and in its place the form and then the new token.
 * @param {() => Promise<void>} renew
 */
function making(renew) {
  const place = el("div", { class: "adding-form" });
  const open = () => {
    const isOpen = control.getAttribute("aria-expanded") === "true";
    control.setAttribute("aria-expanded", String(!isOpen));
    refill(place, isOpen ? null : form(made));
    place.querySelector("input")?.focus();
  };
  const made = async (/** @type {AccessTokenMade} */ token) => {
    control.setAttribute("aria-expanded", "false");
    // Focused, as the form that had the focus is gone; a screen reader then reads the next step.
    const said = el("div", { class: "account-done", role: "status", tabindex: "-1" }, el("p", {}, t("account.token_secret")), linkBox(token.token, t("account.token_copy")));
    refill(place, said);
    said.focus();
    await renew();
  };
  const control = button("", t("account.token_add"), null, open);
  control.setAttribute("aria-expanded", "false");
  return el("div", { class: "token-making" }, el("p", { class: "row-acts" }, control), place);
}

/** @param {(token: AccessTokenMade) => Promise<void>} made */
function form(made) {
  const name = el("input", { name: "name", required: true, maxlength: "40", autocomplete: "off" });
  const boxes = SCOPES.map((value) => el("input", { type: "checkbox", name: "scopes", value, checked: value === "play" }));
  const days = el("select", { name: "days" }, DAYS.map((value) => el("option", { value, selected: value === USUAL_DAYS }, t(`account.token_days_${value}`))));
  const failed = el("p", { class: "account-failed", role: "alert", hidden: true });
  const go = el("button", { class: "button main" }, el("span", { class: "label" }, t("account.token_make")));
  const scopes = () => SCOPES.filter((_, index) => boxes[index].checked);
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    // A second press during the first request would make two tokens.
    go.disabled = true;
    await sent({ name: name.value.trim(), scopes: scopes(), days: Number(days.value) }, made, failed);
    go.disabled = false;
  };
  const choices = el("fieldset", { class: "token-scopes" }, el("legend", {}, t("account.token_may")), boxes.map((box) => check(`account.scope_${box.value}`, box)));
  return el("form", { class: "account-form", onsubmit: submit }, field("account.token_name", name, "account.token_name_hint"), choices, field("account.token_days", days), failed, go);
}

/**
 * Make a token, or say in `failed` why it cannot be made.
 * @param {{name: string, scopes: Scope[], days: number}} wanted
 * @param {(token: AccessTokenMade) => Promise<void>} made
 * @param {HTMLElement} failed
 */
async function sent(wanted, made, failed) {
  failed.hidden = true;
  try {
    if (wanted.scopes.length) return await made(await makeToken(wanted));
    failed.textContent = t("account.token_scopeless");
  } catch (error) {
    failed.textContent = faultText(error);
  }
  failed.hidden = false;
}
