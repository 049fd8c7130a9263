/**
 * The rules of ESLint, for likely faults. TypeScript finds undefined names and wrong types.
 *
 * package.json lists the page's oldest browsers. `floor.mjs` checks the scripts against them.
 * `use-baseline` checks the styles: they may use everything that all browsers had by the end of
 * 2022, and the exceptions below.
 */

import css from "@eslint/css";
import js from "@eslint/js";

/** Every browser listed has them, though some browsers of 2022 did not. */
const SINCE_2023 = {
  allowAtRules: ["container"],
  allowFunctions: ["color-mix"],
  allowProperties: ["container-type", "outline", "overscroll-behavior"],
};

/** Without them a page only looks plainer. */
const FOR_LOOKS = {
  allowProperties: ["accent-color", "forced-color-adjust", "hyphens", "paint-order", "scrollbar-width", "text-wrap", "user-select"],
  allowPropertyValues: { "font-family": ["ui-monospace"] },
};

/**
 * The functions that the value of a variable may call; `use-baseline` does not read these values.
 */
const IN_VARIABLES = ["calc", "clamp", "color-mix", "max", "min", "var"];

// Reading one of these throws where the browser denies it.
/** The browser's stores. */
const STORES = ["caches", "cookieStore", "indexedDB", "localStorage", "sessionStorage"];
const BY_ONE_MODULE = "The browser may deny it: ui/storage.js alone asks for it.";
/** The worker has stores of its own, and the first script runs before any module. */
const ASK_THEMSELVES = ["ui/storage.js", "ui/early.js", "ui/announcement.js", "worker.js"];

/** Code that reads the path or the query of the page's address, or the parameters of any address. */
const PARSING = [
  'NewExpression[callee.name="URLSearchParams"] MemberExpression[object.name="location"]',
  'CallExpression > MemberExpression > MemberExpression[object.name="location"][property.name=/^(pathname|search)$/]',
  'CallExpression[callee.property.name=/^get/][callee.object.property.name="searchParams"]',
].map((selector) => ({ selector, message: "ui/address.js alone parses the page's address." }));

/** Styles may use `:has()` within `@supports`, and only for looks. */
const UNREAD_SELECTOR = { selector: "Literal[raw=/:has\\(/], TemplateElement[value.raw=/:has\\(/]", message: "A selector that Firefox reads since 121." };

export default [
  { ...js.configs.recommended, files: ["**/*.js", "**/*.mjs"] },
  {
    files: ["**/*.js", "**/*.mjs"],
    languageOptions: { ecmaVersion: 2023 },
    rules: {
      "no-undef": "off",
      "array-callback-return": "error",
      eqeqeq: "error",
      "no-constructor-return": "error",
      "no-eval": "error",
      "no-implied-eval": "error",
      "no-restricted-syntax": ["error", UNREAD_SELECTOR],
      "no-self-compare": "error",
      "no-template-curly-in-string": "error",
      "no-unmodified-loop-condition": "error",
      "no-unreachable-loop": "error",
      "no-unused-vars": ["error", { ignoreRestSiblings: true }],
      "no-var": "error",
      "prefer-const": "error",
    },
  },
  {
    files: ["**/*.js"],
    ignores: ["ui/address.js", "ui/early.js", "ui/handleaddress.js", "worker.js"],
    rules: { "no-restricted-syntax": ["error", UNREAD_SELECTOR, ...PARSING] },
  },
  {
    files: ["**/*.js"],
    ignores: ASK_THEMSELVES,
    rules: {
      "no-restricted-globals": ["error", ...STORES.map((name) => ({ name, message: BY_ONE_MODULE }))],
      "no-restricted-properties": [
        "error",
        ...STORES.map((property) => ({ property, message: BY_ONE_MODULE })),
        ...["serviceWorker", "storage"].map((property) => ({ object: "navigator", property, message: BY_ONE_MODULE })),
        { object: "document", property: "cookie", message: BY_ONE_MODULE },
      ],
    },
  },
  {
    files: ["**/*.css"],
    plugins: { css },
    language: "css/css",
    rules: {
      "css/use-baseline": ["error", { available: 2022, ...SINCE_2023, ...FOR_LOOKS, allowProperties: [...SINCE_2023.allowProperties, ...FOR_LOOKS.allowProperties] }],
      "no-restricted-syntax": ["error", { selector: `Declaration[property=/^--/] > Raw[value=/(?<![\\w-])(?!(${IN_VARIABLES.join("|")})\\()[\\w-]+\\(/]`, message: "A function that the floor may lack." }],
    },
  },
];
