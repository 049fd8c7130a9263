/** The rules of a game in our words: searched, linked to by number, shown on a page or over one. */

import { errorText, Problem } from "../api/http.js";
import { readRules } from "../api/service.js";
import { openDialog, toast } from "../ui/controls.js";
import { el, refill } from "../ui/dom.js";
import { t } from "../ui/texts.js";

/** @import { Rules } from "../api/types.js" */

const RULES_PATH = /(\/rules\/\w+)/;

/**
 * Open the rules over the page, at a rule where one is named.
 * @param {string} ruleset
 * @param {string | null} [rule]
 */
export async function openRules(ruleset, rule = null) {
  const pane = el("div", { class: "rules" }, t("loading"));
  openDialog(t("rules_title"), [pane], { kind: "wide" });
  await fillRules(pane, ruleset, "h3", "h4");
  if (rule) showRule(pane, rule);
}

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
 * Put a ruleset's rules into a part of the page, with a box to search them.
 * @param {HTMLElement} pane
 * @param {string} ruleset
 * @param {"h2" | "h3"} heading of a section
 * @param {"h3" | "h4"} title of a rule
 */
export async function fillRules(pane, ruleset, heading, title) {
  const rules = await readRules(ruleset);
  const found = el("output", { class: "note" });
  const box = el("input", { type: "search", oninput: () => search(pane, box.value, found) });
  refill(
    pane,
    el("label", { class: "field rules-search" }, el("span", {}, t("rules_search")), box, found),
    el("div", { class: "rules-list" }, rules.sections.map((each) => section(each, heading, title))),
  );
}

/**
 * Have a rule in sight, marked.
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
 * @param {Rules["sections"][number]} given
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
  return text.split("\n\n").map((part) => el("p", {}, part.split(RULES_PATH).map(linked)));
}

/**
 * The way to other rules as a link, all else as it is.
 * @param {string} part
 */
function linked(part) {
  return part.startsWith("/rules/") ? el("a", { href: part.slice(1) }, part) : part;
}

/**
 * Leave only the rules that hold all the words.
 * @param {HTMLElement} pane
 * @param {string} sought
 * @param {HTMLElement} said
 */
function search(pane, sought, said) {
  const words = sought.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const holds = (/** @type {Element} */ part) => words.every((word) => part.textContent?.toLocaleLowerCase().includes(word));
  const parts = [...pane.querySelectorAll(".rule, .rules-section > p")];
  for (const part of parts) part.classList.toggle("hidden", !holds(part));
  for (const each of pane.querySelectorAll(".rules-section")) {
    each.classList.toggle("hidden", !each.querySelector(".rule:not(.hidden), p:not(.hidden)"));
  }
  const n = parts.filter((part) => part.matches(".rule:not(.hidden)")).length;
  said.textContent = words.length ? t("rules_found", { n }) : "";
}
