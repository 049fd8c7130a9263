/** The position as text, with a box to type moves: for screen readers, and for everyone who prefers it. */

import { errorText, Problem } from "../../api/http.js";
import { button, openDialog } from "../../ui/controls.js";
import { el, refill } from "../../ui/dom.js";
import { t } from "../../ui/texts.js";
import { ruleLink, ruleOf } from "../panel/refusal.js";

/** @import { Move } from "../../api/types.js" */
/** @import { Table } from "../state/state.js" */

const SHOWN = 300;
const EXAMPLES = 4;

/**
 * @param {Table} table
 * @param {(move: Move) => Promise<void>} send
 * @param {(rule: string) => void} openRules
 */
export async function showText(table, send, openRules) {
  const text = el("pre", { class: "text-board", tabindex: "0", role: "region", "aria-label": t("text_board") }, t("loading"));
  const dialog = openDialog(t("text_board"), [text, moveBox(table, send, openRules, () => dialog.close())], { kind: "wide" });
  refill(text, await table.api.text(table.cursor).catch(errorText));
}

/**
 * The form to type a move, with the legal moves as suggestions.
 * @param {Table} table
 * @param {(move: Move) => Promise<void>} send
 * @param {(rule: string) => void} openRules
 * @param {() => void} done
 */
function moveBox(table, send, openRules, done) {
  if (!table.moves || table.cursor !== null) return null;
  const notations = (table.moves.facts ?? []).map(({ notation }) => notation).slice(0, SHOWN);
  const status = el("output", { class: "note" });
  const box = el("input", { list: "listed-moves", autocomplete: "off", autocapitalize: "off", spellcheck: "false", required: true });
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    try {
      // Try the move before closing the dialog, so that a slip can be corrected where it was typed.
      await table.api.preview(inNotation(box.value)).catch(ignoreUnpreviewable);
      done();
      await send(inNotation(box.value));
    } catch (error) {
      const isUnread = isUnparsed(error) && notations.length > 0;
      if (isUnread) status.textContent = t("move_unread", { examples: examples(notations, box.value) });
      else refill(status, errorText(error), " ", linkToRule(error));
    }
  };
  const linkToRule = (/** @type {unknown} */ error) => {
    const rule = ruleOf(error);
    return rule && ruleLink(table.view?.ruleset ?? "", rule, (id) => {
      done();
      openRules(id);
    });
  };
  return el(
    "form",
    { class: "move-box", onsubmit: submit },
    el("label", { class: "field" }, el("span", {}, t("move_box")), box),
    el("datalist", { id: "listed-moves" }, notations.map((value) => el("option", { value }))),
    button("main", t("move_send"), null, () => box.form?.requestSubmit()),
    status,
    el("details", {}, el("summary", {}, t("move_list", { n: notations.length })), el("ul", {}, notations.map((each) => el("li", {}, el("code", {}, each))))),
  );
}

/**
 * A move in notation, which the service parses.
 * @param {string} notation
 * @returns {Move}
 */
function inNotation(notation) {
  return /** @type {any} */ ({ notation });
}

/**
 * Ignore the refusal to preview a move that reveals a card; it may still be sent.
 * @param {unknown} error
 */
function ignoreUnpreviewable(error) {
  if (!(error instanceof Problem) || error.code !== "nothing_to_preview") throw error;
}

/**
 * Whether the service could not parse the notation.
 * @param {unknown} error
 */
function isUnparsed(error) {
  return error instanceof Problem && "notation" in error.errors;
}

/**
 * A few legal moves of the kind that was typed, or one of each kind.
 * @param {string[]} notations
 * @param {string} input
 */
function examples(notations, input) {
  const kind = (/** @type {string} */ move) => move.trim().toLowerCase().split(" ")[0];
  const alike = notations.filter((move) => kind(move) === kind(input));
  const kinds = [...new Map(notations.map((move) => [kind(move), move])).values()];
  return (alike.length ? alike : kinds).slice(0, EXAMPLES).join("; ");
}
