/** The door of a house that takes no new players, or only invited ones. */

import { checkInvitation, mailInvitation, readHouse } from "../api/house.js";
import { Problem, errorText, faultText } from "../api/http.js";
import { whoAmI } from "../api/player.js";
import { beginSession } from "../api/service.js";
import { pause } from "../api/stream.js";
import { lastPart } from "../ui/address.js";
import { openDialog, toast } from "../ui/controls.js";
import { el } from "../ui/dom.js";
import { joinCode } from "../ui/links.js";
import { ofTab } from "../ui/storage.js";
import { addTexts, t } from "../ui/texts.js";
import { field } from "./fields.js";
import { fillSignIn, loadSignIn } from "./signin.js";

/** @import { House, Me } from "../api/types.js" */

const KEY = "anabasis.invitation";
const TOKEN = /anai_[\w-]+/;
const ASK_AGAIN_SECONDS = 10;
const CLOSED = "registration_closed";
const REFUSALS = [CLOSED, "invitation_wanted", "in_line"];

/**
 * Note an invitation for when the person chooses a name, and say whether it is good.
 * @param {string} text a link, a token, or a sentence with one of them
 */
export async function noteInvitation(text) {
  const invitation = tokenIn(text);
  // At once, as the person may choose their name before the service has answered.
  ofTab.set(KEY, invitation);
  const [me] = await Promise.all([whoAmI(), addTexts("account")]);
  if (me) return toast(t("account.door_in_already", { name: me.name }));
  try {
    await checkInvitation(invitation);
    toast(t("account.door_invited"));
  } catch (error) {
    if (error instanceof Problem && error.status === 403) ofTab.remove(KEY);
    throw error;
  }
}

/** @param {string} text */
function tokenIn(text) {
  return TOKEN.exec(text)?.[0] ?? text.trim().slice(0, 100);
}

/**
 * Let in a person whom the service refused for want of an invitation: by that of a link, or one
 * that they type. Throws the refusal if they give none.
 * @param {unknown} refusal
 * @param {string} name
 * @returns {Promise<Me>}
 */
export async function enter(refusal, name) {
  if (!(refusal instanceof Problem) || !REFUSALS.includes(refusal.code)) throw refusal;
  if (refusal.body.ticket) return waitInLine(refusal, name, {});
  let problem = refusal;
  for (const invitee of problem.code === CLOSED ? [] : inviteesAtHand()) {
    try {
      return await entered(name, invitee);
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 403) throw error;
      problem = error;
    }
  }
  return ask(problem, name);
}

/**
 * The invitations that this page knows: that of a link, and the link of the game on show.
 * @returns {Record<string, string>[]}
 */
function inviteesAtHand() {
  const [invitation, code] = [ofTab.get(KEY), joinCode()];
  const ofLink = invitation ? [{ invitation }] : [];
  return code ? [...ofLink, { game_id: lastPart(), join_code: code }] : ofLink;
}

/**
 * @param {string} name
 * @param {Record<string, string>} invitee
 */
async function entered(name, invitee) {
  const me = await beginSession(name, invitee).catch((error) => {
    if (error instanceof Problem && error.body.ticket) return waitInLine(error, name, invitee);
    throw error;
  });
  ofTab.remove(KEY);
  return me;
}

/**
 * Say the place in the line of new players, and come in when it is time. Throws the problem if the
 * person leaves the line.
 * @param {Problem} problem
 * @param {string} name
 * @param {Record<string, string>} invitee
 * @returns {Promise<Me>}
 */
async function waitInLine(problem, name, invitee) {
  await addTexts("account");
  const line = el("p", { role: "status" });
  const dialog = openDialog(t("account.line"), [line]);
  let last = problem;
  // Closing the dialog takes it out of the page.
  while (dialog.isConnected) {
    line.textContent = t("account.line_place", { n: last.body.place ?? 0, minutes: Math.ceil(last.retryAfter / 60) });
    // Asked again before its time, so that the place on show stays true.
    await pause(Math.min(last.retryAfter, ASK_AGAIN_SECONDS) * 1000);
    if (!dialog.isConnected) break;
    try {
      const me = await beginSession(name, { ...invitee, ticket: last.body.ticket ?? "" });
      dialog.close();
      return me;
    } catch (error) {
      if (error instanceof Problem && error.body.ticket) {
        last = error;
        continue;
      }
      dialog.close();
      throw error;
    }
  }
  throw last;
}

/**
 * Say why the door is closed, and ask for an invitation.
 * @param {Problem} problem
 * @param {string} name
 * @returns {Promise<Me>}
 */
async function ask(problem, name) {
  const house = await readHouse();
  const ways = el("div", { class: "account-body" });
  await loadSignIn();
  await fillSignIn(ways, { restart: async () => location.reload() });
  return new Promise((resolve, reject) => {
    const body = el("div", { class: "account-body door" });
    const letIn = (/** @type {Me} */ me) => {
      resolve(me);
      body.closest("dialog")?.close();
    };
    body.append(...reason(problem, house, name, letIn), el("h3", {}, t("account.door_members")), ways);
    openDialog(t(problem.code === CLOSED ? "account.door_closed" : "account.door_invite"), [body], { closed: () => reject(problem) });
  });
}

/**
 * @param {Problem} problem
 * @param {House} house
 * @param {string} name
 * @param {(me: Me) => void} letIn
 */
function reason({ code }, house, name, letIn) {
  const watch = house.watching === "open" && el("p", { class: "note" }, t("account.door_watch"));
  if (code === CLOSED) return [el("p", {}, t("account.door_closed_why")), watch].filter((each) => !!each);
  const spent = code === "invitation_spent" && el("p", { class: "account-failed", role: "alert" }, t("account.door_spent"));
  return [el("p", {}, t("account.door_invite_why")), spent, invitationForm(() => name, letIn), mailForm(house), watch].filter((each) => !!each);
}

/**
 * A form to come in by an invitation.
 * @param {() => string} name
 * @param {(me: Me) => void} letIn
 * @param {HTMLElement} [first] a field above it
 */
export function invitationForm(name, letIn, first) {
  const code = el("input", { name: "invitation", required: true, maxlength: "300", autocomplete: "off", spellcheck: false });
  const failed = el("p", { class: "account-failed", role: "alert", hidden: true });
  const go = el("button", { class: "button main" }, el("span", { class: "label" }, t("account.door_go")));
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    go.disabled = failed.hidden = true;
    try {
      // A whole link may be pasted as well.
      letIn(await entered(name(), { invitation: tokenIn(code.value) }));
    } catch (error) {
      const isSpent = error instanceof Problem && error.code === "invitation_spent";
      failed.textContent = isSpent ? t("account.door_spent") : errorText(error);
      failed.hidden = false;
    }
    go.disabled = false;
  };
  return el("form", { class: "account-form", onsubmit: submit }, first, field("account.door_code", code), failed, go);
}

/**
 * A form to have an invitation sent to an address of the host's mail domains; null where there are none.
 * @param {House} house
 */
export function mailForm({ mail_domains: domains }) {
  if (!domains.length) return null;
  const email = el("input", { type: "email", name: "email", required: true, maxlength: "254", autocomplete: "email", inputmode: "email" });
  const said = el("p", { role: "status" });
  const go = el("button", { class: "button" }, el("span", { class: "label" }, t("account.door_mail_go")));
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    go.disabled = true;
    const address = email.value.trim();
    said.textContent = await mailInvitation(address).then(() => t("account.door_mailed", { address }), faultText);
    go.disabled = false;
  };
  return el("form", { class: "account-form", onsubmit: submit }, el("p", {}, t("account.door_mail", { domains: domains.join(", ") })), field("account.address", email), go, said);
}
