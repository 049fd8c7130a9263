/** The devices that are signed in as the player, with buttons to sign them out. */

import { readDevices, signOutDevice, signOutOthers } from "../api/account.js";
import { showError } from "../api/failures.js";
import { signOut, signOutWarning } from "../api/player.js";
import { ago } from "../ui/ago.js";
import { button, confirmed } from "../ui/controls.js";
import { el, refill } from "../ui/dom.js";
import { t } from "../ui/texts.js";
import { dayWords } from "./days.js";

/** @import { Device } from "../api/types.js" */
/** @import { Child } from "../ui/dom.js" */
/** @import { AccountPage } from "./frame.js" */

/**
 * @param {HTMLElement} body
 * @param {AccountPage} page
 */
export async function fillDevices(body, page) {
  const devices = await readDevices();
  const byLastUse = (/** @type {Device} */ one, /** @type {Device} */ other) => (other.last_seen ?? "").localeCompare(one.last_seen ?? "");
  const others = devices.filter(({ current }) => !current).sort(byLastUse);
  show(body, devices.filter(({ current }) => current), others, page);
}

/**
 * @param {HTMLElement} body
 * @param {Device[]} own the one that asks
 * @param {Device[]} others
 * @param {AccountPage} page
 */
function show(body, own, others, page) {
  const end = (/** @type {Device} */ device) => () => signOutDevice(device.id).then(() => show(body, own, others.filter((each) => each !== device), page), showError);
  const endAll = async () => {
    if (!(await confirmed(t("account.sign_out_others_sure"), t("account.sign_out_others")))) return;
    await signOutOthers().then(() => show(body, own, [], page), showError);
  };
  refill(
    body,
    el("p", {}, t("account.devices_intro")),
    el("ul", { class: "account-list slim" }, own.map((device) => row(device, () => leave(page))), others.map((device) => row(device, end(device)))),
    others.length > 1 && el("p", { class: "row-acts" }, button("small", t("account.sign_out_others"), null, endAll)),
  );
}

/**
 * @param {Device} device
 * @param {() => void} end
 */
function row(device, end) {
  const name = device.name ?? t("account.device_unnamed");
  // Named after its device, since a list of buttons would say the same words over and over.
  const act = button("small quiet", t("sign_out"), null, end);
  act.setAttribute("aria-label", t("account.sign_out_of", { name }));
  return el(
    "li",
    { class: device.current ? "here" : null },
    el("div", { class: "row-words" }, el("p", { class: "row-name" }, name), el("p", { class: "note" }, about(device))),
    el("p", { class: "row-acts" }, act),
  );
}

/**
 * @param {Device} device
 * @returns {Child[]}
 */
function about({ current, since, last_seen: day }) {
  const used = current ? t("account.here") : day ? [t("account.last_used"), " ", dayWords(day)] : t("account.never_used");
  return [used, since && [" · ", t("account.signed_in"), " ", ago(since)]].flat(2).filter(Boolean);
}

/** @param {AccountPage} page */
async function leave({ me, restart }) {
  if (!me || !(await confirmed(signOutWarning(me), t("sign_out")))) return;
  await signOut().then(() => restart(), showError);
}
