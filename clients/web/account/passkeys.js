/** The player's passkeys: a list, and a button to make one. */

import { makePasskey, readPasskeys, removePasskey } from "../api/account.js";
import { errorText } from "../api/http.js";
import { hasPasskeys, PasskeyUnused, readSignInWays } from "../api/passkeys.js";
import { ago } from "../ui/ago.js";
import { button, confirmed, toast } from "../ui/controls.js";
import { el, refill } from "../ui/dom.js";
import { t } from "../ui/texts.js";
import { dayWords } from "./days.js";

/** @import { Passkey } from "../api/types.js" */

/** @param {HTMLElement} body */
export async function fillPasskeys(body) {
  const [passkeys, ways] = await Promise.all([readPasskeys(), readSignInWays()]);
  show(body, passkeys, ways.passkeys && hasPasskeys());
}

/**
 * @param {HTMLElement} body
 * @param {Passkey[]} passkeys
 * @param {boolean} canMake
 */
function show(body, passkeys, canMake) {
  const again = (/** @type {Passkey[]} */ changed) => show(body, changed, canMake);
  const add = () => makePasskey().then((made) => again([...passkeys, made]), failed);
  const remove = async (/** @type {Passkey} */ passkey) => {
    if (!(await confirmed(t("account.passkey_remove_sure", { name: named(passkey) }), t("account.remove")))) return;
    await removePasskey(passkey.id).then(() => again(passkeys.filter((each) => each !== passkey)), failed);
  };
  refill(
    body,
    el("p", {}, t("account.passkeys_intro")),
    passkeys.length > 0 && el("ul", { class: "account-list slim" }, passkeys.map((passkey) => row(passkey, () => remove(passkey)))),
    canMake ? el("p", { class: "row-acts" }, button(passkeys.length ? "small" : "", t("account.passkey_add"), null, add)) : el("p", { class: "account-empty" }, t("account.passkeys_none_here")),
  );
}

/**
 * @param {Passkey} passkey
 * @param {() => void} remove
 */
function row(passkey, remove) {
  const used = passkey.last_used ? [t("account.last_used"), " ", dayWords(passkey.last_used)] : [t("account.never_used")];
  return el(
    "li",
    {},
    el("div", { class: "row-words" }, el("p", { class: "row-name" }, named(passkey)), el("p", { class: "note" }, t("account.made"), " ", ago(passkey.created_at), " · ", used)),
    el("p", { class: "row-acts" }, button("small quiet", t("account.remove"), null, remove)),
  );
}

/** @param {Passkey} passkey */
function named({ name }) {
  return name ?? t("account.passkey_unnamed");
}

/** @param {unknown} error */
function failed(error) {
  toast(error instanceof PasskeyUnused ? t("account.passkey_unused") : errorText(error));
}
