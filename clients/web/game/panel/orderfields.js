/** The inputs for an order's values, made from their JSON Schemas: a switch, a number, a ranking, or counts. */

import { el } from "../../ui/dom.js";

/** @import { OrderValue } from "../../api/types.js" */
/** @import { OrderWords } from "../ruleset.js" */

/**
 * @typedef {object} Field
 * @property {string} name
 * @property {HTMLElement} element
 * @property {() => unknown} value
 * @property {(value: any) => void} set
 * @property {() => boolean} isValid
 */

/**
 * @param {string} name
 * @param {OrderValue} schema
 * @param {OrderWords | undefined} words
 * @param {() => void} changed
 * @returns {Field}
 */
export function fieldOf(name, schema, words, changed) {
  const kinds = { boolean: checkField, integer: numberField, array: rankField, object: countsField };
  return { name, ...kinds[schema.type](schema, changed, (each) => words?.value(each) ?? [each]) };
}

/** @typedef {(schema: OrderValue, changed: () => void, face: OrderWords["value"]) => Omit<Field, "name">} Maker */

/** @type {Maker} */
function checkField(schema, changed) {
  const box = el("input", { type: "checkbox", onchange: changed });
  box.checked = schema.default === true;
  return {
    element: el("label", { class: "order-check" }, box, schema.title),
    value: () => box.checked,
    set: (value) => {
      box.checked = value;
    },
    isValid: () => true,
  };
}

/** @type {Maker} */
function numberField(schema, changed) {
  const box = numberBox(schema.minimum ?? 0, schema.maximum, changed);
  box.required = true;
  return {
    element: el("label", { class: "order-number" }, el("span", {}, schema.title), box),
    value: () => box.valueAsNumber,
    set: (value) => {
      box.value = String(value);
    },
    isValid: () => box.validity.valid,
  };
}

/**
 * @param {number} min
 * @param {number | undefined} max
 * @param {() => void} changed
 */
// `inputmode` brings up the digits of a phone's keyboard; without it iOS shows punctuation, too.
const numberBox = (min, max, changed) => el("input", { type: "number", inputmode: "numeric", min, max, oninput: changed });

/**
 * A number for each name; names with an empty box are omitted.
 * @type {Maker}
 */
function countsField(schema, changed, face) {
  const least = schema.additionalProperties?.minimum ?? 0;
  const most = schema.additionalProperties?.maximum;
  const boxes = (schema.propertyNames?.enum ?? []).map((name) => ({ name, box: numberBox(0, most, changed) }));
  const stated = () => boxes.filter(({ box }) => box.value !== "" && box.valueAsNumber >= least);
  return {
    element: group(schema, "order-counts", boxes.map(({ name, box }) => el("label", {}, el("span", {}, face(name)), box))),
    value: () => Object.fromEntries(stated().map(({ name, box }) => [name, box.valueAsNumber])),
    set: (values) => {
      for (const { name, box } of boxes) box.value = String(values[name] ?? "");
    },
    isValid: () => boxes.every(({ box }) => box.validity.valid) && stated().length > 0,
  };
}

/**
 * A ranking of names, in the order in which they were clicked.
 * @type {Maker}
 */
function rankField(schema, changed, face) {
  /** @type {string[]} */
  let ranked = [];
  const choose = (/** @type {string} */ name) => () => {
    ranked = ranked.includes(name) ? ranked.filter((each) => each !== name) : [...ranked, name];
    show();
    changed();
  };
  // Toggle buttons instead of dragging: fingers, keyboards and screen readers can all use them.
  const chips = (schema.items?.enum ?? []).map((name) => {
    const place = el("span", { class: "order-place" });
    const chip = el("button", { type: "button", class: "button small", onclick: choose(name) }, place, face(name));
    return { name, place, chip };
  });
  const show = () => {
    for (const { name, place, chip } of chips) {
      const at = ranked.indexOf(name) + 1;
      place.textContent = at ? `${at}.` : "";
      chip.setAttribute("aria-pressed", String(at > 0));
    }
  };
  show();
  return {
    element: group(schema, "order-ranks", chips.map(({ chip }) => chip)),
    value: () => ranked,
    set: (names) => {
      ranked = names;
      show();
    },
    isValid: () => ranked.length > 0,
  };
}

/**
 * @param {OrderValue} schema
 * @param {string} kind
 * @param {HTMLElement[]} members
 */
const group = ({ title }, kind, members) =>
  el("div", { class: `order-group ${kind}`, role: "group", "aria-label": title }, el("p", { class: "order-group-title" }, title), el("div", { class: "order-group-members" }, members));
