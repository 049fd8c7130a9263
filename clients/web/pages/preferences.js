/** The settings dialog: name, language, looks, sound, and the transfer to another device. */

import { showError } from "../api/failures.js";
import { ask } from "../api/http.js";
import { signOut, signOutWarning, takeName, whoAmI } from "../api/player.js";
import { beginTransfer, setLocale } from "../api/service.js";
import { rulesetPage, RULESETS } from "../rulesets.js";
import { button, buttonLink, confirmed, linkBox, openDialog } from "../ui/controls.js";
import { el, refill } from "../ui/dom.js";
import { loadLocalNote, localNote } from "../ui/localnote.js";
import { choose, setting } from "../ui/settings.js";
import { languages, t } from "../ui/texts.js";

/** @import { Me } from "../api/types.js" */

/** @typedef {{href: string, text: string}} HouseLink */

const LINKS_MILLISECONDS = 3000;

/** @type {HouseLink[] | null} */
let known = null;

export async function openPreferences() {
  // The page of a known game has no texts and styles of other rulesets.
  const { texts: game } = document.documentElement.dataset;
  const [player, pages, links] = await Promise.all([
    whoAmI().catch(() => null),
    Promise.all(RULESETS.filter((id) => !game || id === game).map(rulesetPage)).catch(() => []),
    // Before the dialog opens, which would grow otherwise. Without a connection there is nothing to link to.
    readHouseLinks().catch(() => []),
  ]);
  const name = el("input", { name: "name", value: player?.name ?? "", maxlength: "40", autocomplete: "nickname", placeholder: t("default_name") });
  const rename = () => {
    const newName = name.value.trim();
    if (newName && newName !== player?.name) takeName(newName).catch(showError);
  };
  openDialog(
    t("nav_settings"),
    [
      field(t("settings_name"), name),
      player && el("a", { href: "account" }, t("settings_account")),
      languageChoice(player),
      themeChoice(),
      toggle("sound", t("settings_sound")),
      toggle("confirm", t("settings_confirm")),
      toggle("one_tap", t("settings_one_tap")),
      toggle("pace", t("settings_pace")),
      toggle("keys", t("settings_keys")),
      pages.flatMap((page) => page.settings.map((each) => toggle(each.name, t(each.text)))),
      player ? transfer() : buttonLink("small", t("come_back"), "", "account"),
      player && leave(player),
      houseLinks(links),
    ],
    // Only on closing, so that no half-typed name is sent.
    { closed: rename },
  );
}

/**
 * @param {string} label
 * @param {HTMLElement} control
 */
function field(label, control) {
  return el("label", { class: "field" }, el("span", {}, label), control);
}

/** @param {Me | null} player whose mails and notices use the language, too */
function languageChoice(player) {
  const options = [["auto", t("language_auto")], ...Object.entries(languages)];
  const select = choices("language", options);
  select.addEventListener("change", async () => {
    if (player) await setLocale(select.value === "auto" ? browserLanguage() : select.value).catch((error) => console.warn(error));
    // The page reads its texts only once, as it loads.
    location.reload();
  });
  return field(t("settings_language"), select);
}

function browserLanguage() {
  const wanted = navigator.languages.map((tag) => tag.split("-")[0]);
  return wanted.find((tag) => tag in languages) ?? "en";
}

function themeChoice() {
  return field(
    t("settings_theme"),
    choices("theme", [["auto", t("theme_auto")], ["light", t("theme_light")], ["dark", t("theme_dark")]]),
  );
}

/**
 * @param {string} name
 * @param {string[][]} options value and text of each
 */
function choices(name, options) {
  const elements = options.map(([value, text]) =>
    el("option", { value, selected: setting(name) === value, lang: name === "language" && value !== "auto" ? value : null }, text),
  );
  const select = el("select", { onchange: () => choose(name, select.value) }, elements);
  return select;
}

/**
 * @param {string} name
 * @param {string} text
 */
function toggle(name, text) {
  const box = el("input", { type: "checkbox", checked: setting(name) === "on" });
  box.addEventListener("change", () => choose(name, box.checked ? "on" : "off"));
  return el("label", { class: "check" }, box, el("span", {}, text));
}

/** A button that makes a link for another device to play as this player; it works once, for ten minutes. */
function transfer() {
  const place = el("div", { class: "transfer" });
  const make = async () => {
    try {
      const [{ transfer: code }] = await Promise.all([beginTransfer(), loadLocalNote()]);
      const link = new URL("./", document.baseURI);
      link.hash = `transfer=${code}`;
      refill(place, el("p", { class: "note" }, t("transfer_help")), linkBox(link.href), localNote());
    } catch (error) {
      showError(error);
    }
  };
  place.append(button("small", t("transfer_make"), null, make));
  return place;
}

/**
 * A button that ends the session, after a warning.
 * @param {Me} player
 */
function leave(player) {
  const act = async () => {
    if (!(await confirmed(signOutWarning(player), t("sign_out")))) return;
    try {
      await signOut();
      location.assign(new URL("./", document.baseURI));
    } catch (error) {
      showError(error);
    }
  };
  return el("div", {}, button("small", t("sign_out"), null, act));
}

/**
 * The host's own pages, which are at the foot of every page but a game's.
 * @returns {Promise<HouseLink[]>}
 */
async function readHouseLinks() {
  return (known ??= await ask("../../about/links.json", { timeout: LINKS_MILLISECONDS }));
}

/** @param {HouseLink[]} links */
function houseLinks(links) {
  return el("div", { class: "dialog-choices" }, links.map(({ href, text }) => el("a", { class: "button small quiet", href, rel: "noopener nofollow" }, text)));
}
