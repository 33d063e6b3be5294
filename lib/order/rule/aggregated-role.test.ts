import test from "ava";

import { ruleResult } from "../../../fixtures/ordered-set.ts";
import { object } from "../../../fixtures/planned.ts";
import type { JsonValue } from "../../object/json.ts";
import { aggregatedRoleRule } from "./aggregated-role.ts";

const roles = [
  object("ClusterRole/edit-jobs", { labels: { to: "edit" } }),
  object("ClusterRole/view-jobs", { labels: { to: "view" } }),
  object("Role/edit-pods", { labels: { to: "edit" } }),
];
const gathers = test.macro((t, clusterRoleSelectors: JsonValue, ...expected: readonly string[]) => {
  const all = object("ClusterRole/all", {
    labels: { to: "edit" },
    body: { aggregationRule: { clusterRoleSelectors } },
  });
  t.deepEqual(ruleResult(aggregatedRoleRule, [all, ...roles]).edges, expected);
});
const at = "aggregationRule.clusterRoleSelectors";

test(
  "an aggregated ClusterRole waits for the ClusterRoles that it selects, but not for itself or Roles",
  gathers,
  [{ matchLabels: { to: "edit" } }],
  `ClusterRole/all → ClusterRole/edit-jobs ready reference: ${at}[0]`,
);
test(
  "a ClusterRole that several selectors match is awaited once, because of the first selector",
  gathers,
  [{ matchLabels: { to: "view" } }, { matchExpressions: [{ key: "to", operator: "Exists" }] }],
  `ClusterRole/all → ClusterRole/view-jobs ready reference: ${at}[0]`,
  `ClusterRole/all → ClusterRole/edit-jobs ready reference: ${at}[1]`,
);
test("an aggregationRule without selectors selects nothing", gathers, []);
test("clusterRoleSelectors that are not a list select nothing", gathers, { matchLabels: { to: "edit" } });
