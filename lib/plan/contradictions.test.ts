import test from "ava";

import { dependsOn, findings, object, outline, planned, pods, weight } from "../../fixtures/planned.ts";

const deployment = (name: string): string => `apps/namespaces/default/Deployment/${name}`;

test("an explicit edge against explicit weights is an error with both positions", (t) => {
  const result = planned([
    object("Deployment/web", { annotations: { ...weight(-1), ...dependsOn(deployment("db")) } }),
    object("Deployment/db", { annotations: weight(5) }),
  ]);
  t.true(result.refused);
  t.deepEqual(findings(result), ["error Cycle"]);
  t.regex(
    result.plan.diagnostics[0]?.message ?? "",
    /web waits for .*db, which weight 5 puts after it \(weight -1\)/,
  );
  t.is(result.plan.diagnostics[0]?.related?.length, 2);
});

test("a contradiction through an object without a weight shows the whole path", (t) => {
  const result = planned([
    object("Deployment/web", { annotations: { ...weight(-1), ...dependsOn(deployment("middle")) } }),
    object("Deployment/middle", { annotations: dependsOn(deployment("db")) }),
    object("Deployment/db", { annotations: weight(5) }),
  ]);
  t.deepEqual(findings(result), ["error Cycle"]);
  t.is(result.plan.diagnostics[0]?.related?.length, 3);
});

test("an implicit edge in a cycle with an explicit one is dropped, with a warning", (t) => {
  const result = planned([
    object("Deployment/web", { body: pods({ serviceAccountName: "web" }) }),
    object("ServiceAccount/web", { annotations: dependsOn(deployment("web")) }),
  ]);
  t.deepEqual(findings(result), ["warning EdgeGivenUp"]);
  t.deepEqual(outline(result), ["main 0: Deployment/web", "main 0: ServiceAccount/web"]);
});

const dependent = (name: string, ...next: readonly string[]) =>
  object(`Deployment/${name}`, { annotations: dependsOn(...next.map(deployment)) });

test("the shortest cycle of explicit edges is reported once, with each of its edges", (t) => {
  const result = planned([
    dependent("a", "b"),
    dependent("b", "c"),
    dependent("c", "a", "d"),
    dependent("d", "c"),
    dependent("user", "a"),
  ]);
  t.deepEqual(findings(result), ["error Cycle"]);
  t.regex(result.plan.diagnostics[0]?.message ?? "", /\/c → .*\/d → .*\/c; remove/);
  t.is(result.plan.diagnostics[0]?.related?.length, 2);
});

test("--invalid=skip plans the valid objects, without dependents of invalid ones", (t) => {
  const result = planned(
    [
      object("Deployment/a", { annotations: dependsOn(deployment("b")) }),
      object("Deployment/b", { annotations: dependsOn(deployment("a")) }),
      object("Deployment/user", { annotations: dependsOn(deployment("a")) }),
      object("Deployment/user-of-user", { annotations: dependsOn(deployment("user")) }),
      object("Deployment/broken", { annotations: { "werf.io/weight": "heavy" } }),
      object("Deployment/fine"),
    ],
    { invalid: "skip" },
  );
  t.false(result.refused);
  t.deepEqual(outline(result), ["main 0: Deployment/fine"]);
  t.deepEqual(findings(result).toSorted(), [
    "error Cycle",
    "error DependencyInvalid",
    "error DependencyInvalid",
    "error WeightInvalid",
  ]);
});

test("a cycle of 60 objects is reported once", (t) => {
  const names = Array.from({ length: 60 }, (_, index) => `d${index}`);
  const all = names.map((name, index) => dependent(name, names[(index + 1) % 60] ?? ""));
  const result = planned([...all, object("Deployment/fine")], { invalid: "skip" });
  t.deepEqual(findings(result), ["error Cycle"]);
  t.deepEqual(outline(result), ["main 0: Deployment/fine"]);
});

test("a contradiction is reported with the shortest of several paths", (t) => {
  const result = planned([
    object("Deployment/n", { annotations: { ...weight(0), ...dependsOn(deployment("b"), deployment("z")) } }),
    object("Deployment/b", { annotations: dependsOn(deployment("z")) }),
    object("Deployment/z", { annotations: weight(10) }),
  ]);
  t.deepEqual(findings(result), ["error Cycle"]);
  t.is(result.plan.diagnostics[0]?.related?.length, 2);
});

test("a contradiction of a Namespace that was moved ahead names the object it was moved for", (t) => {
  const result = planned([
    object("Namespace/nn", {
      annotations: { ...weight(5), ...dependsOn("/namespaces/default/ConfigMap/c") },
    }),
    object("ConfigMap/c", { annotations: weight(3) }),
    object("Deployment/d", { namespace: "nn", annotations: weight(0) }),
  ]);
  const cycle = result.plan.diagnostics.find(({ code }) => code === "Cycle");
  t.regex(
    cycle?.message ?? "",
    /Deployment\/d waits for .*ConfigMap\/c, which weight 3 puts after it \(weight 0\)/,
  );
  t.is(cycle?.related?.length, 3);
});

test("a set without any object is an error, not an empty plan", (t) => {
  const result = planned({ "empty.yaml": [] });
  t.true(result.refused);
  t.deepEqual(findings(result), ["error NothingToPlan"]);
});

test("a path that cannot be read refuses the set even with --invalid=skip", (t) => {
  const missing = { code: "SourceNotFound", severity: "error", message: "no such file" } as const;
  const result = planned([object("ConfigMap/x")], { found: [missing], invalid: "skip" });
  t.true(result.refused);
  t.deepEqual(outline(result), []);
});
