/** What every page has: the bar at the top, settings, a name for who has none. */

import { beginSession, finishTransfer, readMe, renameMe, Problem } from "./api.js";
import { toast } from "./controls.js";
import { byId, el, refill, svg } from "./dom.js";
import { workOffline } from "./offline.js";
import { sun } from "./pieces.js";
import { forgetTyped } from "./name.js";
import { openPreferences } from "./preferences.js";
import { openRules } from "./rules.js";
import { RULESETS } from "./rulesets.js";
import { forgetSession, hasSession, rememberSession } from "./session.js";
import { apply } from "./settings.js";
import { t } from "./texts.js";

/** @import { Me } from "./types.js" */

/** @type {Me | null} */
let me = null;

/**
 * Set the page up.
 * @param {"games" | "new" | "game" | "rules" | "missing"} here
 */
export function frame(here) {
  apply();
  const link = (/** @type {string} */ href, /** @type {string} */ text, /** @type {string} */ page) =>
    el("a", { href, "aria-current": page === here ? "page" : null }, text);
  refill(
    byId("bar"),
    el("a", { class: "skip", href: `${location.pathname}${location.search}#main` }, t("skip")),
    el("a", { class: "brand", href: "./", "aria-label": t("brand") }, svg("svg", { viewBox: "-24 -24 48 48", "aria-hidden": "true" }, sun()), el("span", {}, t("brand"))),
    el("nav", {}, link("./", t("nav_games"), "games"), link("new", t("nav_new"), "new"), link(`rules/${RULESETS[0]}`, t("nav_rules"), "rules")),
    el("button", { type: "button", class: "quiet settings", onclick: openPreferences }, gear(), el("span", {}, t("nav_settings"))),
  );
  workOffline(here);
}

/**
 * Have the way to the rules lead to those of a ruleset.
 * @param {string} ruleset
 */
export function pointToRules(ruleset) {
  byId("bar").querySelector("nav a:last-child")?.setAttribute("href", `rules/${ruleset}`);
}

function gear() {
  const outline =
    "M8.6 1h2.8l.5 2.4 1.7.7 2-1.3 2 2-1.3 2 .7 1.7 2.4.5v2.8l-2.4.5-.7 1.7 1.3 2-2 2-2-1.3-1.7.7-.5 2.4H8.6l-.5-2.4" +
    "-1.7-.7-2 1.3-2-2 1.3-2-.7-1.7L.6 11.8V9L3 8.5l.7-1.7-1.3-2 2-2 2 1.3 1.7-.7ZM10 6.8a3.4 3.4 0 1 0 0 6.8 3.4 3.4 0 0 0 0-6.8Z";
  return svg("svg", { viewBox: "0 0 20 20", "aria-hidden": "true" }, svg("path", { d: outline }));
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
  forgetTyped();
  if (known) return known.name === wanted ? known : (me = await renameMe(wanted));
  me = await beginSession(wanted);
  rememberSession();
  return me;
}

/**
 * Become the player of another device, where the link that was opened carries its code.
 * @returns {Promise<boolean>} whether it did
 */
export async function arrive() {
  const code = new URLSearchParams(location.hash.slice(1)).get("transfer");
  if (!code) return false;
  history.replaceState(null, "", location.pathname + location.search);
  me = await finishTransfer(code);
  rememberSession();
  return true;
}

/**
 * A fault in words.
 * @param {unknown} error
 */
export function faultText(error) {
  if (error instanceof Problem) return error.message;
  return t("net_none");
}

/**
 * Tell of a fault; where a rule of the game refused, with a way to it.
 * @param {unknown} error
 * @param {string} ruleset
 */
export function refusal(error, ruleset) {
  const rule = error instanceof Problem ? error.rule : null;
  if (!rule) return toast(faultText(error));
  const open = (/** @type {Event} */ event) => {
    event.preventDefault();
    openRules(ruleset, rule);
  };
  return toast(faultText(error), el("a", { href: `rules/${ruleset}#${rule}`, onclick: open }, t("rule", { rule })));
}
