/** The filter of the lobby's lists. The address holds it, so that a filtered lobby can be linked. */

import { RULESETS } from "../rulesets.js";
import { choiceOf } from "../ui/address.js";
import { button } from "../ui/controls.js";
import { el, refill } from "../ui/dom.js";
import { t } from "../ui/texts.js";

/** @typedef {Record<string, string>} Filter values by parameter, of the address as of the service */

/**
 * The values on offer, by parameter, each with its text; the first value is for any.
 * @type {Record<string, () => [string, string][]>}
 */
const CHOICES = {
  ruleset: () => [["", t("lobby.any_game")], ...RULESETS.map((id) => pair(id, t(`${id}.title`)))],
  seats: () => [["", t("lobby.any_seats")], ...["2", "3", "4"].map((n) => pair(n, t("lobby.seats", { n: Number(n) })))],
  pace: () => [["", t("lobby.any_pace")], ...["none", "live", "days"].map((pace) => pair(pace, t(`lobby.pace_${pace}`)))],
  bots: () => [["", t("lobby.any_company")], ["false", t("lobby.people")], ["true", t("lobby.bots")]],
};

/**
 * @param {string} value
 * @param {string} text
 * @returns {[string, string]}
 */
const pair = (value, text) => [value, text];

/**
 * The filter in the address, without values that nothing offers.
 * @returns {Filter}
 */
export function filterInAddress() {
  const known = Object.entries(CHOICES).map(([name, values]) => pair(name, choiceOf(name, values().map(([value]) => value))));
  return Object.fromEntries(known.filter(([, value]) => value));
}

/**
 * Write a filter into the address.
 * @param {Filter} filter
 */
function keep(filter) {
  const here = new URL(location.href);
  for (const name of Object.keys(CHOICES)) {
    if (filter[name]) here.searchParams.set(name, filter[name]);
    else here.searchParams.delete(name);
  }
  history.replaceState(null, "", here);
}

/**
 * Draw the filter.
 * @param {HTMLElement} section
 * @param {() => void} changed
 */
export function showFilter(section, changed) {
  section.hidden = false;
  if (section.hasChildNodes()) return;
  const filter = filterInAddress();
  const selects = Object.entries(CHOICES).map(([name, values]) => select(name, values(), filter[name] ?? ""));
  const clear = button("small quiet", t("lobby.clear"), null, () => {
    for (const each of selects) each.value = "";
    // The button hides itself, and the focus must not fall out of the page with it.
    selects[0].focus();
    apply();
  });
  const apply = () => {
    keep(Object.fromEntries(selects.map((each) => pair(each.name, each.value))));
    clear.hidden = !Object.keys(filterInAddress()).length;
    changed();
  };
  for (const each of selects) each.addEventListener("change", apply);
  clear.hidden = !Object.keys(filter).length;
  refill(section, el("div", { class: "filter", role: "group", "aria-label": t("lobby.title") }, selects, clear));
}

/**
 * @param {string} name
 * @param {[string, string][]} values
 * @param {string} chosen
 */
function select(name, values, chosen) {
  const options = values.map(([value, text]) => el("option", { value, selected: value === chosen }, text));
  return el("select", { name, "aria-label": t(`lobby.by_${name}`) }, options);
}
