/** The forms to add a channel: an e-mail address, this browser, or a webhook. */

import { faultText, Problem } from "../api/http.js";
import { addChannel } from "../api/channels.js";
import { button, linkBox } from "../ui/controls.js";
import { el, refill } from "../ui/dom.js";
import { t } from "../ui/texts.js";
import { field } from "./fields.js";

/** @import * as Push from "../api/push.js" */
/** @import { Channel, Notices } from "../api/types.js" */
/** @import { Child } from "../ui/dom.js" */

/**
 * What happens around the adding of a channel.
 * @typedef {object} Adding
 * @property {() => Promise<void>} before
 * @property {(channel: Channel) => void} after
 */

const SHAPES = ["standard", "discord", "slack"];

/**
 * The ways to add a channel; one form at a time is open.
 * @param {Notices} notices
 * @param {typeof Push} push
 * @param {Adding} adding
 */
export function addingForms(notices, push, adding) {
  const place = el("div", { class: "adding-form" });
  const openers = [
    notices.email && opener("email", place, () => emailForm(place, adding)),
    opener("push", place, () => pushForm(notices.push_key, push, place, adding)),
    opener("webhook", place, () => webhookForm(place, adding)),
  ];
  return el("div", { class: "adding" }, el("h4", {}, t("account.add")), el("div", { class: "adding-ways" }, openers), place);
}

/** @param {string} why */
const unable = (why) => el("p", { class: "account-empty" }, t(why));

/**
 * @param {"email" | "push" | "webhook"} kind
 * @param {HTMLElement} place
 * @param {() => HTMLElement} form
 */
function opener(kind, place, form) {
  const open = () => {
    const isOpen = control.getAttribute("aria-expanded") === "true";
    for (const each of control.parentElement?.children ?? []) each.setAttribute("aria-expanded", "false");
    control.setAttribute("aria-expanded", String(!isOpen));
    refill(place, isOpen ? null : form());
    /** @type {HTMLElement | null} */ (place.querySelector("input, button"))?.focus();
  };
  const control = button("", t(`account.add_${kind}`), t(`account.add_${kind}_hint`), open);
  control.setAttribute("aria-expanded", "false");
  return control;
}

/**
 * @param {HTMLElement} place
 * @param {Adding} adding
 */
function emailForm(place, adding) {
  const address = el("input", { type: "email", name: "address", required: true, maxlength: "254", autocomplete: "email", inputmode: "email" });
  const send = () => addChannel({ kind: "email", address: address.value.trim() });
  const then = (/** @type {Channel} */ { target }) => [el("p", {}, t("account.confirm_sent", { address: target })), el("p", { class: "note" }, t("account.confirm_hint"))];
  return form(place, [field("account.address", address)], t("account.add_send"), send, adding, then);
}

/**
 * @param {string | null} pushKey
 * @param {typeof Push} push
 * @param {HTMLElement} place
 * @param {Adding} adding
 */
function pushForm(pushKey, push, place, adding) {
  // The button stays and says why it cannot work; people would look for it otherwise.
  if (!pushKey || !push.canPushHere()) return unable(pushKey ? "account.push_unsupported" : "account.no_push");
  return form(place, [el("p", {}, t("account.push_help"))], t("account.push_allow"), () => push.subscribeHere(pushKey), adding, () => [el("p", {}, t("account.push_added"))], true);
}

/**
 * @param {HTMLElement} place
 * @param {Adding} adding
 */
function webhookForm(place, adding) {
  const url = el("input", { type: "url", name: "url", required: true, maxlength: "2000", placeholder: "https://", inputmode: "url" });
  const shape = el("select", { name: "shape" }, SHAPES.map((value) => el("option", { value }, t(`account.shape_${value}`))));
  const label = el("input", { name: "label", maxlength: "40" });
  const send = () => addChannel({ kind: "webhook", url: url.value.trim(), shape: shape.value, ...(label.value.trim() && { label: label.value.trim() }) });
  const then = (/** @type {Channel} */ { secret }) => (secret ? [el("p", {}, t("account.secret")), linkBox(secret, t("account.secret_copy"))] : [el("p", {}, t("account.added"))]);
  const parts = [field("account.url", url), field("account.shape", shape, "account.shape_hint"), field("account.label", label)];
  return form(place, parts, t("account.add_save"), send, adding, then);
}

/**
 * A form that adds a channel and then says what to do next.
 * @param {HTMLElement} place
 * @param {HTMLElement[]} fields
 * @param {string} label of its button
 * @param {() => Promise<Channel>} send
 * @param {Adding} adding
 * @param {(channel: Channel) => Child[]} then
 * @param {boolean} [asksFirst] whether `send` asks the browser, which answers only in the tap itself
 */
function form(place, fields, label, send, adding, then, asksFirst = false) {
  const failed = el("p", { class: "account-failed", role: "alert", hidden: true });
  const go = el("button", { class: "button main" }, el("span", { class: "label" }, label));
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    // A second press during the first request would add the channel twice.
    go.disabled = true;
    failed.hidden = true;
    try {
      if (!asksFirst) await adding.before();
      const channel = await send();
      if (asksFirst) await adding.before();
      adding.after(channel);
      close(place, then(channel));
    } catch (error) {
      failed.textContent = faultIn(error);
      failed.hidden = false;
      go.disabled = false;
    }
  };
  return el("form", { class: "account-form", onsubmit: submit }, fields, failed, go);
}

/** @param {unknown} error */
function faultIn(error) {
  const name = error instanceof Problem && ["address", "url"].find((each) => each in error.errors);
  return name ? t(`account.invalid_${name}`) : faultText(error);
}

/**
 * Put a message in place of a form.
 * @param {HTMLElement} place
 * @param {Child[]} words
 */
function close(place, words) {
  for (const each of place.parentElement?.querySelectorAll("[aria-expanded]") ?? []) each.setAttribute("aria-expanded", "false");
  // Focused, as the form that had the focus is gone; a screen reader then reads the next step.
  const said = el("div", { class: "account-done", role: "status", tabindex: "-1" }, words);
  refill(place, said);
  said.focus();
}
