/** The page to draw a board, have it checked, share it and play on it. */

import { showError } from "../api/failures.js";
import { errorText } from "../api/http.js";
import { readBoard, readRuleset } from "../api/service.js";
import { Drafts, keptDraft } from "../boards/drafts.js";
import { Easel } from "../boards/easel.js";
import { pack, unpack } from "../boards/link.js";
import { Palette, showKeys } from "../boards/palette.js";
import { openText } from "../boards/textbox.js";
import { Verdict } from "../boards/verdict.js";
import { EDITED, QUICK_GAMES, rulesetEditor } from "../rulesets.js";
import { lastPart } from "../ui/address.js";
import { button, copyText, toast } from "../ui/controls.js";
import { byId, el, refill } from "../ui/dom.js";
import { sessionNote } from "../ui/namebox.js";
import { addTexts, t } from "../ui/texts.js";
import { frame } from "./frame.js";
import { startGame } from "./starting.js";

/** @import { BoardProblem, Ruleset } from "../api/types.js" */
/** @import { Draft, Editor } from "../boards/editor.js" */

const LEAST_SIZE = 4;

class DrawingBoard {
  /** @type {BoardProblem[]} */
  #problems = [];
  #title = el("input", { "aria-label": t("field_title"), placeholder: t("boards.untitled"), onchange: () => this.#change({ ...this.drafts.now, title: this.#title.value.trim() }) });
  #rows = this.#sizeBox(t("boards.rows"), "rows");
  #columns = this.#sizeBox(t("boards.columns"), "columns");
  #undo = button("small", t("undo"), null, () => this.#undone());
  #redo = button("small", t("redo"), null, () => this.#redone());
  #play = button("main", t("boards.play"), null, () => this.#playBots());
  #setUp = el("a", { class: "button", href: "new" }, el("span", { class: "label" }, t("set_up")));

  /**
   * @param {Ruleset} ruleset
   * @param {Editor} editor
   * @param {Draft} first
   */
  constructor(ruleset, editor, first) {
    this.ruleset = ruleset;
    this.editor = editor;
    this.drafts = new Drafts(ruleset.id, editor, first);
    this.palette = new Palette(editor, () => undefined);
    this.verdict = new Verdict(ruleset.id, (problems) => this.#judge(problems), (problem) => this.#go(problem));
    this.easel = new Easel(editor, {
      tool: () => this.palette.tool,
      paint: (place, tool, spot) => this.#change(editor.paint(this.drafts.now, place, tool.id, spot)),
      begin: () => this.drafts.begin(),
      end: () => this.drafts.end(),
      take: (tool) => this.palette.take(tool),
    });
    this.#title.maxLength = editor.longestTitle;
  }

  /** Put the page together. */
  draw() {
    refill(
      byId("main"),
      el("div", { class: "board-head" }, el("h1", {}, t("boards.title")), this.#rulesets()),
      this.easel.element,
      el("div", { class: "board-side" }, this.palette.element, this.verdict.element, this.#ways(), this.#terms()),
    );
    document.addEventListener("keydown", (event) => this.#key(event));
    this.#show();
  }

  /** @param {Draft} draft */
  #change(draft) {
    // A stroke may cross a place many times; only a change is a step to undo.
    if (draft === this.drafts.now) return;
    this.drafts.change(draft);
    this.#show();
  }

  #undone() {
    this.drafts.undo();
    this.#show();
  }

  #redone() {
    this.drafts.redo();
    this.#show();
  }

  #show() {
    const draft = this.drafts.now;
    this.easel.show(draft, t("boards.map"));
    this.#mark();
    this.#title.value = draft.title;
    this.#rows.value = String(draft.rows);
    this.#columns.value = String(draft.columns);
    this.#undo.disabled = !this.drafts.canUndo;
    this.#redo.disabled = !this.drafts.canRedo;
    this.verdict.ask(() => this.#board());
  }

  #board() {
    return this.editor.write(this.drafts.now);
  }

  /** @param {BoardProblem[] | null} problems */
  async #judge(problems) {
    this.#problems = problems ?? [];
    this.#mark();
    // With null the service was not asked or not reached, so the verdict is unknown.
    const isPlayable = problems?.length === 0;
    this.#play.disabled = !isPlayable;
    this.#setUp.hidden = !isPlayable;
    if (isPlayable) this.#setUp.href = `new?ruleset=${this.ruleset.id}${await pack(this.#board())}`;
  }

  /** Mark the places at fault. */
  #mark() {
    const found = this.#problems.map(({ place }) => place && this.easel.find(this.drafts.now, place));
    this.easel.mark(found.flatMap((each) => (each ? [each.spot] : [])));
  }

  /** @param {BoardProblem} problem */
  #go({ place }) {
    const found = place && this.easel.find(this.drafts.now, place);
    found?.node.focus();
    this.easel.element.scrollIntoView({ block: "nearest" });
  }

  #rulesets() {
    const links = EDITED.map((id) => el("a", { href: `boards/${id}`, "aria-current": id === this.ruleset.id ? "page" : null }, t(`${id}.title`)));
    return el("nav", { class: "rules-games", "aria-label": t("field_ruleset") }, links);
  }

  /** The fields for title and size, and the choice of a board to start from. */
  #terms() {
    const from = el(
      "select",
      { "aria-label": t("boards.from") },
      el("option", { value: "" }, t("boards.from")),
      el("option", { value: "blank" }, t("boards.blank")),
      this.ruleset.boards.map(({ id, title }) => el("option", { value: id }, title)),
    );
    from.addEventListener("change", () => {
      this.#startFrom(from.value).catch(showError);
      // Reset the choice, so that the same board can be chosen again.
      from.value = "";
    });
    const size = el("div", { class: "board-size" }, this.#named(t("boards.rows"), this.#rows), this.#named(t("boards.columns"), this.#columns));
    return el(
      "div",
      { class: "board-terms" },
      el("div", { class: "board-edits" }, this.#undo, this.#redo, button("small", t("boards.clear"), null, () => this.#change(this.#cleared())), button("small", t("boards.keys"), null, () => showKeys(this.editor))),
      this.#title,
      from,
      size,
    );
  }

  #ways() {
    const share = async () => copyText(new URL(`boards/${this.ruleset.id}${await pack(this.#board())}`, document.baseURI).href);
    const text = () => openText(this.editor, this.drafts.now, (draft) => this.#change(draft));
    return el("div", { class: "board-ways" }, sessionNote(), this.#play, this.#setUp, button("", t("boards.share"), null, share), button("", t("boards.text"), null, text));
  }

  /** An empty board of the same size. */
  #cleared() {
    const { rows, columns } = this.drafts.now;
    return this.editor.resize(this.editor.blank(), rows, columns);
  }

  /** @param {string} board */
  async #startFrom(board) {
    if (board === "blank") this.#change(this.editor.blank());
    else if (board) this.#change(this.editor.read((await readBoard(this.ruleset.id, board)).board));
  }

  /**
   * @param {string} name
   * @param {"rows" | "columns"} side
   */
  #sizeBox(name, side) {
    const box = el("input", { type: "number", min: LEAST_SIZE, "aria-label": name });
    box.addEventListener("change", () => {
      const most = this.editor.most[side];
      const size = Math.min(most, Math.max(LEAST_SIZE, Math.round(Number(box.value)) || LEAST_SIZE));
      const { now } = this.drafts;
      // Even if the size is unchanged, the box needs the corrected number.
      if (size === now[side]) this.#show();
      else this.#change(side === "rows" ? this.editor.resize(now, size, now.columns) : this.editor.resize(now, now.rows, size));
    });
    return box;
  }

  /**
   * @param {string} name
   * @param {HTMLElement} box
   */
  #named(name, box) {
    return el("label", { class: "field" }, el("span", {}, name), box);
  }

  async #playBots() {
    const quick = QUICK_GAMES.find(({ ruleset }) => ruleset === this.ruleset.id);
    const title = this.drafts.now.title || undefined;
    this.#play.disabled = true;
    this.#play.disabled = await startGame({ ...quick, title, board: this.#board() });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    // A text field has an undo of its own.
    if (event.target instanceof HTMLElement && event.target.closest("input, textarea, select, dialog")) return;
    const key = event.key.toLowerCase();
    const isCommand = event.ctrlKey || event.metaKey;
    if (event.key === "?") showKeys(this.editor);
    else if (isCommand && (key === "y" || (key === "z" && event.shiftKey))) this.#redone();
    else if (isCommand && key === "z") this.#undone();
    else return;
    event.preventDefault();
  }
}

async function start() {
  frame("new");
  await addTexts("boards");
  document.title = `${t("boards.title")} – ${t("brand")}`;
  const id = lastPart();
  const [ruleset, editor] = await Promise.all([readRuleset(id), rulesetEditor(id)]);
  const kept = keptDraft(id, editor);
  const sent = await readSent(editor);
  const first = kept ?? sent ?? editor.read((await readBoard(id, ruleset.boards[ruleset.boards.length - 1].id)).board);
  const board = new DrawingBoard(ruleset, editor, first);
  // One undo brings back the reader's own draft.
  if (kept && sent) board.drafts.change(sent);
  board.draw();
}

/**
 * The draft in the address.
 * @param {Editor} editor
 */
async function readSent(editor) {
  try {
    const board = await unpack(location.hash);
    return board && editor.read(board);
  } catch {
    toast(t("boards.link_broken"));
    return null;
  }
}

start().catch((error) => refill(byId("main"), el("h1", {}, t("boards_draw")), el("p", {}, errorText(error))));
