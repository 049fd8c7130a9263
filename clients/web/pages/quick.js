/** Games against bots that begin with one click, and the welcome for newcomers. */

import { showError } from "../api/failures.js";
import { address } from "../api/http.js";
import { QUICK_GAMES } from "../rulesets.js";
import { button } from "../ui/controls.js";
import { byId, el, refill } from "../ui/dom.js";
import { nameBox, sessionNote } from "../ui/namebox.js";
import { t } from "../ui/texts.js";
import { patientImage } from "./rows.js";
import { startGame } from "./starting.js";
import { beginLesson, lessonOffers } from "./teaching.js";
import { comeBackLine } from "./wayback.js";

/** @import { Me } from "../api/types.js" */
/** @typedef {(typeof QUICK_GAMES)[number]} Terms */

/**
 * Fill the welcome: the name, and a card for each game.
 * @param {HTMLElement} section
 * @param {Me | null} me
 */
export function welcome(section, me) {
  const name = nameBox(me?.name);
  // A reader who is in already has passed the door.
  const door = me ? "open" : (byId("main").dataset.door ?? "open");
  refill(
    section,
    el("div", { class: "welcome-words" }, el("h1", {}, t("brand")), el("p", { class: "tagline" }, t(door === "open" ? "tagline" : `lobby.tagline_${door}`))),
    el("div", { class: "welcome-name" }, sessionNote(), el("label", { class: "field" }, el("span", {}, t("your_name")), name), door === "invite" && invitationBox()),
    gameCards(() => name.value),
    el("div", { class: "welcome-more" }, setUp(), me === null && comeBackLine()),
  );
}

/** The field for an invitation, which is checked once the reader leaves it or presses Enter. */
function invitationBox() {
  const box = el("input", { name: "invitation", maxlength: "300", autocomplete: "off", spellcheck: false });
  box.addEventListener("change", () => {
    if (box.value.trim()) import("../account/door.js").then(({ noteInvitation }) => noteInvitation(box.value)).catch(showError);
  });
  return el("label", { class: "field" }, el("span", {}, t("lobby.invitation")), box);
}

/**
 * A card for each quick game: its board, a button that starts it, and one that teaches it.
 * @param {() => string} name
 */
function gameCards(name) {
  const buttons = QUICK_GAMES.map((terms, n) => quickGame(terms, n ? "" : "main", name));
  followConnection(buttons);
  const cards = QUICK_GAMES.map((terms, n) => el("div", { class: "game-card" }, boardPicture(terms), buttons[n], lessonOfferIn(terms.ruleset, name)));
  return el("div", { class: "quick", role: "group", "aria-labelledby": "quick" }, hint(), el("div", { class: "game-cards" }, cards));
}

function hint() {
  return el("p", { id: "quick" }, el("strong", {}, t("play_bot")), " ", el("span", { class: "note" }, t("play_bot_hint")));
}

/**
 * The board of a quick game, drawn by the service: its modules would be too much for a first visit.
 * @param {Terms} terms
 */
function boardPicture({ ruleset, board }) {
  const src = address(`rulesets/${ruleset}/boards/${board}/picture.svg`);
  return el("span", { class: "card-picture" }, patientImage({ src, alt: "", width: 480, height: 300 }));
}

/**
 * The quick games in one line, for players who know them.
 * @param {Me} me
 */
export function quickLine(me) {
  const name = () => me.name;
  return el("div", { class: "quick-line" }, quickGames(name), setUp(), lessonOffers(name));
}

function setUp() {
  return el("a", { class: "button", href: "new" }, el("span", { class: "label" }, t("set_up")));
}

/**
 * A button for each quick game.
 * @param {() => string} name of the player
 */
function quickGames(name) {
  const buttons = QUICK_GAMES.map((terms) => quickGame(terms, "", name));
  followConnection(buttons);
  return el("div", { class: "quick", role: "group", "aria-labelledby": "quick" }, hint(), buttons);
}

/**
 * @param {Terms} terms
 * @param {string} kind
 * @param {() => string} name
 */
function quickGame(terms, kind, name) {
  const { ruleset } = terms;
  const act = () => playBots(terms, name(), control);
  const hints = [t(`${ruleset}.quick_hint`), t(`${ruleset}.aim_short`)];
  const control = button(kind, t(`${ruleset}.title`), hints.join(". "), act);
  return control;
}

/**
 * @param {Terms} terms
 * @param {string} name
 * @param {HTMLButtonElement} pressed
 */
async function playBots(terms, name, pressed) {
  pressed.disabled = true;
  // Keep the button disabled once the game exists: a second click while the page loads would create
  // another.
  pressed.disabled = await startGame(terms, { name });
}

/**
 * Disable the quick games while offline.
 * @param {HTMLButtonElement[]} buttons
 */
function followConnection(buttons) {
  const onConnectionChange = () => buttons.forEach((each) => (each.disabled = !navigator.onLine));
  for (const change of ["offline", "online"]) addEventListener(change, onConnectionChange);
  onConnectionChange();
}

/**
 * The offer of a guided game beside its game, so that its name need not stand twice.
 * @param {string} ruleset
 * @param {() => string} name of the player
 */
function lessonOfferIn(ruleset, name) {
  const offer = button("small", t("lesson_start"), null, () => beginLesson(ruleset, name()));
  // Alone, as in a list of buttons, all three would have the same name.
  offer.setAttribute("aria-label", `${t("lesson_start")} (${t(`${ruleset}.title`)})`);
  return el("p", { class: "lesson-offer" }, offer);
}
