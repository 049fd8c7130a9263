/** The page of a ruleset's rules. */

import { errorText } from "../api/http.js";
import { readRulesets } from "../api/service.js";
import { EDITED, guideOf, RULESETS } from "../rulesets.js";
import { lastPart } from "../ui/address.js";
import { byId, el, refill } from "../ui/dom.js";
import { t } from "../ui/texts.js";
import { frame } from "./frame.js";

async function start() {
  document.title = `${t("rules_title")} – ${t("brand")}`;
  const ruleset = lastPart();
  if (!RULESETS.includes(ruleset)) return chooseGame();
  const pane = el("div", { class: "rules" }, t("loading"));
  const own = EDITED.includes(ruleset) && el("p", {}, el("a", { href: `boards/${ruleset}` }, t("boards_draw")));
  refill(byId("main"), el("h1", {}, t("rules_title")), gameList(ruleset), own, pane);
  // Imported here, so that games, whose drawer needs it later, do not load it first.
  const { fillRules, showRule } = await import("../game/teaching/rulebook.js");
  await fillRules(pane, ruleset, guideOf, ["h2", "h3"]);
  const show = () => showRule(pane, location.hash.slice(1));
  addEventListener("hashchange", show);
  // The browser looked for the rule in the address before the rules existed.
  show();
}

/** A choice of rules: a link for each game, with its numbers of players and its aim. */
async function chooseGame() {
  // Without the service, as from a cache, the aim alone is shown.
  const { rulesets } = await readRulesets().catch(() => ({ rulesets: [] }));
  const hint = (/** @type {string} */ id) => {
    const seats = rulesets.find((each) => each.id === id)?.seats;
    const aim = t(`${id}.aim_short`);
    return seats ? t("rules_players", { least: seats[0], most: seats[seats.length - 1], aim }) : aim;
  };
  const link = (/** @type {string} */ id) => el("a", { class: "button", href: `rules/${id}` }, el("span", { class: "label" }, t(`${id}.title`)), el("span", { class: "hint" }, hint(id)));
  refill(byId("main"), el("h1", {}, t("rules_title")), el("p", {}, t("rules_choose")), RULESETS.map(link));
}

/**
 * Links to the rules of every game.
 * @param {string} here
 */
function gameList(here) {
  const link = (/** @type {string} */ id) => el("a", { href: `rules/${id}`, "aria-current": id === here ? "page" : null }, t(`${id}.title`));
  return el("nav", { class: "rules-games", "aria-label": t("field_ruleset") }, RULESETS.map(link));
}

frame("rules");
start().catch((error) => refill(byId("main"), el("h1", {}, t("rules_title")), el("p", {}, errorText(error))));
