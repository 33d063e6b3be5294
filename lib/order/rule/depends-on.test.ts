import test from "ava";

import { dependsOn, findings, object, outline, planned, waitsOf } from "../../../fixtures/planned.ts";

test("an object with depends-on waits until the referenced object is ready", (t) => {
  const result = planned([
    object("Deployment/web", { annotations: dependsOn("apps/namespaces/default/StatefulSet/db") }),
    object("StatefulSet/db"),
  ]);
  t.deepEqual(outline(result), ["main 0: StatefulSet/db", "main 0: Deployment/web"]);
  t.deepEqual(waitsOf(result, "Deployment/web"), ["StatefulSet/db ready depends-on"]);
});

test("depends-on is a comma-separated list, with an empty core group and three fields for cluster scope", (t) => {
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
  title: (_, reference: string, code: string) => `depends-on "${reference}" is refused: ${code}`,
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

test("a duplicate reference in depends-on is a warning and adds one edge", (t) => {
  const db = "apps/namespaces/default/Deployment/db";
  const result = planned([
    object("Deployment/web", { annotations: dependsOn(db, db) }),
    object("Deployment/db"),
  ]);
  t.deepEqual(findings(result), ["warning DependsOnDuplicate"]);
  t.deepEqual(waitsOf(result, "Deployment/web"), ["Deployment/db ready depends-on"]);
});

test("with --external-deps=wait, only the object itself waits for a dependency outside the set", (t) => {
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

test("with --external-deps=ignore, a dependency outside the set is ignored", (t) => {
  const result = planned(
    [object("Deployment/web", { annotations: dependsOn("apps/namespaces/infra/Deployment/db") })],
    { externalDeps: "ignore" },
  );
  t.deepEqual(findings(result), []);
  t.deepEqual(waitsOf(result, "Deployment/web"), []);
});

test("a dependency on an object excluded by local-config is an error", (t) => {
  const result = planned([
    object("Deployment/web", { annotations: dependsOn("/namespaces/default/ConfigMap/local") }),
    object("ConfigMap/local", { annotations: { "config.kubernetes.io/local-config": "true" } }),
  ]);
  t.deepEqual(findings(result), ["error DependsOnExternal", "note LocalConfig"]);
  t.regex(result.plan.diagnostics[0]?.message ?? "", /excluded by config.kubernetes.io\/local-config/);
});

test('local-config: "false" does not exclude an object', (t) => {
  const result = planned([
    object("ConfigMap/env", { annotations: { "config.kubernetes.io/local-config": "false" } }),
  ]);
  t.deepEqual(outline(result), ["main 0: ConfigMap/env"]);
});

test("depends-on refers to an object of unknown scope with or without a namespace", (t) => {
  const result = planned([
    object("Deployment/a", { annotations: dependsOn("example.com/Thing/x") }),
    object("Deployment/b", { annotations: dependsOn("example.com/namespaces/default/Thing/x") }),
    object("example.com/v1/Thing/x"),
  ]);
  t.deepEqual(findings(result), ["warning UnknownScope"]);
  t.deepEqual(outline(result), ["main 0: Thing/x", "main 0: Deployment/a Deployment/b"]);
});

test("depends-on does not match a kind of the same name in another group", (t) => {
  const result = planned([
    object("Deployment/web", { annotations: dependsOn("serving.knative.dev/namespaces/default/Service/x") }),
    object("Service/x"),
  ]);
  t.deepEqual(findings(result), ["error DependsOnExternal"]);
});

test("if a document has errors, the message about a missing dependency mentions it", (t) => {
  const result = planned([
    object("Deployment/web", { annotations: dependsOn("apps/namespaces/default/StatefulSet/db") }),
    { ...object("StatefulSet/db"), kind: 5 },
  ]);
  const [message] = result.plan.diagnostics
    .filter(({ code }) => code === "DependsOnExternal")
    .map((one) => one.message);
  t.regex(message ?? "", /it may be in a document with errors/);
});
