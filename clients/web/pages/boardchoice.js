/** The choice of a new game's board, by pictures. */

import { readBoard } from "../api/service.js";
import { boardName } from "../game/words/sentences.js";
import { EDITED, rulesetPage } from "../rulesets.js";
import { el } from "../ui/dom.js";
import { t } from "../ui/texts.js";

/** @import { Board, RulesetOffered } from "../api/types.js" */

/** The value of a board that its player has drawn. */
export const OWN = "own";

/** @typedef {{ruleset: string, board: Board}} SentBoard a board that came in the address */

/** @type {Map<string, HTMLElement>} */
const previews = new Map();

/**
 * @param {RulesetOffered} ruleset
 * @param {string} chosen
 * @param {SentBoard | null} sent
 */
export function boardChoice(ruleset, chosen, sent) {
  const { id: of, boards } = ruleset;
  return el(
    "fieldset",
    { class: "boards" },
    el("legend", { class: "hidden" }, t("field_board")),
    boards.map(({ id, title }) => boardOption(id, chosen, frameOf(of, id), title)),
    sent?.ruleset === of && boardOption(OWN, chosen, frameOf(of, OWN), ownTitle(sent)),
    EDITED.includes(of) && el("a", { class: "own-board", href: `boards/${of}` }, t("boards_draw")),
  );
}

/** @param {SentBoard} sent */
const ownTitle = (sent) => sent.board.title || t("boards_own");

/**
 * The title of a choice.
 * @param {RulesetOffered} ruleset
 * @param {string} chosen
 * @param {SentBoard | null} sent
 */
export function boardTitle({ boards }, chosen, sent) {
  return boards.find(({ id }) => id === chosen)?.title ?? (sent ? ownTitle(sent) : "");
}

/**
 * Draw the boards of a ruleset, each once.
 * @param {RulesetOffered} ruleset
 * @param {SentBoard | null} sent
 */
export function drawBoards({ id: of, boards }, sent) {
  for (const { id } of boards) draw(frameOf(of, id), () => pictureOf(of, id));
  if (sent?.ruleset === of) draw(frameOf(of, OWN), async () => (await rulesetPage(of)).preview(sent.board, ownTitle(sent)));
}

/**
 * @param {string} value
 * @param {string} chosen
 * @param {Element} picture
 * @param {string} title
 */
function boardOption(value, chosen, picture, title) {
  const input = el("input", { type: "radio", name: "board", value, checked: value === chosen });
  return el("label", { class: "board-option" }, input, picture, el("span", {}, title));
}

/**
 * @param {string} ruleset
 * @param {string} board
 */
function frameOf(ruleset, board) {
  const key = `${ruleset} ${board}`;
  // The form is redrawn with each choice of a ruleset, but its pictures are drawn once.
  const frame = previews.get(key) ?? el("span", { class: "board-picture" });
  previews.set(key, frame);
  return frame;
}

/**
 * @param {HTMLElement} frame
 * @param {() => Promise<Element>} drawing
 */
function draw(frame, drawing) {
  if (frame.dataset.drawn) return;
  frame.dataset.drawn = "yes";
  // A failed drawing is forgotten, so that the next unfolding tries again.
  drawing().then((picture) => frame.append(picture), () => delete frame.dataset.drawn);
}

/**
 * @param {string} ruleset
 * @param {string} board
 */
async function pictureOf(ruleset, board) {
  const [{ board: drawn }, page] = await Promise.all([readBoard(ruleset, board), rulesetPage(ruleset)]);
  return page.preview(drawn, boardName(ruleset, board, drawn.title));
}
