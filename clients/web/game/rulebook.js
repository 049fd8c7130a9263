/** A ruleset's rules, searchable and linked by number, as a page or a dialog. */

import { errorText, Problem } from "../api/http.js";
import { readRules } from "../api/service.js";
import { openDialog, toast } from "../ui/controls.js";
import { el, refill } from "../ui/dom.js";
import { t } from "../ui/texts.js";

/** @import { Rules } from "../api/types.js" */

const RULES_PATH = /(\/rules\/\w+)/;

/**
 * Show an error; if a rule of the game refused a move, with a link to the rule.
 * @param {unknown} error
 * @param {string} ruleset
 */
export function showRefusal(error, ruleset) {
  const rule = error instanceof Problem ? error.rule : null;
  if (!rule) return toast(errorText(error));
  const open = (/** @type {Event} */ event) => {
    event.preventDefault();
    openRules(ruleset, rule);
  };
  return toast(errorText(error), el("a", { href: `rules/${ruleset}#${rule}`, onclick: open }, t("rule", { rule })));
}

/**
 * Open the rules in a dialog, at a rule if one is given.
 * @param {string} ruleset
 * @param {string | null} [rule]
 */
async function openRules(ruleset, rule = null) {
  const pane = el("div", { class: "rules" }, t("loading"));
  openDialog(t("rules_title"), [pane], { kind: "wide" });
  await fillRules(pane, ruleset, "h3", "h4");
  if (rule) showRule(pane, rule);
}

/**
 * Fill a pane with a ruleset's rules and a search box.
 * @param {HTMLElement} pane
 * @param {string} ruleset
 * @param {"h2" | "h3"} heading the tag of a section's heading
 * @param {"h3" | "h4"} title the tag of a rule's title
 */
export async function fillRules(pane, ruleset, heading, title) {
  const rules = await readRules(ruleset);
  const count = el("output", { class: "note" });
  const box = el("input", { type: "search", oninput: () => search(pane, box.value, count) });
  refill(
    pane,
    el("label", { class: "field rules-search" }, el("span", {}, t("rules_search")), box, count),
    el("div", { class: "rules-list" }, rules.sections.map((each) => section(each, heading, title))),
  );
}

/**
 * Scroll to a rule and mark it.
 * @param {HTMLElement} pane
 * @param {string} rule
 */
export function showRule(pane, rule) {
  const target = pane.querySelector(`[data-rule="${CSS.escape(rule)}"]`);
  if (!(target instanceof HTMLElement)) return;
  target.classList.add("sought");
  target.scrollIntoView({ block: "center" });
  target.focus({ preventScroll: true });
}

/**
 * @param {Rules["sections"][number]} content
 * @param {"h2" | "h3"} heading
 * @param {"h3" | "h4"} ruleHeading
 */
function section({ title, text, rules }, heading, ruleHeading) {
  return el(
    "section",
    { class: "rules-section" },
    el(heading, {}, title),
    ...(text ? paragraphs(text) : []),
    rules.map((rule) =>
      el(
        "article",
        { class: "rule", "data-rule": rule.id, id: `rule-${rule.id}`, tabindex: "-1" },
        el(ruleHeading, {}, el("span", { class: "rule-id" }, rule.id), " ", rule.title),
        ...paragraphs(rule.text),
      ),
    ),
  );
}

/** @param {string} text */
function paragraphs(text) {
  return text.split("\n\n").map((part) => el("p", {}, part.split(RULES_PATH).map(linkRules)));
}

/**
 * A path to other rules as a link, any other text unchanged.
 * @param {string} part
 */
function linkRules(part) {
  return part.startsWith("/rules/") ? el("a", { href: part.slice(1) }, part) : part;
}

/**
 * Hide the rules that lack one of the words.
 * @param {HTMLElement} pane
 * @param {string} query
 * @param {HTMLElement} count
 */
function search(pane, query, count) {
  const words = query.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const holds = (/** @type {Element} */ part) => words.every((word) => part.textContent?.toLocaleLowerCase().includes(word));
  const parts = [...pane.querySelectorAll(".rule, .rules-section > p")];
  for (const part of parts) part.classList.toggle("hidden", !holds(part));
  for (const each of pane.querySelectorAll(".rules-section")) {
    each.classList.toggle("hidden", !each.querySelector(".rule:not(.hidden), p:not(.hidden)"));
  }
  const n = parts.filter((part) => part.matches(".rule:not(.hidden)")).length;
  count.textContent = words.length ? t("rules_found", { n }) : "";
}
