import test from "ava";

import { findings, object, outline, planned, waitsOf } from "../../../fixtures/planned.ts";
import { formatOrigin } from "../../object/diagnostic/source-text.ts";
import type { JsonObject, JsonValue } from "../../object/json.ts";
import type { PlanResult } from "../../plan/make-plan.ts";

function config(fields: JsonObject): JsonObject {
  return { apiVersion: "kapp.k14s.io/v1alpha1", kind: "Config", ...fields };
}

function ofKind(kind: string): JsonObject {
  return { apiGroupKindMatcher: { apiGroup: "batch", kind } };
}

function named(kind: string, name: string): JsonObject {
  return { kindNamespaceNameMatcher: { kind, namespace: "default", name } };
}

/** A binding of rules to the objects that the matchers select. */
function ruleBinding(
  rules: readonly string[],
  matchers: readonly JsonValue[],
  isOptional = false,
): JsonObject {
  return {
    rules,
    resourceMatchers: matchers,
    ...(isOptional ? { ignoreIfCyclical: true } : {}),
  };
}

function inGroup(written: string, group: string): JsonObject {
  return object(written, { annotations: { "kapp.k14s.io/change-group": group } });
}

function reported({ plan: { diagnostics } }: PlanResult): readonly string[] {
  return diagnostics.map(
    ({ severity, origin, message }) => `${severity} ${origin && formatOrigin(origin)} ${message}`,
  );
}

test("changeGroupBindings add objects to groups, and changeRuleBindings add rules", (t) => {
  const result = planned([
    config({
      changeGroupBindings: [{ name: "example.com/{kind}", resourceMatchers: [{ hasNamespaceMatcher: {} }] }],
      changeRuleBindings: [ruleBinding(["upsert after upserting example.com/ConfigMap"], [ofKind("Job")])],
    }),
    object("ConfigMap/env"),
    object("Job/migrate"),
    object("Secret/token"),
  ]);
  t.deepEqual(findings(result), []);
  t.deepEqual(waitsOf(result, "Job/migrate"), ["ConfigMap/env ready change-rule"]);
  t.deepEqual(waitsOf(result, "Secret/token"), []);
});

test("the plan shows the rule and its path in the kapp Config as the cause of a wait", (t) => {
  const result = planned([
    config({ changeRuleBindings: [ruleBinding(["upsert after upserting db"], [ofKind("Job")])] }),
    object("Job/migrate"),
    inGroup("StatefulSet/db", "db"),
  ]);
  const [wait] = result.plan.groups[1]?.objects[0]?.waitsFor ?? [];
  t.is(wait?.cause.reason, "upsert after upserting db");
  t.deepEqual(wait?.cause.path, ["changeRuleBindings", 0, "rules", 0]);
});

test("a matcher uses the release namespace for an object without a namespace", (t) => {
  const rules = ruleBinding(["upsert after upserting db"], [named("Job", "migrate")]);
  const result = planned([
    config({ changeRuleBindings: [rules] }),
    object("Job/migrate"),
    inGroup("StatefulSet/db", "db"),
  ]);
  t.is(waitsOf(result, "Job/migrate").length, 1);
});

/** Two rules that contradict each other. */
function conflictingRules(isOptional: boolean): readonly JsonObject[] {
  return [
    ruleBinding(["upsert after upserting b"], [named("Job", "a")], isOptional),
    ruleBinding(["upsert after upserting a"], [named("Job", "b")], isOptional),
  ];
}

test("if optional rules form a cycle, the later rule is kept and nothing is reported", (t) => {
  const members = [inGroup("Job/a", "a"), inGroup("Job/b", "b")];
  const result = planned([config({ changeRuleBindings: conflictingRules(true) }), ...members]);
  t.deepEqual(outline(result), ["main 0: Job/a", "main 0: Job/b"]);
  t.deepEqual(findings(result), []);
  const reversed = planned([config({ changeRuleBindings: conflictingRules(true).toReversed() }), ...members]);
  t.deepEqual(outline(reversed), ["main 0: Job/b", "main 0: Job/a"]);
});

test("an optional rule that orders the members of a group is kept only for the first object by name", (t) => {
  const both = ruleBinding(["upsert before upserting g"], [ofKind("Job")], true);
  const result = planned([
    config({ changeRuleBindings: [both] }),
    inGroup("Job/a", "g"),
    inGroup("Job/b", "g"),
  ]);
  t.deepEqual(outline(result), ["main 0: Job/a", "main 0: Job/b"]);
});

test("optional and required rules between two objects result in one wait", (t) => {
  const rules = ruleBinding(["upsert after upserting b"], [ofKind("Job")], true);
  const result = planned([
    config({ changeRuleBindings: [rules, ruleBinding(["upsert after upserting b"], [ofKind("Job")])] }),
    object("Job/a", { annotations: { "kapp.k14s.io/change-rule": "upsert after upserting b" } }),
    inGroup("StatefulSet/b", "b"),
  ]);
  t.deepEqual(waitsOf(result, "Job/a"), ["StatefulSet/b ready change-rule"]);
});

test("an optional rule that conflicts with a required one is dropped, conflicting required rules are a cycle", (t) => {
  const written = object("Job/a", {
    annotations: { "kapp.k14s.io/change-group": "a", "kapp.k14s.io/change-rule": "upsert after upserting b" },
  });
  const toAll = ruleBinding(["upsert after upserting a"], [ofKind("Job")], true);
  const result = planned([config({ changeRuleBindings: [toAll] }), written, inGroup("Job/b", "b")]);
  t.deepEqual(outline(result), ["main 0: Job/b", "main 0: Job/a"]);
  t.deepEqual(findings(result), []);
  t.deepEqual(
    findings(
      planned([
        config({ changeRuleBindings: conflictingRules(false) }),
        inGroup("Job/a", "a"),
        inGroup("Job/b", "b"),
      ]),
    ),
    ["error Cycle"],
  );
});

test("a binding with a rule for an empty group is not reported", (t) => {
  const rules = ruleBinding(["upsert after upserting nobody"], [ofKind("Job")]);
  t.deepEqual(findings(planned([config({ changeRuleBindings: [rules] }), object("Job/a")])), []);
});

test("a kapp Config in a ConfigMap is used, and the ConfigMap is applied", (t) => {
  const text = JSON.stringify(
    config({ changeRuleBindings: [ruleBinding(["upsert before upserting db"], [ofKind("Job")])] }),
  );
  const result = planned([
    object("ConfigMap/kapp-config", {
      labels: { "kapp.k14s.io/config": "" },
      body: { data: { "config.yml": text } },
    }),
    object("Job/migrate"),
    inGroup("StatefulSet/db", "db"),
  ]);
  t.deepEqual(outline(result), ["main 0: ConfigMap/kapp-config Job/migrate", "main 0: StatefulSet/db"]);
  t.deepEqual(findings(result), []);
});

test("each invalid rule is reported once, as an error with its position", (t) => {
  const text = `apiVersion: kapp.k14s.io/v1alpha1
kind: Config
changeGroupBindings:
- name: "{crd-kind}"
  resourceMatchers: [{ allMatcher: {} }]
- resourceMatchers: [{ allMatcher: {} }]
changeRuleBindings:
- rules: [upsert after, 5]
  resourceMatchers: [{ allMatcher: {} }, { someMatcher: {} }]
- rules: [upsert after upserting db]
  resourceMatchers: [{ allMatcher: {} }]
---
apiVersion: v1
kind: ConfigMap
metadata: { name: a }
---
apiVersion: v1
kind: ConfigMap
metadata: { name: b }
`;
  const result = planned([], { sources: [{ name: "set.yaml", text }] });
  t.deepEqual(reported(result), [
    "error set.yaml:4:9 for /namespaces/default/ConfigMap/a: {crd-kind} is empty for this object",
    "error set.yaml:6:3 changeGroupBindings: name is missing",
    "error set.yaml:8:11 for /namespaces/default/ConfigMap/a: a change rule has four words, found 2: write for example: upsert after upserting GROUP",
    "error set.yaml:8:25 an entry of rules is a text",
    "error set.yaml:9:42 converge does not know the matcher someMatcher: use one of kapp's resource matchers",
  ]);
  t.true(result.refused);
});
