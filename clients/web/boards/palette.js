/** The tools to paint with, one of them chosen, and the list of their keys. */

import { openDialog } from "../ui/controls.js";
import { el, refill, svg } from "../ui/dom.js";
import { t } from "../ui/texts.js";

/** @import { Editor, Tool } from "./editor.js" */

export class Palette {
  element = el("div", { class: "palette" });

  /**
   * @param {Editor} editor
   * @param {() => void} changed
   */
  constructor(editor, changed) {
    this.editor = editor;
    this.changed = changed;
    /** @type {Tool | null} */
    this.tool = editor.groups[0].tools[0];
    this.#draw();
  }

  /** @param {Tool | null} tool null selects the hand */
  take(tool) {
    if (tool === this.tool) return;
    this.tool = tool;
    for (const button of this.element.querySelectorAll("button")) {
      button.setAttribute("aria-pressed", String(button.dataset.tool === (tool?.id ?? "")));
    }
    this.changed();
  }

  #draw() {
    const groups = this.editor.groups.map(({ name, tools }) => this.#group(name, tools.map((tool) => this.#pressable(tool, tool.name, tool.key, tool.icon()))));
    const hand = this.#pressable(null, t("boards.hand"), "", handIcon());
    refill(this.element, ...groups, this.#group(t("boards.view"), [hand]));
  }

  /**
   * @param {string} name
   * @param {Element[]} buttons
   */
  #group(name, buttons) {
    return el("div", { class: "tools", role: "group", "aria-label": name }, el("span", { class: "tools-name", "aria-hidden": "true" }, name), buttons);
  }

  /**
   * @param {Tool | null} tool
   * @param {string} name
   * @param {string} key
   * @param {Element} icon
   */
  #pressable(tool, name, key, icon) {
    const title = key ? `${name} (${key})` : name;
    return el(
      "button",
      { type: "button", class: "tool", title, "aria-label": name, "data-tool": tool?.id ?? "", "aria-pressed": String(tool === this.tool), onclick: () => this.take(tool) },
      icon,
    );
  }
}

function handIcon() {
  return svg("svg", { class: "icon", viewBox: "-14 -14 28 28", "aria-hidden": "true" }, svg("path", { class: "hand", d: "M0-12L4-8H1.4V-1.4H8V-4L12 0L8 4V1.4H1.4V8H4L0 12L-4 8H-1.4V1.4H-8V4L-12 0L-8-4V-1.4H-1.4V-8H-4Z" }));
}

/** @param {Editor} editor */
export function showKeys(editor) {
  const tools = editor.groups.flatMap((group) => group.tools);
  const keys = [
    ["← → ↑ ↓", t("boards.key_move")],
    ["Enter  ␣", t("boards.key_paint")],
    ...tools.map(({ key, name }) => [key, name]),
    ["Delete", tools.find(({ id }) => id === editor.eraser)?.name ?? ""],
    ["Ctrl Z", t("undo")],
    ["Ctrl ⇧ Z", t("redo")],
    ["?", t("key_help")],
  ];
  const rows = keys.flatMap(([key, text]) => [el("dt", {}, key), el("dd", {}, text)]);
  openDialog(t("keys_title"), [el("p", { class: "note" }, t("boards.keys_about")), el("dl", { class: "keys" }, rows)], { kind: "board-keys" });
}
