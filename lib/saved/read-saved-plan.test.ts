import { readFileSync } from "node:fs";

import { Ajv2020 } from "ajv/dist/2020.js";
import test from "ava";

import { readManifests } from "../manifest/parse-manifests.ts";
import type { JsonObject } from "../object/json.ts";
import { readSavedPlan } from "./read-saved-plan.ts";
import { requestOfPlan, savedOptions, textsOfPlan } from "./saved-request.ts";
import { formatSavedPlan } from "./write-saved-plan.ts";

const text = readFileSync("fixtures/saved-plan.json", "utf8");
const written = JSON.parse(text) as JsonObject;
const schema = JSON.parse(readFileSync("docs/saved-plan.schema.json", "utf8")) as JsonObject;

test("a saved plan conforms to its schema, and is unchanged after reading and writing it", async (t) => {
  const ajv = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true });
  t.true(ajv.validate(schema, written), JSON.stringify(ajv.errors));
  const reading = await readSavedPlan("plan.json", text);
  t.is("plan" in reading ? formatSavedPlan(reading.plan) : undefined, text);
});

const refused = test.macro({
  title: (name) => `${name} is refused`,
  exec: async (t, given: string, says: RegExp) => {
    const reading = await readSavedPlan("plan.json", given);
    const found =
      "diagnostics" in reading
        ? reading.diagnostics.map(
            ({ origin, message }) => `${origin?.file}:${origin?.line}:${origin?.column} ${message}`,
          )
        : ["fault" in reading ? reading.fault : "it was read"];
    t.regex(found.join("\n"), says);
  },
});

test("a manifest", refused, "apiVersion: v1\nkind: ConfigMap\n", /^plan\.json is not a saved plan/);
test("an empty file", refused, "", /^plan\.json is not a saved plan/);
test("a file of another kind", refused, '{"kind":"Plan"}', /its kind is not SavedPlan/);
test("a truncated plan", refused, text.slice(0, text.length / 2), /^plan\.json:\d+:\d+ /);
test(
  "a plan of a newer format",
  refused,
  JSON.stringify({ ...written, format: 2, more: {} }),
  /newer converge \(format 2, this one knows 1\): upgrade converge/,
);
test(
  "a plan with unknown fields",
  refused,
  text.replace('"kind": "SavedPlan"', '"kind": "SavedPlan",\n  "__proto__": { "release": "x" }'),
  /^plan\.json:4:3 unknown setting "__proto__"/,
);
test(
  "a plan with a value of another type",
  refused,
  text.replace('"release": "shop"', '"release": 5'),
  /^plan\.json:8:\d+ release is a number/,
);
test(
  "a plan with an unknown decision",
  refused,
  text.replace('"decision": "update"', '"decision": "destroy"'),
  /^plan\.json:\d+:\d+ groups\[0\]\.objects\[0\]\.decision is "destroy"/,
);
test(
  "a plan that prunes an object without a live state",
  refused,
  JSON.stringify({
    ...written,
    prunes: [{ ref: "/namespaces/web/ConfigMap/banner", live: null, kept: false }],
  }),
  /^plan\.json:1:\d+ prunes\[0\]\.live is empty/,
);
test(
  "a plan whose objects were changed",
  refused,
  text.replace("example.com/web:2", "example.com/evil:2"),
  /^plan\.json:\d+:\d+ digest is not that of the objects: the file was changed/,
);
test(
  "a plan with a decision on an object that it lacks",
  refused,
  text.replace('"ref": "/namespaces/web/Secret/key"', '"ref": "/namespaces/web/Secret/other"'),
  /^plan\.json:\d+:\d+ groups\[0\]\.objects\[1\]\.ref names no object of the plan/,
);

test("the options of a saved plan are unchanged after converting them to a request and back", async (t) => {
  const reading = await readSavedPlan("plan.json", text);
  if (!("plan" in reading)) {
    t.fail();
    return;
  }
  const options = {
    ...reading.plan.options,
    maxPrune: "7",
    allowPrune: ["crds"] as const,
    compat: "kapp" as const,
    sourceRevision: "v2",
    weightTimeouts: [{ weight: 10, timeout: 5000 }],
  };
  const run = {
    choices: {
      forceConflicts: false,
      recreate: true,
      dryRun: false,
      fieldValidation: "Warn",
      propagation: "Orphan",
      wait: true,
    },
    timeouts: { run: undefined, prune: 1, external: 1, lock: 1, weights: new Map() },
  } as const;
  t.deepEqual(savedOptions(requestOfPlan({ ...reading.plan, options }, run)), options);
});

const strange = "\uFEFF\u0085\u2028\u2029\u007F\uFFFE\uFFFF\u0007\u{1F600}";
test("strings of a saved plan with characters that YAML does not allow are read back unchanged", (t) => {
  const object = {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name: "a" },
    data: { [strange]: strange },
  };
  const [source] = textsOfPlan({ objects: [{ ref: "/ConfigMap/a", file: "a.yaml", object }] }).sources;
  const { objects, diagnostics } = readManifests({ name: "a.yaml", text: source?.text ?? "" });
  t.deepEqual(diagnostics, []);
  t.deepEqual(
    objects.map(({ value }) => value),
    [object],
  );
});

test("the objects of a saved plan are converted to texts, file by file", async (t) => {
  const reading = await readSavedPlan("plan.json", text);
  const { sources } = textsOfPlan("plan" in reading ? reading.plan : { objects: [] });
  t.deepEqual(
    sources.map(({ name }) => name),
    ["shop.yaml"],
  );
  t.regex(sources[0]?.text ?? "", /^---\n\{"apiVersion":"v1","kind":"ConfigMap".*\n---\n/);
});
