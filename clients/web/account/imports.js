/** Importing a game from a file, and the games that the player has imported. */

import { showError } from "../api/failures.js";
import { errorText } from "../api/http.js";
import { deleteImport, importGame, readImports } from "../api/imports.js";
import { button, confirmed } from "../ui/controls.js";
import { el, refill } from "../ui/dom.js";
import { language, t } from "../ui/texts.js";
import { dayWords } from "./days.js";

/** @import { ImportedRow } from "../api/types.js" */

const LARGEST_BYTES = 8 * 1024 * 1024;
const LOOK_MILLISECONDS = 700;

/** @param {HTMLElement} body */
export async function fillImports(body) {
  show(body, (await readImports()).imports);
}

/**
 * @param {HTMLElement} body
 * @param {ImportedRow[]} imports
 */
function show(body, imports) {
  const status = el("p", { role: "status" });
  const input = /** @type {HTMLInputElement} */ (el("input", { type: "file", accept: ".json,application/json", "aria-label": t("account.import_file") }));
  input.addEventListener("change", () => void take(body, input, status));
  const remove = (/** @type {ImportedRow} */ row) => async () => {
    if (!(await confirmed(t("account.import_delete_sure", { title: row.title }), t("account.import_delete")))) return;
    await deleteImport(row.game_id).then(() => show(body, imports.filter((each) => each !== row)), showError);
  };
  refill(body, el("p", { class: "note" }, t("account.import_help")), el("p", {}, input), status, list(imports, remove));
}

/**
 * @param {ImportedRow[]} imports
 * @param {(row: ImportedRow) => () => Promise<void>} remove
 */
function list(imports, remove) {
  const row = (/** @type {ImportedRow} */ each) =>
    el("li", {}, el("span", { class: "row-words" }, el("a", { href: `game/${each.game_id}` }, each.title), " ", dayWords(each.at.slice(0, 10))), el("span", { class: "row-acts" }, button("small", t("account.import_delete"), null, remove(each))));
  return imports.length ? el("ul", { class: "account-list" }, imports.map(row)) : null;
}

/**
 * Import the chosen file; a refusal is shown below it.
 * @param {HTMLElement} body
 * @param {HTMLInputElement} input
 * @param {HTMLElement} status
 */
async function take(body, input, status) {
  const file = input.files?.[0];
  if (!file) return;
  input.disabled = true;
  const ended = new AbortController();
  refill(status, t("account.import_checking"));
  // Beside the status, which screen readers speak: they would speak every step.
  status.after(progress(ended.signal));
  try {
    const game = await importGame(await documentIn(file));
    await fillImports(body);
    const done = el("a", { href: `game/${game.game_id}` }, game.title);
    body.querySelector("[role=status]")?.append(t("account.import_done"), " ", done);
  } catch (error) {
    refill(status, error instanceof SyntaxError ? t("account.import_not_json") : errorText(error));
    input.value = "";
    input.disabled = false;
  } finally {
    ended.abort();
  }
}

/**
 * A bar that shows how far the service has checked the game; it is removed at the end.
 * @param {AbortSignal} signal
 */
function progress(signal) {
  const bar = el("progress", { max: "1", "aria-label": t("account.import_checked") });
  const share = el("span", { class: "note" });
  const part = el("p", { class: "import-progress" }, bar, " ", share);
  signal.addEventListener("abort", () => part.remove());
  const look = async () => {
    const { checking } = await readImports().catch(() => ({ checking: null }));
    if (signal.aborted) return;
    if (checking) {
      bar.value = checking.checked / checking.events;
      share.textContent = new Intl.NumberFormat(language, { style: "percent" }).format(bar.value);
    }
    setTimeout(look, LOOK_MILLISECONDS);
  };
  setTimeout(look, LOOK_MILLISECONDS);
  return part;
}

/**
 * @param {File} file
 * @returns {Promise<unknown>}
 */
async function documentIn(file) {
  // Refused here already, as the service would refuse it only after it was sent.
  if (file.size > LARGEST_BYTES) throw new SyntaxError("it is too large");
  return JSON.parse(await file.text());
}
