/** Teaching: the rules beside a game, and guided games. Both are loaded when they are first needed. */

import { lessonIn, rememberLesson } from "../game/teaching/lessons.js";
import { guideOf, QUICK_GAMES, rulesetPage, RULESETS } from "../rulesets.js";
import { button } from "../ui/controls.js";
import { el } from "../ui/dom.js";
import { loadStyles } from "../ui/styles.js";
import { addTexts, t } from "../ui/texts.js";
import { startGame } from "./starting.js";

/** @import { View } from "../api/types.js" */
/** @import { Coach, Endings } from "../game/teaching/coach.js" */
/** @import { RulesDrawer } from "../game/teaching/drawer.js" */

/** @type {Promise<RulesDrawer> | null} */
let drawer = null;

/**
 * Open a game's rules beside it, at a given rule or where the reader left them.
 * @param {string} ruleset
 * @param {string | null} rule
 */
export async function openRules(ruleset, rule) {
  drawer ??= loadDrawer(ruleset);
  await (await drawer).open(rule);
}

/** @param {string} ruleset */
async function loadDrawer(ruleset) {
  const { RulesDrawer } = await import("../game/teaching/drawer.js");
  return new RulesDrawer(ruleset, guideOf, () => lessonOffer(ruleset));
}

/**
 * The rule that governs a position.
 * @param {View} view
 */
export async function ruleAt(view) {
  return (await guideOf(view.ruleset)).ruleAt(view);
}

/**
 * The offer of a ruleset's guided game.
 * @param {string} ruleset
 */
export function lessonOffer(ruleset) {
  return el("p", { class: "lesson-offer" }, el("span", {}, t("lesson_offer")), button("small", t("lesson_start"), null, () => beginLesson(ruleset)));
}

/**
 * The offer of every guided game.
 * @param {() => string} name of the player
 */
export function lessonOffers(name) {
  const offer = (/** @type {string} */ ruleset) => button("small", t(`${ruleset}.title`), null, () => beginLesson(ruleset, name()));
  return el("div", { class: "lesson-offer", role: "group", "aria-labelledby": "lessons" }, el("span", { id: "lessons" }, t("lesson_offers")), RULESETS.map(offer));
}

/**
 * Start a guided game and go there.
 * @param {string} ruleset
 * @param {string} [name] of the player, if they are asked for it
 */
export async function beginLesson(ruleset, name) {
  const { terms } = await (await rulesetPage(ruleset)).lesson();
  // Patient bots end their turns and accept offers, so the lesson sets the pace.
  const bots = Array.from({ length: terms.seats - 1 }, () => "patient");
  const title = t("lesson_title", { game: t(`${ruleset}.title`) });
  await startGame({ ruleset, bots, title, first_seat: 0, listed: false, undo: "free", ...terms }, { name, created: rememberLesson });
}

/**
 * The coach of a guided game, null in any other game or once it was left.
 * @param {View} view
 * @param {Pick<Endings, "explain" | "changed" | "left">} actions
 * @returns {Promise<Coach | null>}
 */
export async function coachOf(view, actions) {
  const { game_id: game, ruleset } = view;
  const progress = lessonIn(game);
  if (!progress || progress.left) return null;
  const styles = loadStyles(new URL("../game/teaching/coach.css", import.meta.url));
  const [{ Coach }, page] = await Promise.all([import("../game/teaching/coach.js"), rulesetPage(ruleset), styles, addTexts("lesson")]);
  return new Coach(game, await page.lesson(), page.goal(view), { ...actions, again: () => beginLesson(ruleset), real: () => beginReal(ruleset) });
}

/**
 * Start the ruleset's quick game.
 * @param {string} ruleset
 */
function beginReal(ruleset) {
  return startGame(QUICK_GAMES.find((terms) => terms.ruleset === ruleset) ?? { ruleset });
}
