/** The registry of rulesets, one line each; everything else of a ruleset is in its folder and its catalogue. */

import { showLook } from "./ui/settings.js";
import { loadStyles } from "./ui/styles.js";

/** @import { Editor } from "./boards/editor.js" */
/** @import { RulesetPage } from "./game/ruleset.js" */

/**
 * @typedef {object} Entry
 * @property {() => Promise<{page: RulesetPage}>} load
 * @property {() => Promise<{editor: Editor}>} [editor] the editor of its boards
 * @property {string} [base] the ruleset it is a scenario of, whose styles come before its own
 * @property {{board: string, seats: number}} quick the game against bots that one click on the front page begins
 * @property {Record<number, number>} turns those of each seat in a usual game on that board, by the number of seats
 */

// The turns are those of four games each of greedy bots, rounded to five.
// Each `import()` is written out, since the service finds the modules of a bundle by these strings.
/** @type {Record<string, Entry>} */
const ENTRIES = {
  alexandros: { load: () => import("./alexandros/page.js"), editor: () => import("./alexandros/editor.js"), quick: { board: "near_east", seats: 2 }, turns: { 2: 20, 3: 15, 4: 15 } },
  settlers: { load: () => import("./settlers/page.js"), editor: () => import("./settlers/editor.js"), quick: { board: "standard", seats: 3 }, turns: { 2: 30, 3: 25, 4: 20 } },
  alexander_the_great: { load: () => import("./alexander_the_great/page.js"), base: "settlers", quick: { board: "campaign", seats: 3 }, turns: { 3: 20, 4: 15 } },
};

/** The ids of the rulesets, the first in front. */
export const RULESETS = Object.keys(ENTRIES);

/** The terms of the quick games; the front page shows the first one's board. */
export const QUICK_GAMES = Object.entries(ENTRIES).map(([ruleset, { quick }]) => ({
  ruleset,
  ...quick,
  bots: Array.from({ length: quick.seats - 1 }, () => "greedy"),
}));

/**
 * The turns that each seat has in a usual game; undefined for other boards than the quick game's.
 * @param {string} ruleset
 * @param {string | null} board
 * @param {number} seats
 */
export function usualTurns(ruleset, board, seats) {
  const { quick, turns } = ENTRIES[ruleset] ?? {};
  return quick?.board === board ? turns[seats] : undefined;
}

/** The ids of the rulesets whose boards can be drawn. */
export const EDITED = RULESETS.filter((id) => ENTRIES[id].editor);

/**
 * Load the editor of a ruleset's boards, with its styles.
 * @param {string} id
 * @returns {Promise<Editor>}
 */
export async function rulesetEditor(id) {
  const { editor, base } = ENTRIES[id];
  if (!editor) throw new Error(`The boards of ${id} cannot be drawn.`);
  const [loaded] = await Promise.all([editor(), base && loadBoardStyles(base), loadBoardStyles(id)]);
  return loaded.editor;
}

/** @type {Map<string, Promise<RulesetPage>>} */
const pages = new Map();

/**
 * Load a ruleset's page and styles, once.
 * @param {string} id
 * @returns {Promise<RulesetPage>}
 */
export function rulesetPage(id) {
  // Keep the promise: the front page asks for a page several times before it has loaded.
  const page = pages.get(id) ?? loadPage(id);
  pages.set(id, page);
  return page;
}

/**
 * Load a ruleset's guide to its rules.
 * @param {string} id
 */
export async function guideOf(id) {
  return (await rulesetPage(id)).guide();
}

/** @param {string} id */
async function loadPage(id) {
  const { load, base } = ENTRIES[id];
  const [{ page }] = await Promise.all([load(), base && loadBoardStyles(base), loadBoardStyles(id)]);
  page.settings.forEach(({ name }) => showLook(name));
  return page;
}

/** @param {string} id */
function loadBoardStyles(id) {
  return loadStyles(new URL(`${id}/board.css`, import.meta.url));
}
