/** Games against bots that begin with one click, and the welcome for newcomers. */

import { readBoard } from "../api/service.js";
import { boardName } from "../game/words/sentences.js";
import { QUICK_GAMES, rulesetPage } from "../rulesets.js";
import { button } from "../ui/controls.js";
import { el, refill } from "../ui/dom.js";
import { nameBox, sessionNote } from "../ui/namebox.js";
import { t } from "../ui/texts.js";
import { startGame } from "./starting.js";
import { lessonOffers } from "./teaching.js";
import { comeBackLine } from "./wayback.js";

/** @import { Me } from "../api/types.js" */
/** @typedef {(typeof QUICK_GAMES)[number]} Terms */

/**
 * Fill the welcome, with the board of a quick game as its picture.
 * @param {HTMLElement} section
 * @param {Me | null} me
 */
export function welcome(section, me) {
  const name = nameBox(me?.name);
  const picture = el("div", { class: "welcome-map" });
  const words = el(
    "div",
    { class: "welcome-words" },
    el("h1", {}, t("brand")),
    el("p", { class: "tagline" }, t("tagline")),
    sessionNote(),
    el("label", { class: "field" }, el("span", {}, t("your_name")), name),
    quickGames("main", () => name.value, (terms) => showBoard(picture, terms)),
    lessonOffers(() => name.value),
    setUp(),
    me === null && comeBackLine(),
  );
  refill(section, words, picture);
  showBoard(picture, QUICK_GAMES[0]);
}

/**
 * The quick games in one line, for players who know them.
 * @param {Me} me
 */
export function quickLine(me) {
  const name = () => me.name;
  return el("div", { class: "quick-line" }, quickGames("", name), setUp(), lessonOffers(name));
}

function setUp() {
  return el("a", { class: "button", href: "new" }, el("span", { class: "label" }, t("set_up")));
}

/**
 * A button for each quick game.
 * @param {string} first the kind of the first button
 * @param {() => string} name of the player
 * @param {(terms: Terms) => void} [look] called when a game is hovered or focused
 */
function quickGames(first, name, look = () => undefined) {
  const buttons = QUICK_GAMES.map((terms, n) => quickGame(terms, n ? "" : first, name, look));
  followConnection(buttons);
  return el(
    "div",
    { class: "quick", role: "group", "aria-labelledby": "quick" },
    el("p", { id: "quick" }, el("strong", {}, t("play_bot")), " ", el("span", { class: "note" }, t("play_bot_hint"))),
    buttons,
  );
}

/**
 * @param {Terms} terms
 * @param {string} kind
 * @param {() => string} name
 * @param {(terms: Terms) => void} look
 */
function quickGame(terms, kind, name, look) {
  const { ruleset } = terms;
  const act = () => playBots(terms, name(), control);
  const hints = [t(`${ruleset}.quick_hint`), t(`${ruleset}.aim_short`)];
  const control = button(kind, t(`${ruleset}.title`), hints.join(". "), act);
  for (const event of ["pointerenter", "focus"]) control.addEventListener(event, () => look(terms));
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

/** @type {Map<string, Promise<Element>>} */
const boards = new Map();

/**
 * Show the board of a quick game in the picture.
 * @param {HTMLElement} picture
 * @param {Terms} terms
 */
async function showBoard(picture, { ruleset, board }) {
  picture.dataset.ruleset = ruleset;
  if (!boards.has(ruleset)) boards.set(ruleset, previewOf(ruleset, board));
  // A failed drawing is dropped, so that the next look tries again.
  const drawing = await boards.get(ruleset)?.catch(() => boards.delete(ruleset) && null);
  // The reader may be pointing at another game by now.
  if (drawing && picture.dataset.ruleset === ruleset) refill(picture, drawing);
}

/**
 * @param {string} ruleset
 * @param {string} board
 */
async function previewOf(ruleset, board) {
  const [{ board: drawn }, page] = await Promise.all([readBoard(ruleset, board), rulesetPage(ruleset)]);
  return page.preview(drawn, boardName(ruleset, board, drawn.title));
}
