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

/** A binding of rules for what the matchers select. */
function bound(rules: readonly string[], matchers: readonly JsonValue[], isOptional = false): JsonObject {
  return {
    rules,
    resourceMatchers: matchers,
    ...(isOptional ? { ignoreIfCyclical: true } : {}),
  };
}

function ingroup(written: string, group: string): JsonObject {
  return object(written, { annotations: { "kapp.k14s.io/change-group": group } });
}

function reported({ plan: { diagnostics } }: PlanResult): readonly string[] {
  return diagnostics.map(
    ({ severity, origin, message }) => `${severity} ${origin && formatOrigin(origin)} ${message}`,
  );
}

test("bindings put objects into groups and under rules", (t) => {
  const result = planned([
    config({
      changeGroupBindings: [{ name: "example.com/{kind}", resourceMatchers: [{ hasNamespaceMatcher: {} }] }],
      changeRuleBindings: [bound(["upsert after upserting example.com/ConfigMap"], [ofKind("Job")])],
    }),
    object("ConfigMap/env"),
    object("Job/migrate"),
    object("Secret/token"),
  ]);
  t.deepEqual(findings(result), []);
  t.deepEqual(waitsOf(result, "Job/migrate"), ["ConfigMap/env ready change-rule"]);
  t.deepEqual(waitsOf(result, "Secret/token"), []);
});

test("the plan names the configuration and the rule", (t) => {
  const result = planned([
    config({ changeRuleBindings: [bound(["upsert after upserting db"], [ofKind("Job")])] }),
    object("Job/migrate"),
    ingroup("StatefulSet/db", "db"),
  ]);
  const [wait] = result.plan.groups[1]?.objects[0]?.waitsFor ?? [];
  t.is(wait?.cause.reason, "upsert after upserting db");
  t.deepEqual(wait?.cause.path, ["changeRuleBindings", 0, "rules", 0]);
});

test("a matcher sees the namespace that the object is applied to", (t) => {
  const rules = bound(["upsert after upserting db"], [named("Job", "migrate")]);
  const result = planned([
    config({ changeRuleBindings: [rules] }),
    object("Job/migrate"),
    ingroup("StatefulSet/db", "db"),
  ]);
  t.is(waitsOf(result, "Job/migrate").length, 1);
});

/** Two rules against each other. */
function against(isOptional: boolean): readonly JsonObject[] {
  return [
    bound(["upsert after upserting b"], [named("Job", "a")], isOptional),
    bound(["upsert after upserting a"], [named("Job", "b")], isOptional),
  ];
}

test("of optional rules in a cycle the later one stays, without a word", (t) => {
  const members = [ingroup("Job/a", "a"), ingroup("Job/b", "b")];
  const result = planned([config({ changeRuleBindings: against(true) }), ...members]);
  t.deepEqual(outline(result), ["main 0: Job/a", "main 0: Job/b"]);
  t.deepEqual(findings(result), []);
  const reversed = planned([config({ changeRuleBindings: against(true).toReversed() }), ...members]);
  t.deepEqual(outline(reversed), ["main 0: Job/b", "main 0: Job/a"]);
});

test("of an optional rule for objects of one group, that of the first object by name counts", (t) => {
  const both = bound(["upsert before upserting g"], [ofKind("Job")], true);
  const result = planned([
    config({ changeRuleBindings: [both] }),
    ingroup("Job/a", "g"),
    ingroup("Job/b", "g"),
  ]);
  t.deepEqual(outline(result), ["main 0: Job/a", "main 0: Job/b"]);
});

test("of several rules between two objects a required one counts, once", (t) => {
  const rules = bound(["upsert after upserting b"], [ofKind("Job")], true);
  const result = planned([
    config({ changeRuleBindings: [rules, bound(["upsert after upserting b"], [ofKind("Job")])] }),
    object("Job/a", { annotations: { "kapp.k14s.io/change-rule": "upsert after upserting b" } }),
    ingroup("StatefulSet/b", "b"),
  ]);
  t.deepEqual(waitsOf(result, "Job/a"), ["StatefulSet/b ready change-rule"]);
});

test("an optional rule gives way to a required one and to oneself, required ones against each other are a cycle", (t) => {
  const written = object("Job/a", {
    annotations: { "kapp.k14s.io/change-group": "a", "kapp.k14s.io/change-rule": "upsert after upserting b" },
  });
  const toAll = bound(["upsert after upserting a"], [ofKind("Job")], true);
  const result = planned([config({ changeRuleBindings: [toAll] }), written, ingroup("Job/b", "b")]);
  t.deepEqual(outline(result), ["main 0: Job/b", "main 0: Job/a"]);
  t.deepEqual(findings(result), []);
  t.deepEqual(
    findings(
      planned([config({ changeRuleBindings: against(false) }), ingroup("Job/a", "a"), ingroup("Job/b", "b")]),
    ),
    ["error Cycle"],
  );
});

test("a group without members is no finding in a binding", (t) => {
  const rules = bound(["upsert after upserting nobody"], [ofKind("Job")]);
  t.deepEqual(findings(planned([config({ changeRuleBindings: [rules] }), object("Job/a")])), []);
});

test("the Config in a ConfigMap counts, and the ConfigMap is applied", (t) => {
  const text = JSON.stringify(
    config({ changeRuleBindings: [bound(["upsert before upserting db"], [ofKind("Job")])] }),
  );
  const result = planned([
    object("ConfigMap/kapp-config", {
      labels: { "kapp.k14s.io/config": "" },
      body: { data: { "config.yml": text } },
    }),
    object("Job/migrate"),
    ingroup("StatefulSet/db", "db"),
  ]);
  t.deepEqual(outline(result), ["main 0: ConfigMap/kapp-config Job/migrate", "main 0: StatefulSet/db"]);
  t.deepEqual(findings(result), []);
});

test("rules that cannot be read are errors at their places, each once", (t) => {
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
