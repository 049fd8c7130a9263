/** The options of a game in words. */

import { t } from "../../ui/texts.js";

/** @import { OptionSchema } from "../../api/types.js" */

/**
 * The options that differ from the usual ones.
 * @param {Record<string, unknown>} options
 * @param {{ options: { properties: Record<string, OptionSchema> } }} ruleset
 */
export function optionsText(options, ruleset) {
  const own = Object.entries(ruleset.options.properties).filter(([name, schema]) => (options[name] ?? schema.default) !== schema.default);
  if (!own.length) return t("invite_usual");
  const values = own.map(([name, schema]) => `${schema.title ?? name}: ${valueText(options[name], schema)}`);
  return `${t("invite_options")}: ${values.join(", ")}`;
}

/**
 * @param {unknown} value
 * @param {OptionSchema} schema
 */
function valueText(value, schema) {
  if (typeof value === "boolean") return t(value ? "yes" : "no");
  return schema.oneOf?.find((choice) => choice.const === value)?.title ?? String(value);
}
