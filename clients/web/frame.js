/** What every page has: the bar at the top, settings, a name for who has none. */

import { beginSession, readMe, renameMe, Problem } from "./api.js";
import { byId, el, refill, svg } from "./dom.js";
import { forgetSession, hasSession, rememberSession } from "./session.js";
import { apply, choose, setting } from "./settings.js";
import { sun } from "./symbols.js";
import { t } from "./texts.js";

/** @import { Me } from "./types.js" */
/** @import { Setting } from "./settings.js" */

/** @type {Me | null} */
let me = null;

/**
 * Set the page up.
 * @param {"games" | "new" | "game"} here
 */
export function frame(here) {
  apply();
  const link = (/** @type {string} */ href, /** @type {string} */ text, /** @type {string} */ page) =>
    el("a", { href, "aria-current": page === here ? "page" : null }, text);
  refill(
    byId("bar"),
    el("a", { class: "skip", href: `${location.pathname}${location.search}#main` }, t("skip")),
    el("a", { class: "brand", href: "./", "aria-label": t("brand") }, svg("svg", { viewBox: "-24 -24 48 48", "aria-hidden": "true" }, sun()), el("span", {}, t("brand"))),
    el("nav", {}, link("./", t("nav_games"), "games"), link("new", t("nav_new"), "new")),
    el("button", { type: "button", class: "quiet", onclick: openSettings }, t("nav_settings")),
  );
}

/**
 * Who plays in this browser, null where nobody has a name yet.
 * @returns {Promise<Me | null>}
 */
export async function whoAmI() {
  if (!hasSession()) return null;
  try {
    me ??= await readMe();
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 401) throw error;
    forgetSession();
  }
  return me;
}

/**
 * The player, made under a name where there was none.
 * @param {string} name
 * @returns {Promise<Me>}
 */
export async function become(name) {
  const known = await whoAmI();
  const wanted = name.trim() || t("default_name");
  if (known) return known.name === wanted ? known : (me = await renameMe(wanted));
  me = await beginSession(wanted);
  rememberSession();
  return me;
}

/**
 * Tell of a fault, in words.
 * @param {unknown} error
 */
export function faultText(error) {
  if (error instanceof Problem) {
    return error.rule ? `${error.message} (${t("rule", { rule: error.rule })})` : error.message;
  }
  return t("net_none");
}

/**
 * A short message at the foot of the page.
 * @param {string} text
 */
export function toast(text) {
  const shown = el("p", { class: "toast", role: "status" }, text);
  byId("toasts").replaceChildren(shown);
  setTimeout(() => shown.remove(), 6000);
}

async function openSettings() {
  const known = await whoAmI().catch(() => null);
  const name = el("input", { name: "name", value: known?.name ?? "", maxlength: "40", autocomplete: "nickname", placeholder: t("default_name") });
  const dialog = el(
    "dialog",
    { class: "dialog", "aria-label": t("nav_settings"), onclose: () => dialog.remove() },
    el("h2", {}, t("nav_settings")),
    el("label", { class: "field" }, el("span", {}, t("settings_name")), name),
    themes(),
    toggle("letters", "settings_letters"),
    toggle("confirm", "settings_confirm"),
    toggle("pace", "settings_pace"),
    el("button", { type: "button", class: "button main", onclick: () => finish() }, el("span", { class: "label" }, t("settings_close"))),
  );
  const finish = async () => {
    if (name.value.trim() && name.value.trim() !== known?.name) {
      await become(name.value).catch((error) => toast(faultText(error)));
    }
    dialog.close();
  };
  document.body.append(dialog);
  dialog.showModal();
}

function themes() {
  const options = ["auto", "light", "dark"].map((theme) =>
    el("option", { value: theme, selected: setting("theme") === theme }, t(`theme_${theme}`)),
  );
  const select = el("select", { onchange: () => choose("theme", select.value) }, options);
  return el("label", { class: "field" }, el("span", {}, t("settings_theme")), select);
}

/**
 * @param {Setting} name
 * @param {string} text
 */
function toggle(name, text) {
  const box = el("input", { type: "checkbox", checked: setting(name) === "on" });
  box.addEventListener("change", () => choose(name, box.checked ? "on" : "off"));
  return el("label", { class: "check" }, box, el("span", {}, t(text)));
}
