/** The frame of every page: the bar at the top, and the worker that keeps it usable offline. */

import { onPlayerChange } from "../api/pageplayer.js";
import { showError } from "../api/failures.js";
import { door } from "../api/player.js";
import { sun } from "../game/seats/pieces.js";
import { RULESETS } from "../rulesets.js";
import { byId, el, refill, svg } from "../ui/dom.js";
import { fetchFace } from "../ui/face.js";
import { lineIcon } from "../ui/icons.js";
import { t } from "../ui/texts.js";
import { showTips } from "../ui/tips.js";
import { workOffline } from "./offline.js";

/**
 * Set the page up.
 * @param {"games" | "new" | "game" | "rules" | "account" | "house" | "missing"} here
 * @param {(notice: HTMLElement | null) => void} [showNotice] shows the banner about another sign-in, for a page with a place for it
 */
export function frame(here, showNotice) {
  const link = (/** @type {string} */ href, /** @type {string} */ text, /** @type {string} */ page) =>
    el("a", { href, "aria-current": page === here ? "page" : null }, text);
  refill(
    byId("bar"),
    // The path is needed, because with `<base>` "#main" alone would lead to the front page.
    el("a", { class: "skip", href: `${location.pathname}${location.search}#main` }, t("skip")),
    el("a", { class: "brand", href: "./", "aria-label": t("brand") }, svg("svg", { viewBox: "-24 -24 48 48", "aria-hidden": "true" }, sun()), el("span", {}, t("brand"))),
    el("nav", {}, link("./", t("nav_games"), "games"), link("new", t("nav_new"), "new"), link(`rules/${RULESETS[0]}`, t("nav_rules"), "rules")),
    el("a", { class: "quiet with-icon", href: "account", "aria-current": here === "account" ? "page" : null }, lineIcon("person"), el("span", {}, t("nav_account"))),
    el("button", { type: "button", class: "quiet with-icon settings", onclick: () => preferences().catch(showError) }, gear(), el("span", {}, t("nav_settings"))),
  );
  showTips();
  workOffline(here);
  door.enter = enter;
  fetchFace();
  // Loaded late: few tabs ever see another sign-in, and the banner costs a first visit up to 0.9 %.
  onPlayerChange((...change) => {
    import("./player.js").then(({ changeNotice, showOverPage }) => (showNotice ?? showOverPage)(changeNotice(...change))).catch(() => undefined);
  });
}

/** @type {import("../api/player.js").Door} */
const enter = (refusal, name) => import("../account/door.js").then((own) => own.enter(refusal, name), () => Promise.reject(refusal));

async function preferences() {
  const { openPreferences } = await import("./preferences.js");
  await openPreferences();
}

/**
 * Point the bar's link to the rules at those of a ruleset; a plain click opens them beside the game.
 * @param {string} ruleset
 * @param {() => void} open
 */
export function pointToRules(ruleset, open) {
  const link = /** @type {HTMLElement | null} */ (byId("bar").querySelector("nav a[href^='rules/']"));
  link?.setAttribute("href", `rules/${ruleset}`);
  link?.addEventListener("click", (event) => {
    // These keys ask for a new tab or window.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    open();
  });
}

function gear() {
  const outline =
    "M8.6 1h2.8l.5 2.4 1.7.7 2-1.3 2 2-1.3 2 .7 1.7 2.4.5v2.8l-2.4.5-.7 1.7 1.3 2-2 2-2-1.3-1.7.7-.5 2.4H8.6l-.5-2.4" +
    "-1.7-.7-2 1.3-2-2 1.3-2-.7-1.7L.6 11.8V9L3 8.5l.7-1.7-1.3-2 2-2 2 1.3 1.7-.7ZM10 6.8a3.4 3.4 0 1 0 0 6.8 3.4 3.4 0 0 0 0-6.8Z";
  return svg("svg", { viewBox: "0 0 20 20", "aria-hidden": "true" }, svg("path", { d: outline }));
}
