/** Signing in again, by a passkey or by a link that is mailed. */

import { errorText, faultText } from "../api/http.js";
import { hasPasskeys, PasskeyUnused, readSignInWays } from "../api/passkeys.js";
import { askSignIn, finishSignIn, signInByPasskey, wantsCode } from "../api/signin.js";
import { codeOf } from "../ui/address.js";
import { button, openDialog, toast } from "../ui/controls.js";
import { el, refill } from "../ui/dom.js";
import { loadStyles } from "../ui/styles.js";
import { addTexts, t } from "../ui/texts.js";
import { field } from "./fields.js";
import { linkOffer } from "./links.js";

/** @import { Me, SignInAsked } from "../api/types.js" */
/** @import { Child } from "../ui/dom.js" */
/** @import { AccountPage } from "./frame.js" */

/** @typedef {Pick<AccountPage, "restart">} After the step after a sign-in */

/** Load what a sign-in needs beside this module, on a page that is not the account's. */
export function loadSignIn() {
  const styles = ["account.css", "signin.css"].map((name) => loadStyles(new URL(name, import.meta.url)));
  return Promise.all([addTexts("account"), ...styles]);
}

/** Open the dialog with the ways to sign in again. */
export async function openSignIn() {
  const body = el("div", { class: "account-body" });
  await loadSignIn();
  await fillSignIn(body, { restart: async () => location.assign(new URL("./", document.baseURI)) });
  openDialog(t("come_back"), [body]);
}

/**
 * Fill a section with the ways to sign in again.
 * @param {HTMLElement} body
 * @param {After} after
 */
export async function fillSignIn(body, after) {
  const ways = await readSignInWays();
  const passkeys = ways.passkeys && hasPasskeys();
  refill(
    body,
    el("p", {}, t(passkeys || ways.email ? "account.sign_in_intro" : "account.sign_in_none")),
    passkeys && passkeyPart(after),
    ways.email && linkPart(passkeys ? "" : "main"),
    el("p", { class: "note" }, t("account.sign_in_device")),
  );
}

/** @param {After} after */
function passkeyPart(after) {
  const failed = alertLine();
  const act = async () => {
    failed.hidden = true;
    try {
      await welcome(await signInByPasskey(), after);
    } catch (error) {
      tell(failed, error instanceof PasskeyUnused ? t("account.passkey_unused") : errorText(error));
    }
  };
  return el("div", { class: "sign-in-way" }, button("main", t("account.sign_in_passkey"), null, act), failed);
}

/** @param {string} kind of its button */
function linkPart(kind) {
  const email = el("input", { type: "email", name: "email", required: true, maxlength: "254", autocomplete: "email", inputmode: "email" });
  const place = el("div", { class: "sign-in-way" });
  const send = async () => showSent(place, email.value.trim(), await askSignIn(email.value.trim()));
  place.append(form("account.address", email, { kind, name: t("account.sign_in_send"), act: send }));
  return place;
}

/**
 * @param {HTMLElement} place
 * @param {string} email
 * @param {SignInAsked} asked
 */
function showSent(place, email, { code }) {
  const said = el(
    "div",
    { class: "account-done", role: "status", tabindex: "-1" },
    el("p", {}, t("account.sign_in_sent", { address: email })),
    el("p", {}, t("account.sign_in_code")),
    el("p", { class: "sign-in-code" }, code),
  );
  refill(place, said);
  said.focus();
  reloadWhenSignedIn();
}

/** Reload this page once another tab has signed in. */
function reloadWhenSignedIn() {
  // The mail's link opens another tab; without a reload this one would stay signed out.
  addEventListener("storage", ({ key, newValue }) => key === "anabasis.session" && newValue && location.reload());
}

/**
 * The button that follows the sign-in link in the page's address; null without one.
 * @param {AccountPage} page
 */
export function signInByLink(page) {
  const token = codeOf("sign-in");
  if (!token) return null;
  const place = el("div", { class: "account-news sign-in-way" });
  const question = page.me ? t("account.sign_in_instead", { name: page.me.name }) : t("account.sign_in_ask");
  const restart = () => {
    page.endLink(token);
    return page.restart();
  };
  place.append(linkOffer(question, t("account.sign_in_go"), () => follow(place, { token }, { restart })));
  return place;
}

/**
 * Try a link. If needed, ask for the code shown by the browser that requested the link, or let the
 * reader choose one of several players.
 * @param {HTMLElement} place
 * @param {{token: string, code?: string, player_id?: string}} link
 * @param {After} after
 */
async function follow(place, link, after) {
  try {
    const answer = await finishSignIn(link);
    if ("players" in answer) refill(place, choice(place, link, answer.players, after));
    else await welcome(answer.me, after);
  } catch (error) {
    if (!wantsCode(error)) throw error;
    refill(place, codeForm(place, link, after));
  }
}

/**
 * @param {HTMLElement} place
 * @param {{token: string}} link
 * @param {After} after
 */
function codeForm(place, link, after) {
  // `one-time-code` lets a phone suggest the code, which has only digits.
  const code = el("input", { name: "code", required: true, maxlength: "12", autocomplete: "one-time-code", inputmode: "numeric", class: "sign-in-code" });
  const send = async () => {
    const answer = await finishSignIn({ ...link, code: code.value });
    if ("players" in answer) refill(place, choice(place, { ...link, code: code.value }, answer.players, after));
    else await welcome(answer.me, after);
  };
  return el("div", { class: "account-done" }, el("p", {}, t("account.sign_in_elsewhere")), form("account.sign_in_code_field", code, { kind: "main", name: t("account.sign_in_go"), act: send }));
}

/**
 * @param {HTMLElement} place
 * @param {{token: string, code?: string}} link
 * @param {Me[]} players
 * @param {After} after
 */
function choice(place, link, players, after) {
  const failed = alertLine();
  const choose = (/** @type {string} */ player_id) => follow(place, { ...link, player_id }, after).catch((error) => tell(failed, errorText(error)));
  const pick = (/** @type {Me} */ { player_id, name }) => button("", name, null, () => choose(player_id));
  return el("div", { class: "account-done" }, el("p", {}, t("account.sign_in_choose")), failed, el("p", { class: "row-acts" }, players.map(pick)));
}

/**
 * @param {Me} me
 * @param {After} after
 */
async function welcome({ name }, { restart }) {
  toast(t("account.welcome_back", { name }));
  await restart();
}

/**
 * A form with one field, and a line for an error.
 * @param {string} label
 * @param {HTMLInputElement} control
 * @param {{kind: string, name: string, act: () => Promise<unknown>}} button
 */
function form(label, control, { kind, name, act }) {
  const failed = alertLine();
  const go = el("button", { class: `button ${kind}` }, el("span", { class: "label" }, name));
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    go.disabled = true;
    failed.hidden = true;
    await act().catch((error) => tell(failed, faultText(error)));
    go.disabled = false;
  };
  return el("form", { class: "account-form", onsubmit: submit }, field(label, control), failed, go);
}

/** @param {Child} [words] hidden at first if there are none */
function alertLine(words) {
  return el("p", { class: "account-failed", role: "alert", hidden: !words }, words);
}

/**
 * @param {HTMLElement} line
 * @param {string} words
 */
function tell(line, words) {
  line.textContent = words;
  line.hidden = false;
}
