import test from "ava";

import { ruleResult } from "../../../fixtures/ordered-set.ts";
import { object } from "../../../fixtures/planned.ts";
import { deployDependencyRule } from "./deploy-dependency.ts";

const around = [
  object("StatefulSet/db"),
  object("StatefulSet/db", { namespace: "shop" }),
  object("Job/migrate"),
  object("Service/db"),
];
function result(value: string, written = "Deployment/web"): ReturnType<typeof ruleResult> {
  const annotations = { "werf.io/deploy-dependency-x": value };
  return ruleResult(deployDependencyRule, [object(written, { annotations }), ...around]);
}
const waits = test.macro({
  exec(t, value: string, ...expected: readonly string[]) {
    const { edges, externals, diagnostics } = result(value);
    t.deepEqual(
      edges,
      expected.map((on) => `Deployment/web → ${on} deploy-dependency: werf.io/deploy-dependency-x`),
    );
    t.deepEqual(externals, []);
    t.deepEqual(diagnostics, []);
  },
  title: (_, value: string, ...__: readonly string[]) =>
    `an object waits for each object that matches ${value}`,
});

test(waits, "state=ready,kind=StatefulSet", "StatefulSet/db ready", "StatefulSet/shop/db ready");
test(waits, "state=present,kind=StatefulSet,namespace=shop", "StatefulSet/shop/db present");
test(waits, "state=ready,name=db,kind=SERVICE", "Service/db ready");
test(waits, "state=ready,kind=job,name=migrate", "Job/migrate ready");
test(waits, "state=ready,namespace=default,version=v1,kind=Service", "Service/db ready");

test("an object that matches its own deploy dependency does not wait for itself", (t) => {
  const { edges, diagnostics } = result("state=ready,group=apps,namespace=default");
  t.deepEqual(edges, [
    "Deployment/web → StatefulSet/db ready deploy-dependency: werf.io/deploy-dependency-x",
  ]);
  t.deepEqual(diagnostics, []);
  const alone = result("state=ready,kind=Deployment");
  t.deepEqual(alone.edges, []);
  t.deepEqual(
    alone.diagnostics.map(({ code }) => code),
    ["DependencyUnmatched"],
  );
});

test("a deploy dependency that matches nothing is a warning with the remedy", (t) => {
  const { edges, diagnostics } = result("state=ready,kind=StatefulSet,name=dbb");
  t.deepEqual(edges, []);
  t.deepEqual(
    diagnostics.map(({ severity, code, message }) => `${severity} ${code}: ${message}`),
    [
      "warning DependencyUnmatched: apps/namespaces/default/Deployment/web: nothing in the set matches werf.io/deploy-dependency-x, so it waits for nothing; check its properties, or add external=true to wait for the cluster",
    ],
  );
});

test("a deploy dependency of a CRD is ignored with a warning", (t) => {
  const { edges, diagnostics } = result(
    "state=ready,kind=Job",
    "CustomResourceDefinition/things.example.com",
  );
  t.deepEqual(edges, []);
  t.deepEqual(
    diagnostics.map(({ severity, code }) => `${severity} ${code}`),
    ["warning DependencyIgnored"],
  );
});

test("an external deploy dependency is awaited in the cluster, by default in the release namespace", (t) => {
  const external = "state=ready,kind=Secret,name=vault,external=true";
  t.deepEqual(result(external).externals, ["Deployment/web → /namespaces/default/Secret/vault ready"]);
  t.deepEqual(result(`${external},namespace=infra`).externals, [
    "Deployment/web → /namespaces/infra/Secret/vault ready",
  ]);
  t.deepEqual(result("state=present,kind=ns,name=infra,external=true").externals, [
    "Deployment/web → /Namespace/infra present",
  ]);
  t.deepEqual(result(external).edges, []);
});

test("an external deploy dependency on an object of the set becomes an edge and is reported", (t) => {
  const { edges, externals, diagnostics } = result("state=present,kind=Job,name=migrate,external=true");
  t.deepEqual(edges, ["Deployment/web → Job/migrate present deploy-dependency: werf.io/deploy-dependency-x"]);
  t.deepEqual(externals, []);
  t.deepEqual(
    diagnostics.map(({ code }) => code),
    ["ExternalDependencyInSet"],
  );
});
