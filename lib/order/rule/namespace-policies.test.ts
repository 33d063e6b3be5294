import test from "ava";

import { ruleResult } from "../../../fixtures/ordered-set.ts";
import { object, pods } from "../../../fixtures/planned.ts";
import type { JsonObject } from "../../object/json.ts";
import { namespacePolicyRule } from "./namespace-policies.ts";

const around = [
  object("Deployment/web", { body: pods({}, { app: "web" }) }),
  object("batch/v1/CronJob/report", { body: { spec: { jobTemplate: pods({}, { app: "report" }) } } }),
  object("Deployment/web", { namespace: "shop", body: pods({}, { app: "web" }) }),
  object("ConfigMap/env"),
];
const guards = test.macro((t, policies: readonly JsonObject[], ...expected: readonly string[]) => {
  t.deepEqual(ruleResult(namespacePolicyRule, [...policies, ...around]).edges, expected);
});

test(
  "workloads come after the ResourceQuota and the LimitRange of their namespace",
  guards,
  [object("LimitRange/limits"), object("ResourceQuota/quota", { namespace: "shop" })],
  "Deployment/shop/web → ResourceQuota/shop/quota present guards: ResourceQuota/shop/quota kind",
  "Deployment/web → LimitRange/limits present guards: LimitRange/limits kind",
  "CronJob/report → LimitRange/limits present guards: LimitRange/limits kind",
);
const policy = (podSelector: JsonObject | undefined): JsonObject =>
  object("NetworkPolicy/p", { body: { spec: podSelector === undefined ? {} : { podSelector } } });
const at = "NetworkPolicy/p spec.podSelector";
test(
  "workloads come after the NetworkPolicies that select their pods",
  guards,
  [policy({ matchLabels: { app: "report" } })],
  `CronJob/report → NetworkPolicy/p present guards: ${at}`,
);
test("no workload waits for a NetworkPolicy that selects no pods of the set", guards, [
  policy({ matchLabels: { app: "db" } }),
]);
for (const [title, selector] of [
  ["an empty podSelector selects all pods of the namespace", {}],
  ["an absent podSelector selects all pods of the namespace", undefined],
] as const) {
  test(
    title,
    guards,
    [policy(selector)],
    `Deployment/web → NetworkPolicy/p present guards: ${at}`,
    `CronJob/report → NetworkPolicy/p present guards: ${at}`,
  );
}
