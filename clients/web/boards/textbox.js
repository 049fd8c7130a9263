/** The dialog that shows a board as text and reads an edited text back. */

import { button, copyText, openDialog } from "../ui/controls.js";
import { el } from "../ui/dom.js";
import { t } from "../ui/texts.js";
import { LONGEST_TEXT, TextFault } from "./textform.js";

/** @import { Draft, Editor } from "./editor.js" */

/**
 * @param {Editor} editor
 * @param {Draft} draft
 * @param {(draft: Draft) => void} take
 */
export function openText(editor, draft, take) {
  const box = el("textarea", { class: "board-text", rows: "14", spellcheck: "false", maxlength: LONGEST_TEXT, "aria-label": t("boards.text") });
  const fault = el("p", { class: "board-fault", role: "alert" });
  box.value = editor.format(draft);
  const read = () => {
    try {
      take(editor.parse(box.value));
      dialog.close();
    } catch (error) {
      fault.textContent = error instanceof TextFault ? error.message : t("boards.text_broken");
    }
  };
  const buttons = el("div", { class: "board-ways" }, button("main", t("boards.text_take"), null, read), button("", t("copy"), null, () => copyText(box.value)));
  const dialog = openDialog(t("boards.text"), [el("p", { class: "note" }, t("boards.text_about")), box, fault, buttons], { kind: "wide" });
}
