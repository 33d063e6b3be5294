import { readFileSync } from "node:fs";
import { join } from "node:path";

import { Ajv2020 } from "ajv/dist/2020.js";
import test from "ava";

import { compared } from "../../../fixtures/compared-sets.ts";
import { defines, dependsOn, object, pods, weight } from "../../../fixtures/planned.ts";
import type { SetComparison } from "../../compare/set-comparison.ts";
import type { JsonObject } from "../../object/json.ts";
import { comparisonGithub } from "./comparison-github.ts";
import { comparisonJson } from "./comparison-json.ts";
import { comparisonSummary, comparisonText } from "./comparison-text.ts";

const schema = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../../docs/compare.schema.json"), "utf8"),
) as JsonObject;

const crd = (served: boolean): JsonObject =>
  object("CustomResourceDefinition/gadgets.example.com", {
    body: defines("example.com", "Gadget", {
      versions: [{ name: "v1", served, storage: true, schema: { openAPIV3Schema: { type: "object" } } }],
    }),
  });

const web = (replicas: number, annotations: Readonly<Record<string, string>>): JsonObject => {
  const { spec } = pods({ containers: [{ name: "a", resources: { requests: { cpu: "1" } } }] });
  return object("Deployment/web", { annotations, body: { spec: { ...(spec as JsonObject), replicas } } });
};

/** A comparison with at least one entry of every kind, including a path that was not read. */
const differing: SetComparison = await compared(
  [
    crd(true),
    web(1, {}),
    object("ConfigMap/a"),
    object("ConfigMap/gone"),
    object("ConfigMap/kept", { annotations: { "converge.dev/prune": "keep" } }),
    object("Secret/pass", { body: { data: { a: "YQ==" } } }),
  ],
  [
    crd(false),
    web(2, dependsOn("/namespaces/shop/ConfigMap/a")),
    object("ConfigMap/a", { annotations: weight(-1), body: { dta: {} } }),
    object("Job/new", {
      body: pods({ restartPolicy: "Never", containers: [{ name: "a", image: "a:1" }] }),
    }),
    object("Secret/pass", { body: { data: { a: "Yg==" } } }),
  ],
  { level: "warn" },
);
const everything: SetComparison = {
  ...differing,
  uncompared: [{ path: "module", reason: "it is a submodule", before: undefined, after: "abc" }],
};

test("the JSON of a comparison matches its schema", (t) => {
  const commits = { base: "1".repeat(40) };
  const text = comparisonJson(everything, { base: "main", head: "working tree", commits });
  const document = JSON.parse(text) as JsonObject;
  const ajv = new Ajv2020({ allErrors: true, strict: false });
  t.true(ajv.validate(schema, document), JSON.stringify(ajv.errors));
  const lists = [
    "objects",
    "moves",
    "waits",
    "definitions",
    "permissions",
    "requests",
    "findings",
    "uncompared",
  ];
  t.deepEqual(
    lists.filter((name) => (document[name] as readonly unknown[]).length === 0),
    [],
  );
  t.false(ajv.validate(schema, { ...document, objects: [{}] }));
  t.notRegex(text, /YQ==|Yg==/);
});

test("the text lists changes, then every other aspect, and ends with the headline", (t) => {
  const text = comparisonText(everything, { color: false, width: undefined });
  const titles = [...text.matchAll(/^(\S[^\n]*):$/gm)].map(([, title]) => title);
  t.deepEqual(titles, [
    "Not compared",
    "Removed but not deleted",
    "Breaking CRD changes",
    "Order",
    "New permissions",
    "Requests",
    "New findings",
  ]);
  t.regex(text, /^ {2}~ data\.a: \(hidden, changed\)$/m);
  t.regex(
    text,
    /^ {2}Deployment\/web now waits for ConfigMap\/a until ready \(config.*depends-on, 1\.yaml:1:\d+\)$/m,
  );
  t.true(text.endsWith(`\n\n${comparisonSummary(everything, { color: false, width: undefined })}`));
  t.regex(
    text,
    /namespace shop: 1 added, 4 changed, 2 removed \(1 not deleted\), order changed for 2 objects/,
  );
});

test("a comparison without differences prints only that there are no changes", async (t) => {
  const same = await compared([object("ConfigMap/a")], [object("ConfigMap/a")]);
  t.is(comparisonText(same, { color: false, width: 80 }), "no changes, 1 unchanged\n");
  t.is(
    comparisonGithub(same, (file) => file),
    "::notice title=converge compare::no changes\n",
  );
});

test("GitHub annotations mark what needs a decision, at its line if the head has one", (t) => {
  const lines = comparisonGithub(everything, (file) => `deploy/${file}`)
    .trimEnd()
    .split("\n");
  const starts = [
    "::notice title=converge compare::1 added, ",
    "::warning file=deploy/module,line=1,title=Not compared::module: not read in the head, because it is a",
    "::warning title=Deleted::ConfigMap/gone -n shop is deleted",
    "::warning file=deploy/0.yaml,line=1,col=94,title=Breaking CRD change::CustomResourceDefinition/gadgets.example.com v1: ",
    "::notice title=New permissions::namespace shop: get, list, watch, create, patch, delete jobs.batch",
    "::warning file=deploy/2.yaml,line=1,col=101,title=UnknownField::/namespaces/shop/ConfigMap/a: unknown field dta",
  ];
  t.deepEqual(
    lines.map((line, index) => line.slice(0, starts[index]?.length)),
    starts,
  );
});

test("text of a manifest cannot inject a GitHub workflow command", (t) => {
  const [finding] = everything.findings;
  const hostile = {
    ...everything,
    findings: finding === undefined ? [] : [{ ...finding, message: "a\n::error::b%0A" }],
  };
  const text = comparisonGithub(hostile, (file) => file);
  t.false(text.split("\n").some((line) => line.startsWith("::error")));
  t.regex(text, /a%0A::error::b%250A/);
});
