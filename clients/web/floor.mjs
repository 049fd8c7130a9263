/**
 * Report each use of an API that is missing in one of the page's oldest browsers (`browserslist` in
 * package.json). `node floor.mjs [script…]` checks the named scripts, or all.
 */
// ESLint knows names but no types: TypeScript says which interface a member belongs to, and MDN's data
// which browsers have it.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

const HERE = import.meta.dirname;
const read = (/** @type {string} */ name) => JSON.parse(readFileSync(join(HERE, name), "utf-8"));

const DATA = read("node_modules/@mdn/browser-compat-data/data.json");
/** The names in MDN's data of browsers that `browserslist` names differently. */
const NAMES = { ios_saf: "safari_ios" };
const FLOOR = read("package.json").browserslist.map((line) => line.split(" >= ")).map(([name, version]) => [NAMES[name] ?? name, Number(version)]);

/** The interfaces under which the data lists the members of mixins. */
const WITH_MIXINS = ["Element", "HTMLElement", "Window", "Document", "Navigator", "WorkerGlobalScope"];

/** APIs that the page tests for before using them, or can do without. */
const ASKED_FOR = new Set([
  "requestIdleCallback",
  "cancelIdleCallback",
  "Navigator.share",
  "PointerEvent.getCoalescedEvents",
  "PublicKeyCredential.parseCreationOptionsFromJSON",
  "PublicKeyCredential.parseRequestOptionsFromJSON",
  "PublicKeyCredential.toJSON",
  // Without it, a hover does not count as input; a tap does.
  "MouseEvent.movementX",
  "MouseEvent.movementY",
  // It exists wherever its event does.
  "NotificationEvent.action",
  "NotificationEvent.notification",
]);

/** The oldest browsers that lack the API of an entry in MDN's data; none if there is no entry. */
function lackedBy(entry) {
  const has = ([name, version]) => [entry.support[name]].flat().some((each) => each && isIn(each, version));
  return entry ? FLOOR.filter((browser) => !has(browser)) : [];
}

function isIn({ version_added: added, version_removed: removed, flags, prefix, alternative_name: other }, version) {
  const from = added ? Number.parseFloat(String(added).replace("≤", "")) : NaN;
  return from <= version && !(Number.parseFloat(removed) <= version) && !flags && !prefix && !other;
}

/** The entry in MDN's data for a member of an interface, or for a global. */
function entryOf(owner, name) {
  const { api, javascript } = DATA;
  const own = owner?.replace(/Constructor$/, "");
  const entries = own
    ? [api[own]?.[name], api[own]?.[`${name}_static`], javascript.builtins[own]?.[name], ...WITH_MIXINS.map((each) => api[each][name])]
    : [api[name], javascript.builtins[name], api.Window[name]];
  return entries.find((each) => each?.__compat)?.__compat;
}

/**
 * The name of a browser API and the interface that has it, as TypeScript's library declares them.
 */
function declared(symbol) {
  const declaration = symbol?.declarations?.find((each) => /\/lib\.[\w.]+\.d\.ts$/.test(each.getSourceFile().fileName));
  if (!declaration) return null;
  const { parent } = declaration;
  return { owner: parent.name?.text ?? parent.parent?.name?.text ?? null, name: symbol.name };
}

function* uses(node, checker) {
  const used = ts.isIdentifier(node) && declared(checker.getSymbolAtLocation(node));
  if (used) yield { node, ...used };
  for (const child of node.getChildren()) yield* uses(child, checker);
}

function* faults(file, checker) {
  for (const { node, owner, name } of uses(file, checker)) {
    const title = owner ? `${owner}.${name}` : name;
    const lacking = lackedBy(entryOf(owner, name));
    const { line } = file.getLineAndCharacterOfPosition(node.getStart());
    if (lacking.length && !ASKED_FOR.has(title)) yield `${file.fileName}:${line + 1}: ${title} is not in ${lacking.map((each) => each.join(" ")).join(", ")}`;
  }
}

/** The faults of the scripts of a configuration, or of others beside them. */
function faultsOf(config, others) {
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => undefined };
  const { fileNames, options } = ts.getParsedCommandLineOfConfigFile(join(HERE, config), {}, host);
  const program = ts.createProgram([...fileNames, ...others], options);
  const names = others.length ? others : fileNames.filter((name) => name.endsWith(".js"));
  return names.flatMap((name) => [...faults(program.getSourceFile(name), program.getTypeChecker())]);
}

const others = process.argv.slice(2);
const configs = others.length ? ["tsconfig.json"] : ["tsconfig.json", "tsconfig.worker.json"];
const all = configs.flatMap((config) => faultsOf(config, others));
for (const each of all) console.error(each);
process.exitCode = all.length ? 1 : 0;
