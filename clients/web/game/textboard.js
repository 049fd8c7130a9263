/** The position as text, and a box to type moves into: for screen readers, and for who likes it. */

import { errorText, Problem } from "../api/http.js";
import { button, openDialog } from "../ui/controls.js";
import { el, refill } from "../ui/dom.js";
import { t } from "../ui/texts.js";

/** @import { Move } from "../api/types.js" */
/** @import { Table } from "./state.js" */

const SHOWN = 300;
const EXAMPLES = 4;

/**
 * @param {Table} table
 * @param {(move: Move) => Promise<void>} send
 */
export async function showText(table, send) {
  const text = el("pre", { class: "text-board", tabindex: "0", role: "region", "aria-label": t("text_board") }, t("loading"));
  const dialog = openDialog(t("text_board"), [text, moveBox(table, send, () => dialog.close())], { kind: "wide" });
  refill(text, await table.api.text(table.cursor).catch(errorText));
}

/**
 * The box to type a move, with the listed ones as suggestions.
 * @param {Table} table
 * @param {(move: Move) => Promise<void>} send
 * @param {() => void} done
 */
function moveBox(table, send, done) {
  if (!table.moves || table.cursor !== null) return null;
  const spelled = (table.moves.facts ?? []).map(({ notation }) => notation).slice(0, SHOWN);
  const said = el("output", { class: "note" });
  const box = el("input", { list: "listed-moves", autocomplete: "off", autocapitalize: "off", spellcheck: "false", required: true });
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    try {
      await table.api.preview(typed(box.value)).catch(unlessUnseen);
      done();
      await send(typed(box.value));
    } catch (error) {
      said.textContent = isUnread(error) && spelled.length ? t("move_unread", { examples: examples(spelled, box.value) }) : errorText(error);
    }
  };
  return el(
    "form",
    { class: "move-box", onsubmit: submit },
    el("label", { class: "field" }, el("span", {}, t("move_box")), box),
    el("datalist", { id: "listed-moves" }, spelled.map((value) => el("option", { value }))),
    button("main", t("move_send"), null, () => box.form?.requestSubmit()),
    said,
    el("details", {}, el("summary", {}, t("move_list", { n: spelled.length })), el("ul", {}, spelled.map((each) => el("li", {}, el("code", {}, each))))),
  );
}

/**
 * A move as it is typed; the service reads it.
 * @param {string} notation
 * @returns {Move}
 */
function typed(notation) {
  return /** @type {any} */ ({ notation });
}

/**
 * A move that would turn a card up cannot be previewed, and may be sent.
 * @param {unknown} error
 */
function unlessUnseen(error) {
  if (!(error instanceof Problem) || error.code !== "nothing_to_preview") throw error;
}

/**
 * Whether the service could make no move of what was typed.
 * @param {unknown} error
 */
function isUnread(error) {
  return error instanceof Problem && "notation" in error.errors;
}

/**
 * Moves that can be made: those that begin like what was typed, else one of each kind.
 * @param {string[]} spelled
 * @param {string} given
 */
function examples(spelled, given) {
  const kind = (/** @type {string} */ move) => move.trim().toLowerCase().split(" ")[0];
  const alike = spelled.filter((move) => kind(move) === kind(given));
  const kinds = [...new Map(spelled.map((move) => [kind(move), move])).values()];
  return (alike.length ? alike : kinds).slice(0, EXAMPLES).join("; ");
}
