import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import test from "ava";
import { assert, asyncProperty, constantFrom, object } from "fast-check";

import { finds, readModule, given } from "../../../../fixtures/modules/given-definition.ts";
import { noRequirements } from "../requirement/requirements.ts";
import type { ModuleDefinition } from "./module-definition.ts";
import { readDefinition } from "./read-definition.ts";

const folder = join(import.meta.dirname, "../../../../fixtures/modules/definitions");

async function definitionOf(name: string): Promise<ModuleDefinition> {
  const reading = await readModule(readFileSync(join(folder, `${name}.yaml`), "utf8"));
  if (!("definition" in reading)) {
    throw new Error(JSON.stringify(reading.diagnostics));
  }
  return reading.definition;
}

/** The definition of a file that contains only the name of the module. */
const bare: ModuleDefinition = {
  name: "test",
  weight: 900,
  stage: undefined,
  exclusiveGroup: undefined,
  critical: false,
  namespace: undefined,
  tags: [],
  subsystems: [],
  descriptions: { en: undefined, ru: undefined },
  requirements: { ...noRequirements, bootstrapped: undefined },
  accessibility: undefined,
  update: { versions: [] },
  disable: { confirmation: false, message: undefined, messages: { en: undefined, ru: undefined } },
};

const reads = test.macro({
  title: (_, name: string) => `the example ${name}.yaml is read correctly`,
  exec: async (t, name: string, expected: Partial<ModuleDefinition>) => {
    t.deepEqual(await definitionOf(name), { ...bare, ...expected });
  },
});

/** A definition with only these requirements. */
function needs(some: Partial<ModuleDefinition["requirements"]>): Partial<ModuleDefinition> {
  return { requirements: { ...bare.requirements, ...some } };
}

test(reads, "needs-deckhouse", { weight: 901, ...needs({ deckhouse: ">= 1.61" }) });
test(reads, "needs-kubernetes", { weight: 901, ...needs({ kubernetes: ">= 1.28" }) });
test(
  reads,
  "needs-a-module-of-any-version",
  needs({ modules: [{ module: "user-authn", constraint: ">= 0.0.0", isOptional: false }] }),
);
test(reads, "needs-three-modules", {
  name: "hello-world",
  ...needs({
    modules: [
      { module: "ingress-nginx", constraint: "> 1.67.0", isOptional: false },
      { module: "node-local-dns", constraint: ">= 0.0.0", isOptional: false },
      { module: "operator-trivy", constraint: "> v1.64.0", isOptional: false },
    ],
  }),
});
test(reads, "optional", {
  name: "prometheus",
  ...needs({ modules: [{ module: "test", constraint: ">v0.22.1", isOptional: true }] }),
});
test(reads, "optional-exact", {
  name: "prometheus",
  ...needs({ modules: [{ module: "test", constraint: "=v0.22.1", isOptional: true }] }),
});
test(reads, "editions", {
  accessibility: { editions: new Map([["ee", { available: true, enabledInBundles: ["Default"] }]]) },
});
test(reads, "update-rules", {
  update: {
    versions: [
      { from: "1.67", to: "1.75" },
      { from: "1.99", to: "2.0" },
    ],
  },
});
test(reads, "update-rule-below-1", { name: "p-o-test", update: { versions: [{ from: "0.3", to: "0.7" }] } });
test(reads, "update-rule", { name: "module-test", update: { versions: [{ from: "1.67", to: "1.75" }] } });
test(reads, "update-rule-of-another-version", {
  name: "module-test",
  update: { versions: [{ from: "1.67", to: "1.74" }] },
});
test(reads, "all-fields", {
  name: "hello-world",
  weight: 960,
  stage: "Preview",
  exclusiveGroup: "greeters",
  namespace: "d8-hello-world",
  tags: ["test", "myTag"],
  subsystems: ["observability"],
  descriptions: { en: "Greets the world.", ru: "Приветствует мир." },
  requirements: {
    deckhouse: ">= 1.73",
    kubernetes: ">= 1.27, < 2",
    bootstrapped: true,
    modules: [
      { module: "prometheus", constraint: "~1.5", isOptional: true },
      { module: "user-authn", constraint: ">= 0.0.0", isOptional: false },
    ],
  },
  accessibility: {
    editions: new Map([
      ["_default", { available: true, enabledInBundles: [] }],
      ["ce", { available: false, enabledInBundles: [] }],
      ["se-plus", { available: true, enabledInBundles: ["Default", "Minimal", "Managed"] }],
    ]),
  },
  update: { versions: [{ from: "1.67", to: "1.75" }] },
  disable: {
    confirmation: true,
    message: "All that it has made is deleted.",
    messages: { en: undefined, ru: "Всё созданное модулем будет удалено." },
  },
});

test("all examples are valid, with warnings only for features that older platforms do not support", async (t) => {
  const files = readdirSync(folder).filter((name) => name.endsWith(".yaml"));
  t.is(files.length, 12);
  for (const name of files) {
    const { diagnostics } = await readDefinition({ name, text: readFileSync(join(folder, name), "utf8") });
    const optional =
      'requirements.modules.test is optional, which platforms before 1.73 do not support: require a later one, as in deckhouse: ">= 1.73"';
    t.deepEqual(
      diagnostics.map(({ severity, message }) => `${severity} ${message}`),
      name.startsWith("optional") ? [`warning ${optional}`] : [],
      name,
    );
  }
});

const label =
  "is not a valid DNS label (up to 63 lower-case letters, digits and -, with a letter or digit at either end): write it as echo-server";

// Settings that are unknown, wrong or missing.
test(finds, "weight: 1", "error 1:1+0 the file has no name: add it");
test(
  finds,
  "name: a\nrequirments: {}",
  'error 2:1+11 unknown setting "requirments"; did you mean "requirements"?',
);
test(
  finds,
  "name: a\ndependencies: {}",
  'error 2:1+12 unknown setting "dependencies"; did you mean requirements.modules?',
);
test(
  finds,
  "name: a\nrequirements:\n  kubernets: '> v1.30.0'",
  'error 3:3+9 unknown setting "kubernets" in requirements; did you mean "kubernetes"?',
);
test(finds, "name: Echo_Server", `error 1:7+11 name ${label}`);
test(finds, `name: ${"a".repeat(64)}`, `error 1:7+64 name ${label}`);
test(finds, `name: ${"a".repeat(63)}`);
test(finds, "name: a\nnamespace: -d8", `error 2:12+3 namespace ${label}`);
test(finds, "name: a\nweight: -1", "error 2:9+2 weight is less than 0: raise it");
test(finds, "name: a\nweight: 4294967296", "error 2:9+10 weight is more than 4294967295: lower it");
test(finds, "name: a\nweight: 4294967295");
test(finds, "name: a\nweight: 1.5", "error 2:9+3 weight is a number: write a whole number");
test(
  finds,
  "name: a\nweight: 0",
  "warning 2:9+1 weight is 0, which means the default, 900: write 1 or more to start first",
);
test(
  finds,
  "name: a\nstage: experimental",
  'error 2:8+12 stage is "experimental": write Experimental, Preview, General Availability or Deprecated; did you mean "Experimental"?',
);
test(
  finds,
  "name: a\ndescription: Old.",
  "warning 2:1+11 description is the old name of descriptions.en: move the text there",
);
test(
  finds,
  "name: a\ndescription: Old.\ndescriptions: {en: New.}",
  "warning 2:1+11 description is the old name of descriptions.en, which is also set: remove this one",
);
test(finds, "name: a\naccessibility: {}", "error 2:16+2 accessibility has no editions: add it");
test(
  finds,
  "name: a\naccessibility: {editions: {eee: {available: true}}}",
  'error 2:28+3 unknown setting "eee" in accessibility.editions; did you mean "ee"?',
);
test(
  finds,
  "name: a\naccessibility: {editions: {ee: {enabledInBundles: [default]}}}",
  'error 2:52+7 accessibility.editions.ee.enabledInBundles[0] is "default": write Default, Minimal or Managed; did you mean "Default"?',
);
test(
  finds,
  "name: a\ndisable: {confirmation: 'true'}",
  "error 2:25+6 disable.confirmation is a string: write true or false",
);

// Files that are not a valid module.yaml.
test(finds, "", "error 1:0+0 module.yaml is empty: write at least the required settings");
test(finds, "- a", "error 1:1+0 the file is not a valid Module: write a mapping");
test(
  finds,
  "name: a\n---\nname: b",
  "error 3:1+0 module.yaml contains more than one document: keep one per file",
);
test(finds, "name: a\nname: b", 'error 2:1+4 duplicate key "name" in a mapping: keep one of the two');
test(finds, "__proto__: {name: a}\nname: a", 'error 1:1+9 unknown setting "__proto__"');
test(
  finds,
  "name: a\r\nrequirements:\r\n  deckhouse: '== 1'\r\n",
  'error 3:14+6 requirements.deckhouse: improper constraint "== 1": write = for equal',
);
test(
  finds,
  "name: a\r\nupdate:\r\n  versions:\r\n  - {from: 1.10, to: '1.9'}\r\n",
  'warning 4:12+4 update.versions[0].from is 1.1 in YAML: write it in quotes, as in "1.10"',
);

test("a file of more than 1 MiB is not read", async (t) => {
  const { diagnostics } = await readModule(`name: a\ndescription: ${"x".repeat(2 ** 20)}`);
  t.deepEqual(diagnostics.map(given), [
    "error 1:0+0 module.yaml is longer than 1 MiB, which no module.yaml is: pass a module.yaml",
  ]);
});

test("an alias bomb is refused", async (t) => {
  const lines = Array.from({ length: 30 }, (_, at) =>
    at === 0 ? "a0: &a0 [x]" : `a${at}: &a${at} [*a${at - 1}, *a${at - 1}]`,
  );
  const { diagnostics } = await readModule(`name: a\n${lines.join("\n")}\n`);
  t.true(
    diagnostics.some(({ code }) => code === "AliasBomb"),
    JSON.stringify(diagnostics[0]),
  );
});

test("10000 invalid requirements are all reported", async (t) => {
  const lines = Array.from({ length: 10_000 }, (_, at) => `    m${at}: "== ${at}"\n`).join("");
  const { diagnostics } = await readModule(`name: a\nrequirements:\n  modules:\n${lines}`);
  t.is(diagnostics.length, 10_000);
  t.is(diagnostics.at(-1)?.origin?.line, 10_003);
});

test("every file is either read or reported with diagnostics", async (t) => {
  const names = ["name", "requirements", "modules", "update", "versions", "from", "__proto__", "weight"];
  const texts = object({ key: constantFrom(...names), maxDepth: 3 });
  await assert(
    asyncProperty(texts, async (value) => {
      const reading = await readModule(JSON.stringify(value));
      t.true("definition" in reading || reading.diagnostics.length > 0);
    }),
    { numRuns: 200 },
  );
});
