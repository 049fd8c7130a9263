/** The page that creates a game: ruleset, board, seats, options, undo, time and visibility. */

import { showError } from "../api/failures.js";
import { GameApi } from "../api/game.js";
import { errorText } from "../api/http.js";
import { takeName, whoAmI } from "../api/player.js";
import { createGame, readBoard, readRulesets } from "../api/service.js";
import { sentBoard } from "../boards/link.js";
import { boardName } from "../game/words/sentences.js";
import { EDITED, rulesetPage } from "../rulesets.js";
import { idOf } from "../ui/address.js";
import { byId, el, refill } from "../ui/dom.js";
import { gameLink } from "../ui/links.js";
import { nameBox, sessionNote } from "../ui/namebox.js";
import { t } from "../ui/texts.js";
import { choice } from "./choice.js";
import { frame } from "./frame.js";
import { lessonOffer } from "./teaching.js";
import { deadlineOf, timeFields } from "./time.js";

/** @import { Board, OptionSchema, RulesetOffered, View } from "../api/types.js" */

const ME = "me";
const FREE = "free";
const OWN = "own";

/**
 * @typedef {object} Terms
 * @property {RulesetOffered} ruleset
 * @property {string} board
 * @property {string[]} occupants of each seat: me, free, or a bot's name
 */

/** @type {{ruleset: string, board: Board} | null} */
let sent = null;

/** @type {Map<string, HTMLElement>} */
const previews = new Map();

async function start() {
  frame("new");
  document.title = `${t("page_new")} – ${t("brand")}`;
  const [{ rulesets: choices }, me] = await Promise.all([readRulesets(), whoAmI()]);
  const board = await sentBoard();
  const asked = idOf("ruleset");
  const ruleset = choices.find(({ id }) => id === asked) ?? choices[0];
  if (board) sent = { ruleset: ruleset.id, board };
  const first = ruleset.bots.includes("greedy") ? "greedy" : FREE;
  draw(choices, { ruleset, board: sent ? OWN : ruleset.boards[0].id, occupants: reseat([ME, first], ruleset) }, me?.name ?? "");
}

/**
 * @param {RulesetOffered[]} choices
 * @param {Terms} terms
 * @param {string} name
 */
function draw(choices, terms, name) {
  const form = el("form", { class: "form", onsubmit: (/** @type {Event} */ event) => submit(event, form, terms) });
  refill(
    form,
    el("h1", {}, t("page_new")),
    sessionNote(),
    rulesetChoice(choices, terms, (ruleset) => draw(choices, { ruleset, board: ruleset.boards[0].id, occupants: reseat(terms.occupants, ruleset) }, name)),
    lessonOffer(terms.ruleset.id),
    boardChoice(terms),
    seatsChoice(terms, name),
    choice("listed", "field_listed", [["yes", "listed_yes"], ["no", "listed_no"]]),
    rarelyChanged(terms.ruleset),
    el("button", { class: "button main big" }, el("span", { class: "label" }, t("create"))),
  );
  refill(byId("main"), form);
}

/**
 * @param {RulesetOffered[]} choices
 * @param {Terms} terms
 * @param {(ruleset: RulesetOffered) => void} choose
 */
function rulesetChoice(choices, terms, choose) {
  if (choices.length < 2) return el("p", { class: "note" }, terms.ruleset.title);
  const options = choices.map((each) => el("option", { value: each.id, selected: each === terms.ruleset }, each.title));
  const select = el("select", {}, options);
  select.addEventListener("change", () => choose(choices[select.selectedIndex]));
  return el("label", { class: "field" }, el("span", {}, t("field_ruleset")), select);
}

/** @param {Terms} terms */
function boardChoice(terms) {
  return el(
    "fieldset",
    { class: "boards" },
    el("legend", {}, t("field_board")),
    terms.ruleset.boards.map(({ id, title }) => boardOption(terms, id, boardPicture(terms.ruleset.id, id), title)),
    ownBoardOption(terms),
    EDITED.includes(terms.ruleset.id) && el("a", { class: "own-board", href: `boards/${terms.ruleset.id}` }, t("boards_draw")),
  );
}

/**
 * @param {Terms} terms
 * @param {string} value
 * @param {Element} picture
 * @param {string} title
 */
function boardOption(terms, value, picture, title) {
  const input = el("input", { type: "radio", name: "board", value, checked: value === terms.board });
  return el("label", { class: "board-option" }, input, picture, el("span", {}, title));
}

/**
 * The board in the address, if it belongs to this ruleset.
 * @param {Terms} terms
 */
function ownBoardOption(terms) {
  if (!sent || sent.ruleset !== terms.ruleset.id) return null;
  const { board } = sent;
  const picture = el("span", { class: "board-picture" });
  rulesetPage(sent.ruleset)
    .then((page) => picture.append(page.preview(board, t("boards_own"))))
    .catch(() => undefined);
  return boardOption(terms, OWN, picture, board.title || t("boards_own"));
}

/**
 * @param {string} ruleset
 * @param {string} board
 */
function boardPicture(ruleset, board) {
  const key = `${ruleset} ${board}`;
  // The form is redrawn with each choice of a ruleset, but its pictures are drawn once.
  const preview = previews.get(key);
  if (preview) return preview;
  const frame = el("span", { class: "board-picture" });
  previews.set(key, frame);
  Promise.all([readBoard(ruleset, board), rulesetPage(ruleset)])
    .then(([{ board: drawn }, page]) => frame.append(page.preview(drawn, boardName(ruleset, board, drawn.title))))
    .catch(() => undefined);
  return frame;
}

/**
 * @param {Terms} terms
 * @param {string} name
 */
function seatsChoice(terms, name) {
  const rows = el("div", { class: "seat-rows" });
  const counts = terms.ruleset.seats.map((n) => String(n));
  const first = el("span", {}, firstSeatChoice(terms.occupants));
  const fill = () => refill(rows, terms.occupants.map((_, seat) => occupantChoice(terms, seat)));
  const resize = (/** @type {number} */ n) => {
    terms.occupants = withSeats(terms.occupants, n, terms.ruleset);
    fill();
    refill(first, firstSeatChoice(terms.occupants));
  };
  fill();
  return el(
    "fieldset",
    {},
    el("legend", {}, t("field_seats")),
    el("label", { class: "field" }, el("span", {}, t("your_name")), nameBox(name)),
    el(
      "div",
      { class: "counts" },
      counts.map((n) =>
        el(
          "label",
          { class: "count" },
          el("input", { type: "radio", name: "seats", value: n, checked: Number(n) === terms.occupants.length, onchange: () => resize(Number(n)) }),
          el("span", {}, n),
        ),
      ),
    ),
    rows,
    el("label", { class: "field" }, el("span", {}, t("field_first")), first),
  );
}

/**
 * Occupants for a number of seats: first the given ones, then bots.
 * @param {string[]} occupants
 * @param {number} n
 * @param {RulesetOffered} ruleset
 */
function withSeats(occupants, n, ruleset) {
  const added = ruleset.bots.at(-1) ?? FREE;
  return Array.from({ length: n }, (_, seat) => occupants[seat] ?? added);
}

/**
 * The occupants for another ruleset, which may need more or fewer seats.
 * @param {string[]} occupants
 * @param {RulesetOffered} ruleset
 */
function reseat(occupants, ruleset) {
  const n = ruleset.seats.find((count) => count >= occupants.length) ?? ruleset.seats[ruleset.seats.length - 1];
  return withSeats(occupants, n, ruleset);
}

/**
 * @param {Terms} terms
 * @param {number} seat
 */
function occupantChoice(terms, seat) {
  const now = terms.occupants[seat];
  const isMe = seat === 0;
  const options = [
    isMe && el("option", { value: ME, selected: now === ME }, t("seat_me")),
    terms.ruleset.bots.map((bot) => el("option", { value: bot, selected: now === bot }, t(`bot_${bot}`))),
    el("option", { value: FREE, selected: now === FREE }, t("seat_free")),
  ];
  const name = t("field_seat", { n: seat + 1 });
  const select = el("select", { "aria-label": name }, options.flat());
  select.addEventListener("change", () => {
    terms.occupants[seat] = select.value;
  });
  return el("label", { class: "field" }, el("span", {}, name), select);
}

/** @param {string[]} occupants */
function firstSeatChoice(occupants) {
  return el(
    "select",
    { name: "first", "aria-label": t("field_first") },
    el("option", { value: "" }, t("first_lot")),
    occupants.map((_, seat) => el("option", { value: String(seat) }, t("field_seat", { n: seat + 1 }))),
  );
}

/**
 * The folded fields, which few people change.
 * @param {RulesetOffered} ruleset
 */
function rarelyChanged(ruleset) {
  return el(
    "details",
    { class: "options" },
    el("summary", {}, t("field_more")),
    choice("undo", "field_undo", [["", "undo_usual"], ["free", "undo_free"], ["consent", "undo_consent"], ["drawn_stays", "undo_drawn_stays"], ["off", "undo_off"]]),
    ...timeFields(),
    optionFields(ruleset),
    el("label", { class: "field" }, el("span", {}, t("field_title")), el("input", { name: "title", maxlength: "80", placeholder: ruleset.title })),
  );
}

/** @param {RulesetOffered} ruleset */
function optionFields(ruleset) {
  return el(
    "fieldset",
    {},
    el("legend", {}, t("field_options")),
    Object.entries(ruleset.options.properties).map(([name, schema]) =>
      el(
        "label",
        { class: "field option" },
        el("span", {}, schema.title ?? name),
        optionInput(name, schema),
        el("small", {}, schema.description),
      ),
    ),
  );
}

/**
 * @param {string} name
 * @param {OptionSchema} schema
 */
function optionInput(name, schema) {
  const field = `option.${name}`;
  if (schema.type === "integer") {
    return el("input", { type: "number", name: field, value: schema.default, min: schema.minimum, max: schema.maximum, required: true });
  }
  const choices =
    schema.type === "boolean"
      ? [{ const: "false", title: t("no") }, { const: "true", title: t("yes") }]
      : (schema.oneOf ?? []);
  return el(
    "select",
    { name: field },
    choices.map(({ const: value, title }) => el("option", { value, selected: value === String(schema.default) }, title)),
  );
}

/**
 * @param {Event} event
 * @param {HTMLFormElement} form
 * @param {Terms} terms
 */
async function submit(event, form, terms) {
  event.preventDefault();
  const fields = new FormData(form);
  try {
    // A game needs a player; a first visitor gets a name and a session here.
    await takeName(String(fields.get("name") ?? ""));
    const view = await createGame(body(fields, terms));
    await seatBots(view, terms);
    location.assign(gameLink(view));
  } catch (error) {
    showError(error);
  }
}

/**
 * @param {FormData} fields
 * @param {Terms} terms
 */
function body(fields, { ruleset, occupants }) {
  const text = (/** @type {string} */ name) => String(fields.get(name) ?? "");
  return {
    ruleset: ruleset.id,
    board: text("board") === OWN ? sent?.board : text("board"),
    seats: occupants.length,
    join: occupants.includes(ME),
    bots: occupants.slice(0, atOnce(occupants)).filter((each) => each !== ME),
    undo: text("undo") || undefined,
    deadline: deadlineOf(text),
    listed: text("listed") === "yes",
    first_seat: text("first") === "" ? null : Number(text("first")),
    title: text("title").trim() || null,
    options: Object.fromEntries(
      Object.entries(ruleset.options.properties).map(([name, schema]) => [name, parseOption(text(`option.${name}`), schema)]),
    ),
  };
}

/**
 * The number of seats that are taken when the game is created: those before the first free one.
 * @param {string[]} occupants
 */
function atOnce(occupants) {
  // A game without a free seat is never open, so a player with ten open games, the most that the
  // service allows, can still begin one against bots.
  const free = occupants.indexOf(FREE);
  return free < 0 ? occupants.length : free;
}

/**
 * Seat the bots that come after a free seat, each where the form put it.
 * @param {View} view
 * @param {Terms} terms
 */
async function seatBots(view, { occupants }) {
  const game = new GameApi(view.game_id, view.join_code);
  for (const [seat, bot] of occupants.entries()) {
    // One at a time: each needs the version that the one before produced.
    if (seat > atOnce(occupants) && bot !== FREE) ({ view } = await game.sit(bot, view.version, seat));
  }
}

/**
 * @param {string} value
 * @param {OptionSchema} schema
 */
function parseOption(value, schema) {
  if (schema.type === "integer") return Number(value);
  return schema.type === "boolean" ? value === "true" : value;
}

start().catch((error) => refill(byId("main"), el("h1", {}, t("page_new")), el("p", {}, errorText(error))));
