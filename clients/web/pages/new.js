/** The page that makes a game: ruleset, board, seats, options, taking back, who finds it. */

import { GameApi } from "../api/game.js";
import { errorText } from "../api/http.js";
import { takeName, whoAmI } from "../api/player.js";
import { createGame, readBoard, readRulesets } from "../api/service.js";
import { boardName } from "../game/sentences.js";
import { rulesetPage } from "../rulesets.js";
import { toast } from "../ui/controls.js";
import { byId, el, refill } from "../ui/dom.js";
import { gameLink } from "../ui/links.js";
import { nameBox } from "../ui/namebox.js";
import { t } from "../ui/texts.js";
import { frame } from "./frame.js";

/** @import { OptionSchema, Ruleset, View } from "../api/types.js" */

const ME = "me";
const FREE = "free";

/**
 * @typedef {object} Terms
 * @property {Ruleset} ruleset
 * @property {string} board
 * @property {string[]} sitters for each seat: me, free, or a bot's name
 */

/** @type {Map<string, HTMLElement>} */
const previews = new Map();

async function begin() {
  frame("new");
  document.title = `${t("page_new")} – ${t("brand")}`;
  const [{ rulesets: offered }, me] = await Promise.all([readRulesets(), whoAmI()]);
  const ruleset = offered[0];
  const first = ruleset.bots.includes("greedy") ? "greedy" : FREE;
  draw(offered, { ruleset, board: ruleset.boards[0].id, sitters: [ME, first] }, me?.name ?? "");
}

/**
 * @param {Ruleset[]} offered
 * @param {Terms} terms
 * @param {string} name
 */
function draw(offered, terms, name) {
  const form = el("form", { class: "form", onsubmit: (/** @type {Event} */ event) => submit(event, form, terms) });
  form.append(
    el("h1", {}, t("page_new")),
    rulesetChoice(offered, terms, (ruleset) => draw(offered, { ruleset, board: ruleset.boards[0].id, sitters: seated(terms.sitters, ruleset) }, name)),
    boardChoice(terms),
    seatsChoice(terms, name),
    choice("undo", "field_undo", [["free", "undo_free"], ["consent", "undo_consent"], ["off", "undo_off"]]),
    choice("listed", "field_listed", [["yes", "listed_yes"], ["no", "listed_no"]]),
    optionFields(terms.ruleset),
    el("label", { class: "field" }, el("span", {}, t("field_title")), el("input", { name: "title", maxlength: "80", placeholder: terms.ruleset.title })),
    el("button", { class: "button main big" }, el("span", { class: "label" }, t("create"))),
  );
  refill(byId("main"), form);
}

/**
 * @param {Ruleset[]} offered
 * @param {Terms} terms
 * @param {(ruleset: Ruleset) => void} choose
 */
function rulesetChoice(offered, terms, choose) {
  if (offered.length < 2) return el("p", { class: "note" }, terms.ruleset.title);
  const options = offered.map((each) => el("option", { value: each.id, selected: each === terms.ruleset }, each.title));
  const select = el("select", {}, options);
  select.addEventListener("change", () => choose(offered[select.selectedIndex]));
  return el("label", { class: "field" }, el("span", {}, t("field_ruleset")), select);
}

/** @param {Terms} terms */
function boardChoice(terms) {
  return el(
    "fieldset",
    { class: "boards" },
    el("legend", {}, t("field_board")),
    terms.ruleset.boards.map(({ id, title }) =>
      el(
        "label",
        { class: "board-option" },
        el("input", { type: "radio", name: "board", value: id, checked: id === terms.board }),
        boardPicture(terms.ruleset.id, id),
        el("span", {}, title),
      ),
    ),
  );
}

/**
 * @param {string} ruleset
 * @param {string} board
 */
function boardPicture(ruleset, board) {
  const key = `${ruleset} ${board}`;
  const known = previews.get(key);
  if (known) return known;
  const frame = el("span", { class: "board-picture" });
  previews.set(key, frame);
  Promise.all([readBoard(ruleset, board), rulesetPage(ruleset)])
    .then(([read, page]) => frame.append(page.preview(read.board, boardName(ruleset, board, read.board.title))))
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
  const first = el("span", {}, firstChoice(terms.sitters));
  const fill = () => refill(rows, terms.sitters.map((_, seat) => sitterChoice(terms, seat)));
  const resize = (/** @type {number} */ n) => {
    terms.sitters = resized(terms.sitters, n, terms.ruleset);
    fill();
    refill(first, firstChoice(terms.sitters));
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
          el("input", { type: "radio", name: "seats", value: n, checked: Number(n) === terms.sitters.length, onchange: () => resize(Number(n)) }),
          el("span", {}, n),
        ),
      ),
    ),
    rows,
    el("label", { class: "field" }, el("span", {}, t("field_first")), first),
  );
}

/**
 * So many sitters: the first of those there are, and bots.
 * @param {string[]} sitters
 * @param {number} n
 * @param {Ruleset} ruleset
 */
function resized(sitters, n, ruleset) {
  const added = ruleset.bots.at(-1) ?? FREE;
  return Array.from({ length: n }, (_, seat) => sitters[seat] ?? added);
}

/**
 * As many of the sitters as a ruleset has seats for, or more.
 * @param {string[]} sitters
 * @param {Ruleset} ruleset
 */
function seated(sitters, ruleset) {
  const n = ruleset.seats.find((count) => count >= sitters.length) ?? ruleset.seats[ruleset.seats.length - 1];
  return resized(sitters, n, ruleset);
}

/**
 * @param {Terms} terms
 * @param {number} seat
 */
function sitterChoice(terms, seat) {
  const now = terms.sitters[seat];
  const isMe = seat === 0;
  const options = [
    isMe && el("option", { value: ME, selected: now === ME }, t("seat_me")),
    terms.ruleset.bots.map((bot) => el("option", { value: bot, selected: now === bot }, t(`bot_${bot}`))),
    el("option", { value: FREE, selected: now === FREE }, t("seat_free")),
  ];
  const name = t("field_seat", { n: seat + 1 });
  const select = el("select", { "aria-label": name }, options.flat());
  select.addEventListener("change", () => {
    terms.sitters[seat] = select.value;
  });
  return el("label", { class: "field" }, el("span", {}, name), select);
}

/** @param {string[]} sitters */
function firstChoice(sitters) {
  return el(
    "select",
    { name: "first", "aria-label": t("field_first") },
    el("option", { value: "" }, t("first_lot")),
    sitters.map((_, seat) => el("option", { value: String(seat) }, t("field_seat", { n: seat + 1 }))),
  );
}

/**
 * @param {string} name
 * @param {string} legend
 * @param {[string, string][]} options
 */
function choice(name, legend, options) {
  return el(
    "fieldset",
    {},
    el("legend", {}, t(legend)),
    options.map(([value, text], n) =>
      el("label", { class: "check" }, el("input", { type: "radio", name, value, checked: n === 0 }), el("span", {}, t(text))),
    ),
  );
}

/** @param {Ruleset} ruleset */
function optionFields(ruleset) {
  return el(
    "details",
    { class: "options" },
    el("summary", {}, t("field_options")),
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
  const offered =
    schema.type === "boolean"
      ? [{ const: "false", title: t("no") }, { const: "true", title: t("yes") }]
      : (schema.oneOf ?? []);
  return el(
    "select",
    { name: field },
    offered.map(({ const: value, title }) => el("option", { value, selected: value === String(schema.default) }, title)),
  );
}

/**
 * @param {Event} event
 * @param {HTMLFormElement} form
 * @param {Terms} terms
 */
async function submit(event, form, terms) {
  event.preventDefault();
  const given = new FormData(form);
  try {
    await takeName(String(given.get("name") ?? ""));
    const view = await createGame(body(given, terms));
    await seatBots(view, terms);
    location.assign(gameLink(view));
  } catch (error) {
    toast(errorText(error));
  }
}

/**
 * @param {FormData} given
 * @param {Terms} terms
 */
function body(given, { ruleset, sitters }) {
  const text = (/** @type {string} */ name) => String(given.get(name) ?? "");
  return {
    ruleset: ruleset.id,
    board: text("board"),
    seats: sitters.length,
    join: sitters.includes(ME),
    undo: text("undo"),
    listed: text("listed") === "yes",
    first_seat: text("first") === "" ? null : Number(text("first")),
    title: text("title").trim() || null,
    options: Object.fromEntries(
      Object.entries(ruleset.options.properties).map(([name, schema]) => [name, parsed(text(`option.${name}`), schema)]),
    ),
  };
}

/**
 * Seat each bot where it was put: the last seat taken starts the game.
 * @param {View} view
 * @param {Terms} terms
 */
async function seatBots(view, { sitters }) {
  const game = new GameApi(view.game_id, view.join_code);
  for (const [seat, bot] of sitters.entries()) {
    if (bot !== ME && bot !== FREE) ({ view } = await game.sit(bot, view.version, seat));
  }
}

/**
 * @param {string} value
 * @param {OptionSchema} schema
 */
function parsed(value, schema) {
  if (schema.type === "integer") return Number(value);
  return schema.type === "boolean" ? value === "true" : value;
}

begin().catch((error) => toast(errorText(error)));
