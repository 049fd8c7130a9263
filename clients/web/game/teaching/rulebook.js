/** A ruleset's rules with contents, search, pictures, and links from rule to rule. */

import { readRules } from "../../api/service.js";
import { el, refill } from "../../ui/dom.js";
import { loadStyles } from "../../ui/styles.js";
import { t } from "../../ui/texts.js";

/** @import { Rules } from "../../api/types.js" */
/** @import { Guide } from "../ruleset.js" */

/** Other rules, or the number of one. */
const REFERENCE = /(\/rules\/\w+|\b[A-Z]\d{1,2}\b)/;

/**
 * The tags of a heading and of a rule's title.
 * @typedef {["h2", "h3"] | ["h3", "h4"]} Headings
 *
 * @typedef {object} Book
 * @property {string} ruleset
 * @property {Set<string>} ids its own rules
 * @property {Guide} guide
 * @property {Headings} headings
 */

/**
 * Fill a pane with a ruleset's rules, their contents and a search box.
 * @param {HTMLElement} pane
 * @param {string} ruleset
 * @param {(ruleset: string) => Promise<Guide>} guideOf
 * @param {Headings} headings
 */
export async function fillRules(pane, ruleset, guideOf, headings) {
  const [{ sections }, guide] = await Promise.all([
    readRules(ruleset),
    guideOf(ruleset),
    loadStyles(new URL("rulebook.css", import.meta.url)),
  ]);
  const book = { ruleset, guide, headings, ids: new Set(sections.flatMap(({ rules }) => rules.map(({ id }) => id))) };
  const count = el("output", { class: "note" });
  const box = el("input", { type: "search", oninput: () => search(pane, box.value, count) });
  refill(
    pane,
    el("div", { class: "rules-search" }, el("label", { class: "field" }, el("span", {}, t("rules_search")), box, count), contents(ruleset, sections)),
    el("div", { class: "rules-list" }, sections.map((each) => section(each, book))),
  );
}

/**
 * Scroll to a rule or a section and mark it.
 * @param {HTMLElement} pane
 * @param {string} rule
 */
export function showRule(pane, rule) {
  const target = pane.querySelector(`[data-rule="${CSS.escape(rule)}"]`);
  if (!(target instanceof HTMLElement)) return;
  pane.querySelectorAll(".sought").forEach((each) => each.classList.remove("sought"));
  target.classList.add("sought");
  target.scrollIntoView({ block: "start" });
  // Focused, so that a screen reader continues there; the scroll above has already set the
  // position.
  target.focus({ preventScroll: true });
}

/**
 * @param {string} ruleset
 * @param {Rules["sections"]} sections
 */
function contents(ruleset, sections) {
  const entry = (/** @type {{id: string, title: string}} */ { id, title }) => el("a", { href: `rules/${ruleset}#${id}` }, title);
  const numbered = (/** @type {{id: string, title: string}} */ rule) => el("li", {}, el("span", { class: "rule-id" }, rule.id), " ", entry(rule));
  const chapters = sections.map((each) => el("li", {}, entry(each), each.rules.length > 0 && el("ol", {}, each.rules.map(numbered))));
  const list = el("ol", { onclick: (/** @type {Event} */ { target }) => target instanceof HTMLAnchorElement && details.removeAttribute("open") }, chapters);
  const details = el("details", { class: "rules-contents" }, el("summary", {}, t("rules_contents")), list);
  return details;
}

/**
 * @param {Rules["sections"][number]} content
 * @param {Book} book
 */
function section({ id, title, text, rules }, book) {
  const [heading] = book.headings;
  return el(
    "section",
    { class: "rules-section", "data-rule": id, tabindex: "-1" },
    el(heading, {}, title),
    figure(id, book),
    ...(text ? paragraphs(text, book) : []),
    rules.map((each) => article(each, book)),
  );
}

/**
 * @param {Rules["sections"][number]["rules"][number]} rule
 * @param {Book} book
 */
function article({ id, title, text }, book) {
  return el(
    "article",
    { class: "rule", "data-rule": id, id: `rule-${id}`, tabindex: "-1" },
    el(book.headings[1], {}, el("span", { class: "rule-id" }, id), " ", title),
    figure(id, book),
    ...paragraphs(text, book),
  );
}

/**
 * A picture of a rule. The rule's text says the same, so screen readers skip the picture.
 * @param {string} id
 * @param {Book} book
 */
function figure(id, { guide }) {
  const draw = guide.figures[id];
  return draw && el("div", { class: "rule-figure", "aria-hidden": "true" }, draw());
}

/**
 * @param {string} text
 * @param {Book} book
 */
function paragraphs(text, book) {
  return text.split("\n\n").map((part) => el("p", {}, part.split(REFERENCE).map((each) => reference(each, book))));
}

/**
 * A link for words that refer to a rule or to other rules; any other text unchanged.
 * @param {string} part
 * @param {Book} book
 */
function reference(part, { ruleset, ids, guide }) {
  if (part.startsWith("/rules/")) return el("a", { href: part.slice(1) }, part);
  if (!/^[A-Z]\d+$/.test(part)) return part;
  // A scenario's rules refer to those of its base game.
  const home = ids.has(part) ? ruleset : guide.base;
  return home ? el("a", { href: `rules/${home}#${part}` }, part) : part;
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
  // A class, so that the open drawer keeps its nodes, and so the reader's place.
  for (const part of parts) part.classList.toggle("hidden", !holds(part));
  for (const each of pane.querySelectorAll(".rules-section")) {
    each.classList.toggle("hidden", !each.querySelector(".rule:not(.hidden), p:not(.hidden)"));
  }
  const n = parts.filter((part) => part.matches(".rule:not(.hidden)")).length;
  count.textContent = words.length ? t("rules_found", { n }) : "";
}
