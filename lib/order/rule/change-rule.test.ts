import test from "ava";

import { defines, findings, object, outline, planned, waitsOf } from "../../../fixtures/planned.ts";
import { ruleResult } from "../../../fixtures/ordered-set.ts";
import type { JsonObject } from "../../object/json.ts";
import type { Action } from "../../plan/plan.ts";
import { changeRuleRule } from "./change-rule.ts";

/** An object in a group, with rules. */
function member(written: string, group: string, ...rules: readonly string[]): JsonObject {
  const annotations: Record<string, string> = group === "" ? {} : { "kapp.k14s.io/change-group": group };
  rules.forEach((rule, index) => {
    annotations[`kapp.k14s.io/change-rule.${index}`] = rule;
  });
  return object(written, { annotations });
}

function messages(objects: readonly JsonObject[]): readonly string[] {
  return planned(objects).plan.diagnostics.map(({ message }) => message);
}

const apply = test.macro({
  title: (_, rule: string) => `order of an apply with the change rule "${rule}"`,
  exec(t, rule: string, groups: readonly string[]) {
    t.deepEqual(outline(planned([member("Job/a", "", rule), member("Job/b", "b")])), groups);
  },
});

test(apply, "upsert after upserting b", ["main 0: Job/b", "main 0: Job/a"]);
test(apply, "upsert before upserting b", ["main 0: Job/a", "main 0: Job/b"]);
test(apply, "delete after deleting b", ["main 0: Job/a Job/b"]);
test(apply, "delete before deleting b", ["main 0: Job/a Job/b"]);

const remove = test.macro({
  title: (_, rule: string) => `order of a deletion with the change rule "${rule}"`,
  exec(t, rule: string, groups: readonly string[]) {
    const action: Action = "delete";
    t.deepEqual(outline(planned([member("Job/a", "", rule), member("Job/b", "b")], { action })), groups);
  },
});

test(remove, "delete after deleting b", ["main 0: Job/b", "main 0: Job/a"]);
test(remove, "delete before deleting b", ["main 0: Job/a", "main 0: Job/b"]);
test(remove, "upsert after upserting b", ["main 0: Job/a", "main 0: Job/b"]);

test("in a deletion, a delete rule has precedence over a reversed upsert rule", (t) => {
  const set = [
    member("Job/a", "", "upsert after upserting b", "delete after deleting b"),
    member("Job/b", "b"),
  ];
  t.deepEqual(outline(planned(set)), ["main 0: Job/b", "main 0: Job/a"]);
  const removal = planned(set, { action: "delete" });
  t.deepEqual(outline(removal), ["main 0: Job/b", "main 0: Job/a"]);
  t.deepEqual(findings(removal), []);
});

test("an object waits for every member of the change group in its rule", (t) => {
  const result = planned([
    member("Job/a", "", "upsert after upserting db"),
    member("ConfigMap/b", "db"),
    member("StatefulSet/c", "db"),
  ]);
  t.deepEqual(waitsOf(result, "Job/a"), ["ConfigMap/b ready change-rule", "StatefulSet/c ready change-rule"]);
  t.deepEqual(findings(result), []);
});

test("an object in several change groups, or twice in one, is awaited once by each dependent", (t) => {
  const annotations = {
    "kapp.k14s.io/change-group": "x",
    "kapp.k14s.io/change-group.a": "y",
    "kapp.k14s.io/change-group.b": "y",
  };
  const { edges } = ruleResult(changeRuleRule, [
    member("Job/a", "", "upsert after upserting x", "upsert after upserting y"),
    member("Job/c", "", "upsert after upserting x"),
    object("Job/b", { annotations }),
  ]);
  t.is(edges.length, 2);
});

test("kapp's default change groups have members", (t) => {
  const prefix = "change-groups.kapp.k14s.io/";
  const rules = ["crds-example.com-CronTab", "namespaces-shop", "rbac-roles", "serviceaccount", "storage"];
  const { edges, diagnostics } = ruleResult(changeRuleRule, [
    member("Job/a", "", ...rules.map((name) => `upsert after upserting ${prefix}${name}`)),
    object("CustomResourceDefinition/crontabs.example.com", { body: defines("example.com", "CronTab") }),
    object("Namespace/shop"),
    object("Role/reader"),
    object("ServiceAccount/web"),
    object("PersistentVolumeClaim/data"),
  ]);
  t.is(edges.length, 5);
  t.deepEqual(diagnostics, []);
});

test("change rules that contradict each other are a cycle", (t) => {
  const result = planned([
    member("Job/a", "a", "upsert after upserting b"),
    member("Job/b", "b", "upsert after upserting a"),
  ]);
  t.deepEqual(findings(result), ["error Cycle"]);
  t.true(result.refused);
});

test("a change rule of a member about its own group is a cycle, as in kapp", (t) => {
  t.deepEqual(findings(planned([member("Job/a", "a", "upsert after upserting a")])), ["error Cycle"]);
});

test("an empty change group is reported once, with the number of objects that wait for it", (t) => {
  t.deepEqual(
    messages([
      member("Job/a", "", "upsert after upserting nobody"),
      member("Job/b", "", "upsert before upserting nobody"),
    ]),
    [
      "batch/namespaces/default/Job/a: nothing in the set is in the change group nobody, so kapp.k14s.io/change-rule.0 orders nothing (on 2 objects)",
    ],
  );
});

test("a rule to delete before an apply is reported as ignored, and the reverse is not reported", (t) => {
  t.deepEqual(messages([member("Job/a", "", "upsert after deleting old")]), [
    'kapp change rule "upsert after deleting old" is ignored: objects that are no longer in the set are deleted after everything is applied',
  ]);
  t.deepEqual(findings(planned([member("Job/a", "", "delete before upserting old")])), [
    "warning OrderNotObeyed",
  ]);
  t.deepEqual(messages([member("Job/a", "", "upsert before deleting old")]), []);
  t.deepEqual(messages([member("Job/a", "", "delete after upserting old")]), []);
});

test("a malformed change rule or group name is an error", (t) => {
  const result = planned([member("Job/a", "no name", "upsert after upserting")]);
  t.deepEqual(findings(result), ["error ChangeRuleInvalid", "error ChangeRuleInvalid"]);
  t.true(result.refused);
});
