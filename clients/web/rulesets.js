/** What the page knows of each game apart: how it is drawn, played and told. */

/** @import { Board, GameEvent, Move, MoveList, View } from "./types.js" */
/** @import { Child } from "./dom.js" */
/** @import { Table } from "./state.js" */

/**
 * What a game's board and panel may have done.
 * @typedef {object} Deeds
 * @property {(move: Move) => void} send
 * @property {() => void} changed a choice was made that is not yet a move
 * @property {(version: number) => void} look at an event
 */

/**
 * A game on the table: its map with what may be chosen on it, and the panel beside.
 * @typedef {object} Play
 * @property {Element[]} map what stands in the map's place
 * @property {(view: View, event: GameEvent | null, moving: boolean) => void} show a position
 * @property {(view: View, moves: MoveList | null) => void} offer the moves there are, null for none
 * @property {(view: View, shownHand: number | null) => Child[]} panel
 * @property {(factor: number) => void} zoom 0 shows all
 */

/**
 * @typedef {object} Series one line of a chart for each seat
 * @property {string} name the code of its text
 * @property {(view: View) => number} [top] where the scale ends, unless a value goes beyond it
 * @property {(view: View, seat: number) => number} value
 */

/** @typedef {(event: GameEvent, name: (seat: number | null) => string, view: View, before: View | undefined, after: View | undefined) => string} Teller */

/**
 * What a folder of a ruleset brings to the page.
 * @typedef {object} RulesetPage
 * @property {(table: Table, view: View, deeds: Deeds) => Play} play
 * @property {Record<string, Teller>} tellers a sentence for each type of event
 * @property {(view: View, seat: number, event: GameEvent | null) => Child[]} holdings of a seat, the latest gain among them
 * @property {(view: View) => number} goal the points that the game is played to
 * @property {(view: View) => Child} supplies what is left for all
 * @property {Series[]} series
 * @property {(board: Board, name: string) => Element} preview called by that name
 * @property {{name: string, text: string}[]} settings of looks
 */

/** @type {Record<string, () => Promise<{page: RulesetPage}>>} */
const FOLDERS = {
  alexandros: () => import("./alexandros/page.js"),
  settlers: () => import("./settlers/page.js"),
  alexander_the_great: () => import("./alexander_the_great/page.js"),
};

/**
 * The rulesets that a scenario stands on, whose looks it takes over.
 * @type {Record<string, string[]>}
 */
const BASES = { alexander_the_great: ["settlers"] };

/** @type {Map<string, Promise<RulesetPage>>} */
const pages = new Map();

/**
 * What draws, plays and tells a ruleset.
 * @param {string} id
 * @returns {Promise<RulesetPage>}
 */
export function rulesetPage(id) {
  const known = pages.get(id) ?? Promise.all([FOLDERS[id](), ...[...(BASES[id] ?? []), id].map(styled)]).then(([{ page }]) => page);
  pages.set(id, known);
  return known;
}

/** The rulesets that have a page, in the order they came. */
export const RULESETS = Object.keys(FOLDERS);

/** What one click on the front page begins; the first is pictured there. */
export const QUICK_GAMES = [
  { ruleset: "alexandros", board: "near_east", seats: 2, bots: ["greedy"] },
  { ruleset: "settlers", board: "standard", seats: 3, bots: ["greedy", "greedy"] },
  { ruleset: "alexander_the_great", board: "campaign", seats: 3, bots: ["greedy", "greedy"] },
];

/**
 * Load a ruleset's own styles.
 * @param {string} id
 */
function styled(id) {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = new URL(`${id}/board.css`, import.meta.url).href;
  document.head.append(link);
  return new Promise((resolve) => {
    link.addEventListener("load", resolve);
    link.addEventListener("error", resolve);
  });
}
