import test from "ava";

import { dependsOn, findings, object, outline, planned, waitsOf } from "../../../fixtures/planned.ts";

test("a dependent goes after what it names is ready", (t) => {
  const result = planned([
    object("Deployment/web", { annotations: dependsOn("apps/namespaces/default/StatefulSet/db") }),
    object("StatefulSet/db"),
  ]);
  t.deepEqual(outline(result), ["main 0: StatefulSet/db", "main 0: Deployment/web"]);
  t.deepEqual(waitsOf(result, "Deployment/web"), ["StatefulSet/db ready depends-on"]);
});

test("the core group is empty, cluster scope has three fields, commas separate, spaces do not count", (t) => {
  const result = planned([
    object("Deployment/web", {
      annotations: dependsOn(
        " /namespaces/default/ConfigMap/env ",
        "  rbac.authorization.k8s.io/ClusterRole/reader",
      ),
    }),
    object("ConfigMap/env"),
    object("ClusterRole/reader"),
  ]);
  t.deepEqual(waitsOf(result, "Deployment/web"), [
    "ConfigMap/env ready depends-on",
    "ClusterRole/reader ready depends-on",
  ]);
});

const testFault = test.macro({
  exec(t, reference: string, code: string, message: RegExp) {
    const result = planned([
      object("Deployment/web", { annotations: dependsOn(reference) }),
      object("Deployment/db"),
    ]);
    t.true(result.refused);
    t.deepEqual(findings(result), [`error ${code}`]);
    t.regex(result.plan.diagnostics[0]?.message ?? "", message);
    t.deepEqual(result.plan.groups, []);
  },
  title: (_, reference: string, code: string) => `${code}: ${reference === "" ? "(empty)" : reference}`,
});

test(testFault, "apps/Deployment", "DependsOnSyntax", /expected 3 or 5 fields, found 2: "apps\/Deployment"/);
test(testFault, "a/b/c/d", "DependsOnSyntax", /found 4/);
test(testFault, "", "DependsOnSyntax", /found 1/);
test(testFault, "apps/namespace/default/Deployment/db", "DependsOnSyntax", /missing "namespaces" field/);
test(testFault, "apps/namespaces//Deployment/db", "DependsOnSyntax", /the namespace is empty/);
test(testFault, "apps/namespaces/default//db", "DependsOnSyntax", /the kind is empty/);
test(testFault, "apps/Deployment/", "DependsOnSyntax", /the name is empty/);
test(testFault, "apps/namespaces/default/Deployment/web", "DependsOnSelf", /depends on itself/);
test(
  testFault,
  "apps/namespaces/default/deployment/db",
  "DependsOnExternal",
  /did you mean "apps\/namespaces\/default\/Deployment\/db"/,
);
test(
  testFault,
  "apps/Deployment/db",
  "DependsOnExternal",
  /did you mean "apps\/namespaces\/default\/Deployment\/db"/,
);
test(
  testFault,
  "apps/namespaces/default/Deployment/dp",
  "DependsOnExternal",
  /did you mean "apps\/namespaces\/default\/Deployment\/db"/,
);
test(testFault, "apps/namespaces/default/Deployment/payments", "DependsOnExternal", /--external-deps=wait/);

test("a reference twice is told and counts once", (t) => {
  const db = "apps/namespaces/default/Deployment/db";
  const result = planned([
    object("Deployment/web", { annotations: dependsOn(db, db) }),
    object("Deployment/db"),
  ]);
  t.deepEqual(findings(result), ["warning DependsOnDuplicate"]);
  t.deepEqual(waitsOf(result, "Deployment/web"), ["Deployment/db ready depends-on"]);
});

test("with --external-deps=wait what is outside the set is waited for in the cluster, by that object alone", (t) => {
  const result = planned(
    [
      object("Deployment/web", { annotations: dependsOn("apps/namespaces/infra/Deployment/db") }),
      object("Deployment/api"),
    ],
    { externalDeps: "wait" },
  );
  t.deepEqual(waitsOf(result, "Deployment/web"), ["Deployment/db ready depends-on external"]);
  t.deepEqual(waitsOf(result, "Deployment/api"), []);
});

test("with --external-deps=ignore what is outside the set is no edge", (t) => {
  const result = planned(
    [object("Deployment/web", { annotations: dependsOn("apps/namespaces/infra/Deployment/db") })],
    { externalDeps: "ignore" },
  );
  t.deepEqual(findings(result), []);
  t.deepEqual(waitsOf(result, "Deployment/web"), []);
});

test("an object that local-config leaves out cannot be depended on", (t) => {
  const result = planned([
    object("Deployment/web", { annotations: dependsOn("/namespaces/default/ConfigMap/local") }),
    object("ConfigMap/local", { annotations: { "config.kubernetes.io/local-config": "true" } }),
  ]);
  t.deepEqual(findings(result), ["error DependsOnExternal", "note LocalConfig"]);
  t.regex(result.plan.diagnostics[0]?.message ?? "", /excluded by config.kubernetes.io\/local-config/);
});

test('local-config: "false" leaves nothing out', (t) => {
  const result = planned([
    object("ConfigMap/env", { annotations: { "config.kubernetes.io/local-config": "false" } }),
  ]);
  t.deepEqual(outline(result), ["main 0: ConfigMap/env"]);
});

test("an object of unknown scope answers to both forms of a reference", (t) => {
  const result = planned([
    object("Deployment/a", { annotations: dependsOn("example.com/Thing/x") }),
    object("Deployment/b", { annotations: dependsOn("example.com/namespaces/default/Thing/x") }),
    object("example.com/v1/Thing/x"),
  ]);
  t.deepEqual(findings(result), ["warning UnknownScope"]);
  t.deepEqual(outline(result), ["main 0: Thing/x", "main 0: Deployment/a Deployment/b"]);
});

test("kinds of the same name in other groups are other kinds", (t) => {
  const result = planned([
    object("Deployment/web", { annotations: dependsOn("serving.knative.dev/namespaces/default/Service/x") }),
    object("Service/x"),
  ]);
  t.deepEqual(findings(result), ["error DependsOnExternal"]);
});

test("what is missing beside a document with faults may stand in it, and the remedy says so", (t) => {
  const result = planned([
    object("Deployment/web", { annotations: dependsOn("apps/namespaces/default/StatefulSet/db") }),
    { ...object("StatefulSet/db"), kind: 5 },
  ]);
  const [message] = result.plan.diagnostics
    .filter(({ code }) => code === "DependsOnExternal")
    .map((one) => one.message);
  t.regex(message ?? "", /it may be in a document with errors/);
});
