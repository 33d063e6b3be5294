import test from "ava";

import { indexedSet, numberOf, ruleResult, shortKey } from "../../../fixtures/ordered-set.ts";
import { object, type ObjectWords } from "../../../fixtures/planned.ts";
import { type JsonObject, type JsonValue, stringsField } from "../../object/json.ts";
import { formatPath } from "../../plan/format-reason.ts";
import type { Edge } from "../model/edge.ts";
import { aggregatedRoleRule } from "../rule/aggregated-role.ts";
import { type AccessAttempt, allows, grantedRules } from "./granted-rules.ts";

const [by] = indexedSet([object("ClusterRole/r")]).manifests;

/** Whether a rule that applies in a namespace (`""` for all) allows an attempt. */
const decides = test.macro(
  (t, rule: JsonValue, namespace: string, attempt: Partial<AccessAttempt>, expected: boolean) => {
    if (by === undefined) {
      t.fail();
      return;
    }
    const asked = {
      verbs: ["update"],
      group: "apps",
      plurals: ["deployments"],
      namespace: "shop",
      ...attempt,
    };
    t.is(allows({ rule, namespace, by, path: [] }, asked), expected);
  },
);
const rule = { apiGroups: ["apps", "batch"], resources: ["deployments", "jobs"], verbs: ["get", "update"] };
const all = { apiGroups: ["*"], resources: ["*"], verbs: ["*"] };

test("a rule allows a verb on a resource of a group that it lists", decides, rule, "", {}, true);
test(
  "a rule allows an attempt if it lists one of its verbs",
  decides,
  rule,
  "",
  { verbs: ["patch", "get"] },
  true,
);
test("a rule does not allow a verb that it does not list", decides, rule, "", { verbs: ["delete"] }, false);
test("a rule does not allow a group that it does not list", decides, rule, "", { group: "" }, false);
test(
  "a rule does not allow a resource that it does not list",
  decides,
  rule,
  "",
  { plurals: ["daemonsets"] },
  false,
);
test(
  "a rule allows an attempt if it lists one of the plural names of the resource",
  decides,
  rule,
  "",
  { plurals: ["x", "jobs"] },
  true,
);
test(
  "a rule with asterisks allows any group, resource and verb",
  decides,
  all,
  "",
  { group: "example.com" },
  true,
);
test("a rule granted by a RoleBinding applies in its namespace", decides, all, "shop", {}, true);
test("a rule granted by a RoleBinding does not apply in another namespace", decides, all, "other", {}, false);
test(
  "a rule granted in one namespace does not allow access to cluster-scoped objects",
  decides,
  all,
  "shop",
  { namespace: "" },
  false,
);
test(
  "a rule for nonResourceURLs does not allow access to resources",
  decides,
  { nonResourceURLs: ["*"], verbs: ["*"] },
  "",
  {},
  false,
);
test("an empty rule allows nothing", decides, {}, "", {}, false);
test("a rule that is not a map allows nothing", decides, "all", "", {}, false);

const rbac = "rbac.authorization.k8s.io";
function binding(kind: string, roleKind: string, name: string): JsonObject {
  return object(`${kind}/b`, { body: { roleRef: { apiGroup: rbac, kind: roleKind, name } } });
}

/** The rules that the binding grants, as `namespace: verbs, object path`. */
function granted(key: string, ...objects: readonly JsonObject[]): readonly string[] {
  const set = indexedSet(objects);
  const edges: Edge[] = [];
  ruleResult(aggregatedRoleRule, objects, { set, edges });
  const gathered = Map.groupBy(edges, ({ from }) => from);
  return grantedRules(set, numberOf(set, key), gathered).map(
    (found) =>
      `${found.namespace}: ${stringsField(found.rule, "verbs").join(" ")}, ${shortKey(found.by)} ${formatPath(found.path)}`,
  );
}

function role(written: string, verbs: readonly string[], more: ObjectWords = {}): JsonObject {
  const rules = verbs.map((verb) => ({ apiGroups: [""], resources: ["pods"], verbs: [verb] }));
  return object(written, { ...more, body: { rules, ...more.body } });
}

test("a ClusterRoleBinding grants the rules of its ClusterRole in every namespace", (t) => {
  t.deepEqual(
    granted(
      "ClusterRoleBinding/b",
      binding("ClusterRoleBinding", "ClusterRole", "r"),
      role("ClusterRole/r", ["get", "list"]),
    ),
    [": get, ClusterRole/r rules[0]", ": list, ClusterRole/r rules[1]"],
  );
});

test("a RoleBinding grants the rules of a ClusterRole in its own namespace", (t) => {
  t.deepEqual(
    granted("RoleBinding/b", binding("RoleBinding", "ClusterRole", "r"), role("ClusterRole/r", ["get"])),
    ["default: get, ClusterRole/r rules[0]"],
  );
});

test("a RoleBinding grants the rules of a Role in its namespace, not of a Role with the same name elsewhere", (t) => {
  const here = role("Role/r", ["get"]);
  const elsewhere = role("Role/r", ["delete"], { namespace: "other" });
  const toRole = binding("RoleBinding", "Role", "r");
  t.deepEqual(granted("RoleBinding/b", toRole, here, elsewhere), ["default: get, Role/r rules[0]"]);
  t.deepEqual(granted("RoleBinding/b", toRole, elsewhere), []);
});

test("a binding to cluster-admin grants all access even if the ClusterRole is not in the set", (t) => {
  t.deepEqual(granted("RoleBinding/b", binding("RoleBinding", "ClusterRole", "cluster-admin")), [
    "default: *, RoleBinding/b roleRef",
  ]);
  t.deepEqual(granted("RoleBinding/b", binding("RoleBinding", "Role", "cluster-admin")), []);
  t.deepEqual(granted("RoleBinding/b", binding("RoleBinding", "ClusterRole", "view")), []);
});

test("an aggregated ClusterRole grants the rules of the ClusterRoles that it selects", (t) => {
  const aggregationRule = { clusterRoleSelectors: [{ matchLabels: { to: "r" } }] };
  t.deepEqual(
    granted(
      "ClusterRoleBinding/b",
      binding("ClusterRoleBinding", "ClusterRole", "r"),
      role("ClusterRole/r", [], { body: { aggregationRule } }),
      role("ClusterRole/part", ["watch"], { labels: { to: "r" } }),
      role("ClusterRole/other", ["delete"]),
    ),
    [": watch, ClusterRole/part rules[0]"],
  );
});

// ResourceMatches in k8s.io/kubernetes, pkg/apis/rbac/v1/evaluation_helpers.go.
test(
  "the resource */finalizers includes the finalizers of each resource",
  decides,
  { apiGroups: ["*"], resources: ["*/finalizers"], verbs: ["update"] },
  "",
  { plurals: ["deployments", "deployments/finalizers"] },
  true,
);
