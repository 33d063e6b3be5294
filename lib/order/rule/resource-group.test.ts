import test from "ava";

import { findings, object, outline, planned, pods, waitsOf } from "../../../fixtures/planned.ts";
import type { JsonObject } from "../../object/json.ts";
import type { PlanResult } from "../../plan/make-plan.ts";

/** An object `Kind/name` of a resource group that waits for others. */
function grouped(
  written: string,
  group: string,
  needs: readonly string[] = [],
  body?: JsonObject,
): JsonObject {
  const annotations = {
    "helm.sh/resource-group": group,
    ...(needs.length === 0 ? {} : { "helm.sh/depends-on/resource-groups": JSON.stringify(needs) }),
  };
  return object(written, { annotations, ...(body === undefined ? {} : { body }) });
}

function messages({ plan: { diagnostics } }: PlanResult): string {
  return diagnostics.map(({ message }) => message).join("\n");
}

const database = grouped("Deployment/db", "database");
const queue = grouped("Deployment/queue", "queue");
const app = grouped("Deployment/app", "app", ["queue", "database"]);

test("a resource group waits for the groups it depends on, independent groups are applied together", (t) => {
  const result = planned([app, queue, database]);
  t.deepEqual(outline(result), ["main 0: Deployment/db Deployment/queue", "main 0: Deployment/app"]);
  t.deepEqual(waitsOf(result, "Deployment/app"), [
    "Deployment/db ready resource-group",
    "Deployment/queue ready resource-group",
  ]);
  t.deepEqual(findings(result), []);
});

test("all members of a resource group wait for the groups that one member depends on", (t) => {
  const result = planned([app, grouped("ConfigMap/app", "app"), database, queue]);
  t.deepEqual(waitsOf(result, "ConfigMap/app"), [
    "Deployment/db ready resource-group",
    "Deployment/queue ready resource-group",
  ]);
});

test("helm.sh/depends-on-resource-groups has the same effect as helm.sh/depends-on/resource-groups", (t) => {
  const annotations = {
    "helm.sh/resource-group": "app",
    "helm.sh/depends-on-resource-groups": '["database"]',
  };
  const result = planned([object("Deployment/app", { annotations }), database]);
  t.deepEqual(waitsOf(result, "Deployment/app"), ["Deployment/db ready resource-group"]);
});

test("objects without a resource group come after all groups, without a warning", (t) => {
  const result = planned([object("ConfigMap/loose"), app, queue, database]);
  t.deepEqual(outline(result).at(-1), "main 0: ConfigMap/loose");
  t.deepEqual(waitsOf(result, "ConfigMap/loose"), ["Deployment/app ready ungrouped"]);
  t.deepEqual(findings(result), []);
});

test("an object without a resource group comes before a group that needs it", (t) => {
  const body = pods({ serviceAccountName: "db", volumes: [{ secret: { secretName: "db" } }] });
  const result = planned([
    grouped("Deployment/db", "database", [], body),
    app,
    queue,
    object("Secret/db"),
    object("ServiceAccount/db"),
    object("Namespace/default"),
  ]);
  t.deepEqual(outline(result), [
    "main 0: Namespace/default",
    "main 0: ServiceAccount/db Secret/db Deployment/db Deployment/queue",
    "main 0: Deployment/app",
  ]);
  t.deepEqual(findings(result), []);
});

test("a resource group that depends on a missing group comes last with a warning, as do its dependents", (t) => {
  const result = planned([
    app,
    queue,
    database,
    grouped("ConfigMap/orphan", "orphan", ["no-such-group"]),
    grouped("ConfigMap/next", "next", ["orphan"]),
  ]);
  t.deepEqual(outline(result).at(-1), "main 0: ConfigMap/next ConfigMap/orphan");
  t.deepEqual(findings(result), ["warning ResourceGroupIgnored", "warning ResourceGroupIgnored"]);
  t.regex(messages(result), /resource group "orphan" waits for group "no-such-group", which does not exist/);
  t.regex(messages(result), /resource group "next" waits for group "orphan"/);
});

test("an isolated resource group comes last, with a warning", (t) => {
  const result = planned([app, queue, database, grouped("ConfigMap/lonely", "lonely")]);
  t.deepEqual(outline(result).at(-1), "main 0: ConfigMap/lonely");
  t.regex(messages(result), /resource group "lonely" is isolated/);
});

test("an object whose list of resource groups is not JSON comes last, with a warning", (t) => {
  const annotations = {
    "helm.sh/resource-group": "queue",
    "helm.sh/depends-on/resource-groups": "database",
  };
  const result = planned([app, queue, database, object("ConfigMap/odd", { annotations })]);
  t.deepEqual(outline(result).at(-1), "main 0: ConfigMap/odd");
  t.deepEqual(findings(result), ["warning ResourceGroupInvalid"]);
  t.regex(
    messages(result),
    /ConfigMap\/odd: helm\.sh\/depends-on\/resource-groups takes a JSON list of groups such as/,
  );
});

test("a cycle of resource groups is refused, and each of its dependencies is listed", (t) => {
  const result = planned([
    grouped("ConfigMap/a", "a", ["b"]),
    grouped("ConfigMap/b", "b", ["c"]),
    grouped("ConfigMap/c", "c", ["a"]),
  ]);
  t.true(result.refused);
  t.deepEqual(findings(result), ["error Cycle"]);
  t.regex(
    messages(result),
    /dependency cycle of resource groups: a → b → c → a; remove one of the references/,
  );
  const [cycle] = result.plan.diagnostics;
  t.deepEqual(
    cycle?.related?.map(({ message }) => message),
    ["a → b: resource-group", "b → c: resource-group", "c → a: resource-group"],
  );
});

test("a resource group that depends on itself is a cycle", (t) => {
  const result = planned([grouped("ConfigMap/a", "a", ["a"])]);
  t.regex(messages(result), /dependency cycle of resource groups: a → a/);
});

function chart(path: string): { readonly "converge.dev/chart-order": string } {
  return { "converge.dev/chart-order": JSON.stringify({ chart: path, after: [] }) };
}

function member(name: string, path: string, extra: Readonly<Record<string, string>>): JsonObject {
  return object(`ConfigMap/${name}`, { annotations: { ...extra, ...chart(path) } });
}

test("resource groups of the same name in different charts are independent", (t) => {
  const first = { "helm.sh/resource-group": "first" };
  const second = { "helm.sh/resource-group": "second" };
  const result = planned([
    member("parent-first", "shop", first),
    member("parent-second", "shop", { ...second, "helm.sh/depends-on/resource-groups": '["first"]' }),
    member("sub-first", "shop/charts/sub", { ...first, "helm.sh/depends-on/resource-groups": '["second"]' }),
    member("sub-second", "shop/charts/sub", second),
  ]);
  t.deepEqual(waitsOf(result, "ConfigMap/parent-second"), ["ConfigMap/parent-first ready resource-group"]);
  t.deepEqual(waitsOf(result, "ConfigMap/sub-first"), ["ConfigMap/sub-second ready resource-group"]);
  t.deepEqual(waitsOf(result, "ConfigMap/parent-first"), []);
  t.deepEqual(waitsOf(result, "ConfigMap/sub-second"), []);
});

test("hooks are not ordered by resource groups", (t) => {
  const hook = { "helm.sh/hook": "pre-install", "helm.sh/resource-group": "app" };
  const result = planned([object("Job/migrate", { annotations: hook }), database, queue, app]);
  t.deepEqual(waitsOf(result, "Job/migrate"), []);
  t.is(outline(result)[0], "pre 0: Job/migrate");
});

test("the invalid annotation key helm.sh/depends-on/resource-groups is sent with dashes", (t) => {
  const { plan } = planned([app, queue, database]);
  const sent = plan.groups.flatMap(({ objects }) => objects.map(({ manifest }) => manifest.value));
  t.false(JSON.stringify(sent).includes("helm.sh/depends-on/resource-groups"));
  t.true(JSON.stringify(sent).includes("helm.sh/depends-on-resource-groups"));
});

test("resource groups are deleted in reverse order", (t) => {
  const result = planned([object("ConfigMap/loose"), app, queue, database], { action: "delete" });
  t.deepEqual(outline(result), [
    "main 0: ConfigMap/loose",
    "main 0: Deployment/app",
    "main 0: Deployment/queue Deployment/db",
  ]);
  t.deepEqual(waitsOf(result, "Deployment/db"), ["Deployment/app absent resource-group"]);
});
