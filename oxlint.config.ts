import { builtinModules } from "node:module";
import { basename, dirname } from "node:path/posix";

import { defineConfig, type OxlintConfig, type OxlintOverride } from "oxlint";

import { layers } from "./lib/layers.ts";
import manifest from "./package.json" with { type: "json" };

const layerNames = Object.keys(layers);

/** The files of lib above the layers. */
const above = ["offline.ts", "planners.ts", "engine.ts", "save-plan.ts", "index.ts", "layers.ts"];

const packages = [
  ...Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }).map((name) => `${name}(/|$)`),
  ...builtinModules.map((name) => `${name.startsWith("node:") ? "" : "(node:)?"}${name}$`),
];

/** The patterns of the linter silently ignore look-aheads, so forbidden packages are listed in full. */
function otherPackages(allowed: readonly string[]): string {
  const isAllowed = (pattern: string): boolean =>
    allowed.some((name) => new RegExp(`^${pattern}`).test(name));
  return `^(${packages.filter((pattern) => !isAllowed(pattern)).join("|")})`;
}

/**
 * The import paths of other layers as a layer's files write them: `../order/`, and `../rules/` between the
 * layers of `modules`.
 */
function pathsOf(from: string, to: readonly string[]): string {
  const folder = dirname(from);
  const siblings = to
    .filter((name) => folder !== "." && dirname(name) === folder)
    .map((name) => basename(name));
  return [...to, ...siblings].join("|");
}

/**
 * One override per layer: imports of layers that are not listed for it, and of packages of other layers, are
 * errors.
 */
function fenceLayer(name: string): OxlintOverride {
  const layer = layers[name];
  if (layer === undefined) {
    throw new Error(`no layer ${name}`);
  }
  const forbidden = layerNames.filter((other) => other !== name && !layer.imports.includes(other));
  // The public API calls the two files that pass values between the layers.
  const higher = name === "api" ? ["index.ts", "layers.ts"] : above;
  const patterns = [
    {
      regex: `^(\\.\\./)+(cmd|${higher.map((file) => file.replace(".", "\\.")).join("|")})`,
      message: `${name}/ may not import what is above it`,
    },
    {
      regex: otherPackages(layer.packages),
      message: `${name}/ may not import this package; see lib/layers.ts`,
    },
    {
      regex: `^(\\.\\./)+(${pathsOf(name, forbidden)})/`,
      message: `${name}/ may import only: ${layer.imports.join(" ") || "nothing"} (lib/layers.ts)`,
    },
  ];
  return {
    files: [`lib/${name}/**/*.ts`],
    excludeFiles: ["**/*.test.ts"],
    rules: { "no-restricted-imports": ["error", { patterns }] },
  };
}

/**
 * The files above the layers: imports of unlisted files of lib, of packages and from outside lib are errors.
 */
function fenceFile(file: string, allowed: readonly string[]): OxlintOverride {
  const forbidden = [...layerNames, ...above].filter((name) => !allowed.includes(name));
  const message = `${file} may import only: ${allowed.join(" ")}`;
  const patterns = [
    { regex: `^(\\./(${forbidden.join("|")})(/|$)|\\.\\./)`, message },
    { regex: otherPackages([]), message: `${file} may not import a package` },
  ];
  return { files: [file], rules: { "no-restricted-imports": ["error", { patterns }] } };
}

/**
 * Globals that a core layer must not use: the process, the clock, timers, the network, and ways around these
 * names.
 */
const impureGlobals = [
  { name: "process", message: "the process belongs to cmd/ and lib/api/system-environment.ts" },
  { name: "Date", message: "the clock comes in as an argument" },
  { name: "performance", message: "the clock comes in as an argument" },
  ...["setTimeout", "setInterval", "setImmediate", "queueMicrotask"].map((name) => ({
    name,
    message: "the core is synchronous",
  })),
  ...["fetch", "WebSocket", "EventSource"].map((name) => ({ name, message: "the core reaches no network" })),
  { name: "crypto", message: "randomness comes in as an argument" },
  ...["globalThis", "global"].map((name) => ({ name, message: "name what you need of it" })),
];

const config: OxlintConfig = defineConfig({
  plugins: ["typescript", "unicorn", "import", "oxc", "promise"],
  categories: { correctness: "error", suspicious: "error", perf: "error" },
  options: { typeAware: true, denyWarnings: true, reportUnusedDisableDirectives: "error" },
  env: { node: true, es2024: true },
  ignorePatterns: ["dist", "coverage", "node_modules"],
  rules: {
    "max-lines": ["error", { max: 250, skipBlankLines: true, skipComments: true }],
    "max-lines-per-function": ["error", { max: 40, skipBlankLines: true, skipComments: true }],
    "max-params": ["error", { max: 3 }],
    "max-depth": ["error", { max: 3 }],
    complexity: ["error", { max: 10 }],
    "import/no-default-export": "error",
    "import/no-cycle": "error",
    "oxc/no-barrel-file": "error",
    "typescript/no-explicit-any": "error",
    "typescript/no-non-null-assertion": "error",
    "typescript/no-floating-promises": "error",
    "typescript/no-misused-promises": "error",
    "typescript/switch-exhaustiveness-check": "error",
    "typescript/consistent-type-imports": "error",
    "typescript/only-throw-error": "error",
    "typescript/no-unnecessary-condition": "error",
    "typescript/no-unsafe-type-assertion": "error",
    "typescript/return-await": "error",
    "unicorn/filename-case": ["error", { case: "kebabCase" }],
    "unicorn/prefer-node-protocol": "error",
    "unicorn/catch-error-name": "error",
    "preserve-caught-error": "error",
    "no-console": "error",
    "no-param-reassign": "error",
    "no-nested-ternary": "error",
    "no-warning-comments": "error",
    // Sequential loops are intended.
    "no-await-in-loop": "off",
    // A Map is copied on purpose if the original must not change.
    "oxc/no-map-spread": "off",
  },
  overrides: [
    ...layerNames.map(fenceLayer),
    fenceFile("lib/offline.ts", ["object", "redact", "manifest", "plan", "validate"]),
    fenceFile("lib/offline-compare.ts", [
      "offline.ts",
      "offline-schemas.ts",
      "object",
      "redact",
      "manifest",
      "plan",
      "validate",
      "compare",
    ]),
    fenceFile("lib/offline-plan-units.ts", [
      "offline.ts",
      "offline-schemas.ts",
      "offline-compare.ts",
      "object",
      "manifest",
      "plan",
      "compare",
    ]),
    fenceFile("lib/offline-compare-units.ts", [
      "offline-compare.ts",
      "offline-plan-units.ts",
      "offline-schemas.ts",
      "object",
      "manifest",
      "plan",
      "validate",
      "compare",
    ]),
    fenceFile("lib/save-plan.ts", ["engine.ts", "manifest", "apply", "saved"]),
    fenceFile("lib/planners.ts", ["offline.ts", "object", "plan", "validate", "apply", "sync"]),
    fenceFile("lib/engine.ts", [
      "offline.ts",
      "planners.ts",
      "object",
      "manifest",
      "plan",
      "validate",
      "apply",
      "compare",
      "saved",
      "report",
      "sync",
      "modules/controller",
    ]),
    fenceFile("lib/index.ts", ["api", "object", "report"]),
    {
      // Core layers are pure: no clock, no environment, no randomness (ARCHITECTURE.md, law 2).
      files: ["lib/**/*.ts"],
      excludeFiles: ["**/*.test.ts", "lib/api/system-environment.ts"],
      rules: {
        "no-restricted-globals": ["error", ...impureGlobals],
        "no-restricted-properties": [
          "error",
          { object: "Math", property: "random", message: "randomness comes in as an argument" },
        ],
      },
    },
    {
      files: ["**/*.test.ts", "**/*.e2e.ts", "bench/**/*.ts"],
      // A list of cases is long, and the columns of a table of cases are parameters.
      rules: { "max-lines-per-function": "off", "max-params": "off" },
    },
    { files: ["oxlint.config.ts", "**/*.test.ts"], rules: { "typescript/no-unsafe-type-assertion": "off" } },
    { files: ["examples/*.ts"], rules: { "no-console": "off" } },
    { files: ["*.config.ts"], rules: { "import/no-default-export": "off" } },
  ],
});

export default config;
