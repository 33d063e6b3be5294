import test from "ava";

import { ruleResult } from "../../../fixtures/ordered-set.ts";
import { object, pods } from "../../../fixtures/planned.ts";
import type { JsonObject } from "../../object/json.ts";
import { roleBindingRule } from "./role-bindings.ts";

const workloads = [
  object("Deployment/web", { body: pods({ serviceAccountName: "web" }) }),
  object("Deployment/plain", { body: pods({}) }),
  object("Deployment/web", { namespace: "shop", body: pods({ serviceAccountName: "web" }) }),
];
function bindingOf(written: string, ...subjects: readonly JsonObject[]): JsonObject {
  return object(written, { body: { subjects } });
}

/** The workloads that wait for the bindings, with the subject that matches them. */
const grants = test.macro((t, bindings: readonly JsonObject[], ...expected: readonly string[]) => {
  const { edges } = ruleResult(roleBindingRule, [...bindings, ...workloads]);
  t.deepEqual(edges.map((edge) => edge.replace("present grants: ", "by ")).toSorted(), expected.toSorted());
});
const account = (name: string, namespace?: string): JsonObject => ({
  kind: "ServiceAccount",
  name,
  ...(namespace === undefined ? {} : { namespace }),
});
const subject = (kind: string, name: string): JsonObject => ({ kind, name });

test(
  "a workload waits for a binding of its ServiceAccount",
  grants,
  [bindingOf("RoleBinding/b", account("other"), account("web", "default"))],
  "Deployment/web → RoleBinding/b by RoleBinding/b subjects[1]",
);
test(
  "a ServiceAccount subject without a namespace is in the namespace of the binding",
  grants,
  [bindingOf("RoleBinding/b", account("web"))],
  "Deployment/web → RoleBinding/b by RoleBinding/b subjects[0]",
);
test(
  "a workload without a ServiceAccount waits for a binding of the ServiceAccount default",
  grants,
  [bindingOf("ClusterRoleBinding/b", account("default", "default"))],
  "Deployment/plain → ClusterRoleBinding/b by ClusterRoleBinding/b subjects[0]",
);
test(
  "a subject User system:serviceaccount:NAMESPACE:NAME matches the ServiceAccount",
  grants,
  [bindingOf("ClusterRoleBinding/b", subject("User", "system:serviceaccount:shop:web"))],
  "Deployment/shop/web → ClusterRoleBinding/b by ClusterRoleBinding/b subjects[0]",
);
test(
  "a subject Group system:serviceaccounts:NAMESPACE matches all ServiceAccounts of a namespace",
  grants,
  [bindingOf("ClusterRoleBinding/b", subject("Group", "system:serviceaccounts:default"))],
  "Deployment/plain → ClusterRoleBinding/b by ClusterRoleBinding/b subjects[0]",
  "Deployment/web → ClusterRoleBinding/b by ClusterRoleBinding/b subjects[0]",
);
test(
  "a subject Group system:serviceaccounts matches all ServiceAccounts",
  grants,
  [bindingOf("ClusterRoleBinding/b", subject("Group", "system:serviceaccounts"))],
  "Deployment/plain → ClusterRoleBinding/b by ClusterRoleBinding/b subjects[0]",
  "Deployment/shop/web → ClusterRoleBinding/b by ClusterRoleBinding/b subjects[0]",
  "Deployment/web → ClusterRoleBinding/b by ClusterRoleBinding/b subjects[0]",
);
test("a subject User with the name of a group, or Group with the name of a user, matches nothing", grants, [
  bindingOf(
    "ClusterRoleBinding/b",
    subject("User", "system:serviceaccounts"),
    subject("Group", "system:serviceaccount:default:web"),
  ),
]);
test(
  "a binding with several matching subjects is awaited once",
  grants,
  [
    bindingOf(
      "ClusterRoleBinding/b",
      account("web", "default"),
      subject("Group", "system:serviceaccounts:default"),
    ),
  ],
  "Deployment/plain → ClusterRoleBinding/b by ClusterRoleBinding/b subjects[1]",
  "Deployment/web → ClusterRoleBinding/b by ClusterRoleBinding/b subjects[1]",
);
test("no workload waits for a binding without subjects", grants, [bindingOf("RoleBinding/b")]);
