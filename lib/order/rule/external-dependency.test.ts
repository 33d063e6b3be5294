import test from "ava";

import { ruleResult } from "../../../fixtures/ordered-set.ts";
import { object } from "../../../fixtures/planned.ts";
import type { RuleResult } from "../../../fixtures/ordered-set.ts";
import { externalDependencyRule } from "./external-dependency.ts";

const resource = "vault.external-dependency.werf.io/resource";

function result(annotations: Readonly<Record<string, string>>, written = "Deployment/web"): RuleResult {
  return ruleResult(externalDependencyRule, [object(written, { annotations }), object("StatefulSet/db")]);
}

test("the whole weight group of an object waits for its external dependency", (t) => {
  const { edges, externals, diagnostics } = result({ [resource]: "secret/vault" });
  t.deepEqual(externals, ["Deployment/web → /namespaces/default/Secret/vault ready group"]);
  t.deepEqual(edges, []);
  t.deepEqual(diagnostics, []);
});

test("only the hook itself waits for the external dependency of a hook", (t) => {
  const annotations = { [resource]: "secret/vault", "helm.sh/hook": "pre-install" };
  t.deepEqual(result(annotations, "Job/a").externals, ["Job/a → /namespaces/default/Secret/vault ready"]);
});

test("the namespace of one external dependency does not apply to another", (t) => {
  const annotations = {
    [resource]: "secret/vault",
    "vault.external-dependency.werf.io/namespace": "infra",
    "db.external-dependency.werf.io/resource": "sts/other",
  };
  t.deepEqual(result(annotations).externals.toSorted(), [
    "Deployment/web → /namespaces/infra/Secret/vault ready group",
    "Deployment/web → apps/namespaces/default/StatefulSet/other ready group",
  ]);
});

test("the namespace of a cluster-scoped external dependency is ignored", (t) => {
  const annotations = { [resource]: "ns/infra", "vault.external-dependency.werf.io/namespace": "x" };
  t.deepEqual(result(annotations).externals, ["Deployment/web → /Namespace/infra ready group"]);
});

test("an external dependency in the set becomes an edge of its object, with a warning and the remedy", (t) => {
  const { edges, externals, diagnostics } = result({ [resource]: "statefulset/db" });
  t.deepEqual(edges, [`Deployment/web → StatefulSet/db ready external-dependency: ${resource}`]);
  t.deepEqual(externals, []);
  t.deepEqual(
    diagnostics.map(({ severity, code }) => `${severity} ${code}`),
    ["warning ExternalDependencyInSet"],
  );
  t.regex(
    diagnostics[0]?.message ?? "",
    /StatefulSet\/db as external, but it is in the set.*werf.io\/deploy-dependency$/,
  );
});

test("an external dependency of an object on itself is ignored", (t) => {
  const { edges, externals, diagnostics } = result({ [resource]: "deployment/web" });
  t.deepEqual([...edges, ...externals], []);
  t.regex(diagnostics[0]?.message ?? "", /refers to itself: it waits for nothing$/);
});
