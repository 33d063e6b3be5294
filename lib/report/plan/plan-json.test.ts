import { readFileSync } from "node:fs";
import { join } from "node:path";

import test from "ava";

import { stages } from "../../order/model/edge.ts";
import type { Diagnostic } from "../../object/diagnostic/diagnostic.ts";
import { object as plainObject, planned, pods } from "../../../fixtures/planned.ts";
import { samplePlan, shop, wordpress } from "../../../fixtures/sample-plan.ts";
import { explain } from "../../plan/explain.ts";
import { actions } from "../../plan/plan.ts";
import { planDocument, planJson } from "./plan-json.ts";

test("an object that waits for nothing is written with all its fields in a fixed order", (t) => {
  const plan = samplePlan({ groups: [{ objects: ["v1 ConfigMap a/b"] }] });
  t.is(
    planJson(plan),
    `{
  "apiVersion": "converge.dev/v1",
  "kind": "Plan",
  "action": "install",
  "release": "sample",
  "namespace": "default",
  "groups": [
    {
      "index": 1,
      "stage": "main",
      "weight": 0,
      "after": [],
      "objects": [
        {
          "ref": "/namespaces/a/ConfigMap/b",
          "apiVersion": "v1",
          "hook": null,
          "origin": {
            "file": "b.yaml",
            "line": 1
          },
          "timeout": "5m0s",
          "waitsFor": []
        }
      ]
    }
  ],
  "diagnostics": []
}
`,
  );
});

test("objects that the action does not touch are listed", (t) => {
  t.deepEqual(everything.resting, [
    {
      ref: "apiextensions.k8s.io/CustomResourceDefinition/crontabs.stable.example.com",
      origin: { file: "crontabs.stable.example.com.yaml", line: 1 },
    },
  ]);
});

test("an edge has the location of the annotation that causes it", (t) => {
  const wait = planDocument(wordpress).groups[1]?.objects[0]?.waitsFor.at(-1);
  t.deepEqual(wait, {
    on: "apps/namespaces/default/StatefulSet/wordpress-mysql",
    until: "ready",
    rule: "depends-on",
    origin: { file: "wordpress.yaml", line: 6, column: 5 },
  });
});

test("only waits for external objects are marked external", (t) => {
  const waits = planDocument(shop).groups[3]?.objects.at(-1)?.waitsFor;
  t.deepEqual(
    waits?.map((wait) => wait.external),
    [true, undefined],
  );
});

test("only moved and freed objects are marked as such", (t) => {
  const objects = planDocument(shop).groups.flatMap((group) => group.objects);
  const marked = objects.filter((object) => "movedFor" in object || "freed" in object);
  t.deepEqual(
    marked.map(({ ref, movedFor, freed }) => ({ ref, movedFor, freed })),
    [
      {
        ref: "/namespaces/shop/Secret/database",
        movedFor: "batch/namespaces/shop/Job/migrate",
        freed: undefined,
      },
      { ref: "stable.example.com/namespaces/shop/CronTab/nightly", movedFor: undefined, freed: true },
    ],
  );
});

test("a hook has its event and its delete policy", (t) => {
  t.deepEqual(planDocument(shop).groups[2]?.objects[0]?.hook, {
    event: "pre-install",
    deletePolicy: ["before-hook-creation"],
  });
});

test("a diagnostic keeps its locations, and omits fields that it does not have", (t) => {
  const diagnostics: readonly Diagnostic[] = [
    {
      code: "Cycle",
      severity: "error",
      message: "a",
      related: [{ message: "b", origin: { file: "c", line: 2 } }],
    },
    {
      code: "LocalConfig",
      severity: "note",
      message: "d",
      ref: "e",
      origin: { file: "f", line: 3, column: 4, length: 5 },
    },
  ];
  t.deepEqual(planDocument(samplePlan({ groups: [], diagnostics })).diagnostics, [
    {
      code: "Cycle",
      severity: "error",
      message: "a",
      related: [{ message: "b", origin: { file: "c", line: 2 } }],
    },
    {
      code: "LocalConfig",
      severity: "note",
      message: "d",
      ref: "e",
      origin: { file: "f", line: 3, column: 4 },
    },
  ]);
});

interface Schema {
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, { readonly enum?: readonly string[] }>>;
  readonly $defs: Readonly<Record<string, Schema>>;
}

const schema = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../../docs/plan.schema.json"), "utf8"),
) as Schema;

const described = test.macro({
  exec(t, name: string, value: object | null | undefined) {
    const definition = name === "plan" ? schema : schema.$defs[name];
    const known = Object.keys(definition?.properties ?? {});
    const given = Object.keys(value ?? {});
    t.true(given.length > 0);
    t.deepEqual(
      given,
      known.filter((field) => given.includes(field)),
    );
    t.deepEqual(
      definition?.required?.filter((field) => !given.includes(field)),
      [],
    );
  },
  title: (_, name: string) => `the schema describes every field of a ${name} in the same order`,
});

const everything = planDocument({
  ...shop,
  resting: shop.groups
    .slice(0, 1)
    .flatMap(({ objects }) => objects.map(({ manifest }) => ({ manifest, owned: true }))),
  diagnostics: [
    {
      code: "Cycle",
      severity: "error",
      message: "m",
      ref: "r",
      origin: { file: "f", line: 1, column: 2 },
      related: [],
    },
  ],
});
const [, moved, hooked, main] = everything.groups;

test(described, "plan", everything);
test(described, "group", main);
test(described, "object", moved?.objects[0]);
test(described, "hook", hooked?.objects[0]?.hook);
test(described, "resting", everything.resting?.[0]);
test(described, "wait", main?.objects.at(-1)?.waitsFor[0]);
test(described, "diagnostic", everything.diagnostics[0]);
test(described, "origin", everything.diagnostics[0]?.origin);

test("the enums of the schema match the actions and stages of a plan", (t) => {
  t.deepEqual(schema.properties?.["action"]?.enum, actions);
  t.deepEqual(schema.$defs["group"]?.properties?.["stage"]?.enum, stages);
});

test("a deletion states why a controller outlives its custom resource, in the JSON and in the chain", (t) => {
  const account = { kind: "ServiceAccount", name: "operator", namespace: "default" };
  const rules = [{ apiGroups: ["example.com"], resources: ["things/finalizers"], verbs: ["update"] }];
  const { plan } = planned(
    [
      plainObject("Deployment/operator", { body: pods({ serviceAccountName: "operator" }) }),
      plainObject("example.com/v1/Thing/x"),
      plainObject("Role/operator", { body: { rules } }),
      plainObject("RoleBinding/operator", {
        body: { roleRef: { kind: "Role", name: "operator" }, subjects: [account] },
      }),
    ],
    { action: "delete" },
  );
  const ref = "apps/namespaces/default/Deployment/operator";
  const reason = "Deployment/operator runs as ServiceAccount/operator, which may update things/finalizers";
  const waits = planDocument(plan).groups.flatMap(({ objects }) =>
    objects.filter((each) => each.ref === ref).flatMap(({ waitsFor }) => waitsFor),
  );
  t.deepEqual(
    waits.map(({ rule, until, reason: stated }) => [rule, until, stated]),
    [["controller", "absent", reason]],
  );
  t.deepEqual(
    explain(plan, ref).map(({ rule, because }) => [rule, because]),
    [["controller", reason]],
  );
});
