/** The draft of a board with its edits: they can be undone and redone, and the last is kept in this browser. */

import { keep, kept } from "../ui/storage.js";

/** @import { Draft, Editor } from "./editor.js" */

const MOST_STEPS = 200;
// Browsers give a site about five million characters in all.
const LONGEST_KEPT = 60000;

export class Drafts {
  /** @type {Draft[]} */
  #past = [];
  /** @type {Draft[]} */
  #future = [];
  /** @type {Draft | null} the draft before a stroke that is not finished */
  #before = null;

  /**
   * @param {string} name under which the draft is kept
   * @param {Editor} editor
   * @param {Draft} first
   */
  constructor(name, editor, first) {
    this.key = keyOf(name);
    this.editor = editor;
    this.now = first;
  }

  get canUndo() {
    return this.#past.length > 0;
  }

  get canRedo() {
    return this.#future.length > 0;
  }

  /** Begin a stroke: everything until its end is one step. */
  begin() {
    this.#before ??= this.now;
  }

  /**
   * Replace the draft; outside a stroke this is a step of its own.
   * @param {Draft} draft
   */
  change(draft) {
    if (draft === this.now) return;
    if (!this.#before) this.#remember(this.now);
    this.now = draft;
    // Store the draft once per stroke, not at each place on its path.
    if (!this.#before) this.#keep();
  }

  end() {
    const before = this.#before;
    this.#before = null;
    if (!before || before === this.now) return;
    this.#remember(before);
    this.#keep();
  }

  undo() {
    this.#step(this.#past, this.#future);
  }

  redo() {
    this.#step(this.#future, this.#past);
  }

  /**
   * @param {Draft[]} from
   * @param {Draft[]} to
   */
  #step(from, to) {
    const draft = from.pop();
    if (!draft) return;
    to.push(this.now);
    this.now = draft;
    this.#keep();
  }

  /** @param {Draft} draft */
  #remember(draft) {
    this.#past.push(draft);
    this.#past.splice(0, this.#past.length - MOST_STEPS);
    this.#future = [];
  }

  #keep() {
    const { rows, columns } = this.now;
    const text = JSON.stringify({ rows, columns, board: this.editor.write(this.now) });
    if (text.length <= LONGEST_KEPT) keep(this.key, text);
  }
}

/** @param {string} name */
const keyOf = (name) => `anabasis.board.${name}`;

/**
 * The draft kept in this browser; null if there is none, or it cannot be read.
 * @param {string} name
 * @param {Editor} editor
 * @returns {Draft | null}
 */
export function keptDraft(name, editor) {
  try {
    const { rows, columns, board } = JSON.parse(kept(keyOf(name)) ?? "");
    const draft = editor.read(board);
    // Writing a board drops its empty margins, but the reader may have left room there.
    return editor.resize(draft, Math.max(draft.rows, rows), Math.max(draft.columns, columns));
  } catch {
    return null;
  }
}
