/** The page that creates a game: a sentence that says which, and folded sections that change it. */

import { showError } from "../api/failures.js";
import { GameApi } from "../api/game.js";
import { errorText } from "../api/http.js";
import { takeName, whoAmI } from "../api/player.js";
import { createGame, readRulesets } from "../api/service.js";
import { loadPace } from "../game/words/pace.js";
import { idOf, parameter } from "../ui/address.js";
import { byId, el, refill } from "../ui/dom.js";
import { gameLink } from "../ui/links.js";
import { nameBox, sessionNote } from "../ui/namebox.js";
import { addTexts, t } from "../ui/texts.js";
import { boardChoice, boardTitle, drawBoards, OWN } from "./boardchoice.js";
import { choice } from "./choice.js";
import { frame } from "./frame.js";
import { changedRules, optionsOf, ruleFields } from "./rulechoice.js";
import { atOnce, FREE, ME, occupantsText, peopleAmong, reseat, RIVAL, rivalOccupants, seatFields, usualOccupants } from "./seating.js";
import { section } from "./section.js";
import { lessonOffer } from "./teaching.js";
import { deadlineOf, sayMeaning, timeFields, timeText } from "./time.js";

/** @import { RulesetOffered, View } from "../api/types.js" */
/** @import { SentBoard } from "./boardchoice.js" */
/** @import { Seats } from "./seating.js" */

/** @type {SentBoard | null} */
let sent = null;

/** Whether the address asks for a challenge rather than an open game. */
const IS_CHALLENGE = parameter("challenge") === "yes";
const begun = IS_CHALLENGE ? rivalOccupants : usualOccupants;

/** The board in the address; few visits have one, so its module is no part of the page. */
const boardInAddress = async () => (location.hash ? (await import("../boards/link.js")).sentBoard() : null);

async function start() {
  frame("new");
  document.title = `${t("page_new")} – ${t("brand")}`;
  const [{ rulesets: choices }, me, board] = await Promise.all([readRulesets(), whoAmI(), boardInAddress(), addTexts("setup"), loadPace()]);
  const asked = idOf("ruleset");
  const ruleset = choices.find(({ id }) => id === asked) ?? choices[0];
  if (board) sent = { ruleset: ruleset.id, board };
  draw(choices, { ruleset, occupants: begun(ruleset) }, me?.name ?? "");
}

/**
 * @param {RulesetOffered[]} choices
 * @param {Seats} terms
 * @param {string} name
 */
function draw(choices, terms, name) {
  const { ruleset } = terms;
  const parts = sections(terms);
  const sentence = el("p", { class: "sentence", "aria-live": "polite" });
  const form = el("form", { class: "form", onsubmit: (/** @type {Event} */ event) => submit(event, form, terms) });
  refill(
    form,
    el("h1", {}, t(IS_CHALLENGE ? "setup.challenge" : "page_new")),
    sessionNote(),
    IS_CHALLENGE ? rivalField() : el("p", { class: "note" }, el("a", { href: `new?challenge=yes&ruleset=${ruleset.id}` }, t("setup.challenge_instead"))),
    rulesetChoice(choices, ruleset, (other) => draw(choices, { ruleset: other, occupants: reseat(terms.occupants, other) }, name)),
    lessonOffer(ruleset.id),
    el("label", { class: "field" }, el("span", {}, t("your_name")), nameBox(name)),
    el("div", { class: "sections" }, parts.map(({ part }) => part)),
    el("div", { class: "start-line" }, sentence, el("button", { class: "button main big" }, el("span", { class: "label" }, t(IS_CHALLENGE ? "setup.challenge_send" : "create")))),
  );
  const say = () => {
    const fields = textsOf(form);
    for (const each of parts) each.update(fields);
    sentence.textContent = sentenceOf(terms, fields);
    sayMeaning(form, fields("time"), { ruleset: ruleset.id, board: fields("board"), seats: terms.occupants.length, people: peopleAmong(terms.occupants) });
  };
  form.addEventListener("input", say);
  // Some fields change others, after the event has reached them.
  form.addEventListener("change", say);
  refill(byId("main"), form);
  say();
}

/**
 * The fields of a form as texts, by name.
 * @param {HTMLFormElement} form
 */
function textsOf(form) {
  const fields = new FormData(form);
  return (/** @type {string} */ name) => String(fields.get(name) ?? "");
}

/** @typedef {(name: string) => string} Texts */

/**
 * The sections, each with a function that writes into its heading what is chosen.
 * @param {Seats} terms
 * @returns {{part: HTMLElement, update: (text: Texts) => void}[]}
 */
function sections(terms) {
  const { ruleset } = terms;
  const usual = sent?.ruleset === ruleset.id ? OWN : ruleset.boards[0].id;
  const board = section(t("field_board"), boardChoice(ruleset, usual, sent));
  board.part.addEventListener("toggle", () => drawBoards(ruleset, sent));
  const players = section(t("setup.section_players"), ...seatFields(terms));
  const time = section(t("setup.section_time"), ...timeFields());
  const rules = section(t("setup.section_rules"), ...ruleFields(ruleset));
  const listing = section(t("setup.section_listed"), ...listingFields(ruleset));
  return [
    { part: board.part, update: (text) => board.say(boardTitle(ruleset, text("board"), sent), text("board") === usual) },
    { part: players.part, update: (text) => players.say(playersText(terms, text), isUsuallySeated(terms, text)) },
    { part: time.part, update: (text) => time.say(timeText(text), !text("time")) },
    { part: rules.part, update: (text) => rules.say(changedRules(ruleset, text) || t("setup.usual"), !changedRules(ruleset, text)) },
    { part: listing.part, update: (text) => listing.say(listingText(text), text("listed") === "yes" && !text("title").trim()) },
  ];
}

/**
 * @param {Seats} terms
 * @param {Texts} text
 */
function playersText({ occupants }, text) {
  const first = text("first") && t("setup.first_is", { seat: Number(text("first")) + 1 });
  return [occupantsText(occupants), first].filter(Boolean).join("; ");
}

/**
 * @param {Seats} terms
 * @param {Texts} text
 */
function isUsuallySeated({ ruleset, occupants }, text) {
  return !text("first") && occupants.join() === begun(ruleset).join();
}

/** The field for the handle of the player challenged; empty, the challenge is a link. */
function rivalField() {
  const box = el("input", { name: "rival", maxlength: "21", autocomplete: "off", autocapitalize: "none", spellcheck: "false", placeholder: t("setup.rival_empty"), value: parameter("to") });
  return el("label", { class: "field" }, el("span", {}, t("setup.rival_handle")), box);
}

/** @param {Texts} text */
const rivalIn = (text) => text("rival").trim().replace(/^@/, "");

/** @param {RulesetOffered} ruleset */
function listingFields(ruleset) {
  return [
    choice("listed", "field_listed", [["yes", "listed_yes"], ["no", "listed_no"]]),
    el("label", { class: "field" }, el("span", {}, t("field_title")), el("input", { name: "title", maxlength: "80", placeholder: ruleset.title })),
  ];
}

/** @param {Texts} text */
function listingText(text) {
  return [t(`setup.listed_${text("listed")}`), text("title").trim()].filter(Boolean).join(", ");
}

/**
 * The whole game in a sentence, with all that differs from the usual.
 * @param {Seats} terms
 * @param {Texts} text
 */
function sentenceOf({ ruleset, occupants }, text) {
  const board = boardTitle(ruleset, text("board"), sent);
  const game = t(`setup.for_${occupants.length}`, { game: ruleset.title });
  return t("setup.sentence", { game, players: occupantsText(occupants, rivalIn(text) && `@${rivalIn(text)}`), board, time: timeText(text) });
}

/**
 * @param {RulesetOffered[]} choices
 * @param {RulesetOffered} chosen
 * @param {(ruleset: RulesetOffered) => void} choose
 */
function rulesetChoice(choices, chosen, choose) {
  if (choices.length < 2) return el("p", { class: "note" }, chosen.title);
  const options = choices.map((each) => el("option", { value: each.id, selected: each === chosen }, each.title));
  const select = el("select", {}, options);
  select.addEventListener("change", () => choose(choices[select.selectedIndex]));
  return el("label", { class: "field" }, el("span", {}, t("field_ruleset")), select);
}

/**
 * @param {Event} event
 * @param {HTMLFormElement} form
 * @param {Seats} terms
 */
async function submit(event, form, terms) {
  event.preventDefault();
  const text = textsOf(form);
  try {
    // A game needs a player; a first visitor gets a name and a session here.
    await takeName(text("name"));
    if (IS_CHALLENGE) return await challenge(text, terms);
    const view = await createGame(body(text, terms));
    await seatBots(view, terms);
    location.assign(gameLink(view));
  } catch (error) {
    showError(error);
  }
}

/**
 * @param {Texts} text
 * @param {Seats} terms
 */
async function challenge(text, terms) {
  // Loaded on demand: most visitors never need it, and a first visit loads little.
  const { challenge: send } = await import("../api/challenges.js");
  const { id } = await send(rivalIn(text) || null, body(text, terms));
  location.assign(`challenge#id=${id}`);
}

/**
 * @param {Texts} text
 * @param {Seats} terms
 */
function body(text, { ruleset, occupants }) {
  return {
    ruleset: ruleset.id,
    board: text("board") === OWN ? sent?.board : text("board"),
    seats: occupants.length,
    join: occupants.includes(ME),
    bots: occupants.slice(0, atOnce(occupants)).filter((each) => each !== ME && each !== RIVAL),
    undo: text("undo") || undefined,
    deadline: deadlineOf(text),
    listed: text("listed") === "yes",
    first_seat: text("first") === "" ? null : Number(text("first")),
    title: text("title").trim() || null,
    options: optionsOf(ruleset, text),
  };
}

/**
 * Seat the bots that come after a free seat, each where the form put it.
 * @param {View} view
 * @param {Seats} terms
 */
async function seatBots(view, { occupants }) {
  const game = new GameApi(view.game_id, view.join_code);
  for (const [seat, bot] of occupants.entries()) {
    // One at a time: each needs the version that the one before produced.
    if (seat > atOnce(occupants) && bot !== FREE) ({ view } = await game.sit(bot, view.version, seat));
  }
}

start().catch((error) => refill(byId("main"), el("h1", {}, t("page_new")), el("p", {}, errorText(error))));
