/** Undo and the optional rules of a new game. */

import { el } from "../ui/dom.js";
import { t } from "../ui/texts.js";
import { choice } from "./choice.js";

/** @import { OptionSchema, RulesetOffered } from "../api/types.js" */

/** @param {RulesetOffered} ruleset */
export function ruleFields(ruleset) {
  return [
    choice("undo", "field_undo", [["", "undo_usual"], ["free", "undo_free"], ["consent", "undo_consent"], ["drawn_stays", "undo_drawn_stays"], ["off", "undo_off"]]),
    optionFields(ruleset),
  ];
}

/** @param {RulesetOffered} ruleset */
function optionFields(ruleset) {
  return el(
    "fieldset",
    {},
    el("legend", {}, t("field_options")),
    Object.entries(ruleset.options.properties).map(([name, schema]) =>
      el(
        "label",
        { class: "field option" },
        el("span", {}, schema.title ?? name),
        optionInput(name, schema),
        el("small", {}, schema.description),
      ),
    ),
  );
}

/**
 * @param {string} name
 * @param {OptionSchema} schema
 */
function optionInput(name, schema) {
  const field = `option.${name}`;
  if (schema.type === "integer") {
    return el("input", { type: "number", name: field, value: schema.default, min: schema.minimum, max: schema.maximum, required: true });
  }
  const choices =
    schema.type === "boolean"
      ? [{ const: "false", title: t("no") }, { const: "true", title: t("yes") }]
      : (schema.oneOf ?? []);
  return el(
    "select",
    { name: field },
    choices.map(({ const: value, title }) => el("option", { value, selected: value === String(schema.default) }, title)),
  );
}

/**
 * @param {RulesetOffered} ruleset
 * @param {(name: string) => string} text a field's
 */
export function optionsOf({ options }, text) {
  return Object.fromEntries(Object.entries(options.properties).map(([name, schema]) => [name, parseOption(text(`option.${name}`), schema)]));
}

/**
 * @param {string} value
 * @param {OptionSchema} schema
 */
function parseOption(value, schema) {
  if (schema.type === "integer") return Number(value);
  return schema.type === "boolean" ? value === "true" : value;
}

/**
 * What differs from the usual, in words; empty if nothing does.
 * @param {RulesetOffered} ruleset
 * @param {(name: string) => string} text a field's
 */
export function changedRules(ruleset, text) {
  const undo = text("undo");
  const chosen = optionsOf(ruleset, text);
  const changed = Object.entries(ruleset.options.properties).filter(([name, schema]) => chosen[name] !== schema.default);
  return [undo && t(`policy_${undo}`), ...changed.map(([name, schema]) => schema.title ?? name)].filter(Boolean).join(", ");
}
