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
function bound(written: string, ...subjects: readonly JsonObject[]): JsonObject {
  return object(written, { body: { subjects } });
}

/** The workloads that come after the bindings, with the subject that says so. */
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
  "a workload comes after a binding of its account",
  grants,
  [bound("RoleBinding/b", account("other"), account("web", "default"))],
  "Deployment/web → RoleBinding/b by RoleBinding/b subjects[1]",
);
test(
  "an account without a namespace is of the binding's namespace",
  grants,
  [bound("RoleBinding/b", account("web"))],
  "Deployment/web → RoleBinding/b by RoleBinding/b subjects[0]",
);
test(
  "pods without an account run as default",
  grants,
  [bound("ClusterRoleBinding/b", account("default", "default"))],
  "Deployment/plain → ClusterRoleBinding/b by ClusterRoleBinding/b subjects[0]",
);
test(
  "an account is also the user system:serviceaccount:NAMESPACE:NAME",
  grants,
  [bound("ClusterRoleBinding/b", subject("User", "system:serviceaccount:shop:web"))],
  "Deployment/shop/web → ClusterRoleBinding/b by ClusterRoleBinding/b subjects[0]",
);
test(
  "all accounts of a namespace are a group",
  grants,
  [bound("ClusterRoleBinding/b", subject("Group", "system:serviceaccounts:default"))],
  "Deployment/plain → ClusterRoleBinding/b by ClusterRoleBinding/b subjects[0]",
  "Deployment/web → ClusterRoleBinding/b by ClusterRoleBinding/b subjects[0]",
);
test(
  "all accounts are a group",
  grants,
  [bound("ClusterRoleBinding/b", subject("Group", "system:serviceaccounts"))],
  "Deployment/plain → ClusterRoleBinding/b by ClusterRoleBinding/b subjects[0]",
  "Deployment/shop/web → ClusterRoleBinding/b by ClusterRoleBinding/b subjects[0]",
  "Deployment/web → ClusterRoleBinding/b by ClusterRoleBinding/b subjects[0]",
);
test("a user with the name of a group, and a group with the name of a user, grant nothing", grants, [
  bound(
    "ClusterRoleBinding/b",
    subject("User", "system:serviceaccounts"),
    subject("Group", "system:serviceaccount:default:web"),
  ),
]);
test(
  "a binding that grants by several subjects is waited for once",
  grants,
  [
    bound(
      "ClusterRoleBinding/b",
      account("web", "default"),
      subject("Group", "system:serviceaccounts:default"),
    ),
  ],
  "Deployment/plain → ClusterRoleBinding/b by ClusterRoleBinding/b subjects[1]",
  "Deployment/web → ClusterRoleBinding/b by ClusterRoleBinding/b subjects[1]",
);
test("a binding without subjects grants nothing", grants, [bound("RoleBinding/b")]);
