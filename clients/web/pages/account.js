/** The account page: notices, quiet hours, and the ways to sign in again. */

import { confirmByLink } from "../account/confirmation.js";
import { GROUPS } from "../account/sections.js";
import { errorText } from "../api/http.js";
import { readNotices } from "../api/notices.js";
import { whoAmI } from "../api/player.js";
import { pause } from "../api/stream.js";
import { codeOf, dropFragment } from "../ui/address.js";
import { byId, el, refill } from "../ui/dom.js";
import { sessionNote } from "../ui/namebox.js";
import { addTexts, t } from "../ui/texts.js";
import { frame } from "./frame.js";

/** @import { AccountPage, Group, Section } from "../account/frame.js" */

/** @type {Map<string, () => Promise<void>>} the functions that fill the sections, by name */
const filling = new Map();

const PATIENCE_MILLISECONDS = 3000;

/** @type {AccountPage} */
const page = { me: null, notices: readNotices, endLink, restart: redraw, refill: fillAgain };

/** The names of the tokens in fragments of mailed links. */
const LINKS = ["confirm", "sign-in"];

async function start() {
  await addTexts("account");
  document.title = `${t("account.title")} – ${t("brand")}`;
  await show();
  // The browser looked for the section in the address before the sections existed.
  if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
}

/** @param {Node} [news] */
async function show(news) {
  page.me = await whoAmI();
  const link = confirmByLink(page) ?? (await signInByLink());
  /** @type {ReturnType<typeof readNotices> | null} */
  let reading = null;
  // Several sections need the notices; one request serves them all.
  page.notices = () => (reading ??= readNotices());
  const groups = GROUPS.map((group) => ({ ...group, sections: group.sections.filter(isShown) })).filter(({ sections }) => sections.length);
  /** @type {Promise<void>[]} */
  const fills = [];
  const parts = groups.map((group) => groupPart(group, fills));
  refill(byId("main"), head(), news, link, contents(groups), el("div", { class: "account-groups" }, parts));
  // A late section would push down those below it, so all are shown at once; but no section delays
  // the others by more than 3 s.
  await Promise.race([Promise.all(fills), pause(PATIENCE_MILLISECONDS)]);
  byId("main").classList.remove("loading");
}

async function signInByLink() {
  if (!location.hash.startsWith("#sign-in=")) return null;
  // Imported here, since few addresses have such a link.
  return (await import("../account/signin.js")).signInByLink(page);
}

/** @param {Section} section */
function isShown({ isForGuests = false }) {
  return (page.me === null) === isForGuests;
}

function head() {
  const { me } = page;
  return el("div", { class: "account-head" }, el("h1", {}, me?.name ?? t("account.title")), el("p", { class: "note" }, t(me ? "account.intro" : "account.intro_guest")), sessionNote(), me?.role && el("p", {}, el("a", { href: "host" }, t("account.host_page"))));
}

/** @param {Group[]} groups */
function contents(groups) {
  const link = (/** @type {Section} */ { name, title }) => el("li", {}, el("a", { href: `account#account-${name}` }, t(title)));
  return el("nav", { class: "account-contents", "aria-label": t("account.contents") }, groups.map(({ sections }) => el("ul", {}, sections.map(link))));
}

/**
 * @param {Group} group
 * @param {Promise<void>[]} fills the running ones
 */
function groupPart({ title, sections }, fills) {
  return el("div", { class: "account-group" }, el("h2", {}, t(title)), sections.map((section) => sectionPart(section, fills)));
}

/**
 * @param {Section} section
 * @param {Promise<void>[]} fills
 */
function sectionPart({ name, title, fill }, fills) {
  const body = el("div", { class: "account-body" });
  const id = `account-${name}`;
  // A section that fails shows it in its own place; the others stay.
  const filled = () => Promise.resolve(fill(body, page)).catch((error) => refill(body, el("p", { class: "account-failed", role: "alert" }, errorText(error))));
  filling.set(name, filled);
  fills.push(filled());
  return el("section", { id, "aria-labelledby": `${id}-title` }, el("h3", { id: `${id}-title` }, t(title)), body);
}

/** @param {string} name */
async function fillAgain(name) {
  await filling.get(name)?.();
}

/** @param {unknown} error */
function fail(error) {
  byId("main").classList.remove("loading");
  refill(byId("main"), el("h1", {}, t("nav_account")), el("p", {}, errorText(error)));
}

/** @param {string} token */
function endLink(token) {
  if (LINKS.some((name) => codeOf(name) === token)) dropFragment();
}

/** @param {Node} [news] */
function redraw(news) {
  drawing = drawing.then(() => show(news)).catch(fail);
  return drawing;
}

frame("account");
// Drawings wait for each other: when two mail links were opened at once, the answer to the first
// once covered the second's.
let drawing = start().catch(fail);
// A mailed link may open in a tab that already shows this page: then only the fragment changes.
addEventListener("hashchange", () => {
  if (LINKS.some(codeOf)) redraw();
});
