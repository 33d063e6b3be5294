import test from "ava";

import type { JsonObject } from "../../object/json.ts";
import {
  defines,
  findings,
  object,
  outline,
  planned,
  pods,
  waitsOf,
  weight,
} from "../../../fixtures/planned.ts";

const deleting = { action: "delete" } as const;
const rbac = "rbac.authorization.k8s.io";
const mayUpdateThings = [{ apiGroups: ["example.com"], resources: ["things"], verbs: ["get", "update"] }];
const account = { kind: "ServiceAccount", name: "operator", namespace: "default" };

function role(kind: "Role" | "ClusterRole", rules: readonly JsonObject[], more: JsonObject = {}): JsonObject {
  return object(`${kind}/operator`, { body: { rules, ...more } });
}

function binding(kind: "RoleBinding" | "ClusterRoleBinding", roleRef: readonly [string, string]): JsonObject {
  const [roleKind, name] = roleRef;
  return object(`${kind}/operator`, {
    body: { roleRef: { apiGroup: rbac, kind: roleKind, name }, subjects: [account] },
  });
}

const operator = object("Deployment/operator", { body: pods({ serviceAccountName: "operator" }) });
const thing = object("example.com/v1/Thing/x");
const definition = object("CustomResourceDefinition/things.example.com", {
  body: defines("example.com", "Thing"),
});
const granted = [
  role("ClusterRole", mayUpdateThings),
  binding("ClusterRoleBinding", ["ClusterRole", "operator"]),
];

/** Whether the operator is deleted after the Thing, if these objects are deleted with both. */
function outlives(...objects: readonly JsonObject[]): boolean {
  const result = planned([operator, thing, definition, ...objects], deleting);
  return waitsOf(result, "Deployment/operator").includes("Thing/x absent controller");
}

test("in a deletion, an operator and its dependencies are deleted after its custom resources", (t) => {
  const result = planned(
    [operator, thing, definition, object("ServiceAccount/operator"), ...granted],
    deleting,
  );
  t.deepEqual(findings(result), []);
  t.deepEqual(outline(result), [
    "main 0: Thing/x",
    "main 0: Deployment/operator ClusterRoleBinding/operator ClusterRole/operator ServiceAccount/operator",
    "main null < 2: CustomResourceDefinition/things.example.com",
  ]);
  t.deepEqual(waitsOf(result, "ServiceAccount/operator"), [
    "Deployment/operator deleting reference",
    "ClusterRoleBinding/operator deleting reference",
  ]);
});

test("the permissions of an operator do not affect the order of an installation", (t) => {
  const result = planned([operator, thing, definition, ...granted]);
  t.deepEqual(waitsOf(result, "Thing/x"), [
    "CustomResourceDefinition/things.example.com ready custom-resource",
  ]);
});

test("an operator outlives only custom resources that its roles allow it to change", (t) => {
  t.true(outlives(...granted));
  t.false(outlives());
  const reads = [{ ...mayUpdateThings[0], verbs: ["get", "list", "watch"] }];
  t.false(outlives(role("ClusterRole", reads), binding("ClusterRoleBinding", ["ClusterRole", "operator"])));
  const others = [{ ...mayUpdateThings[0], resources: ["others"] }];
  t.false(outlives(role("ClusterRole", others), binding("ClusterRoleBinding", ["ClusterRole", "operator"])));
  const finalizers = [{ ...mayUpdateThings[0], resources: ["things/finalizers"] }];
  t.true(outlives(role("Role", finalizers), binding("RoleBinding", ["Role", "operator"])));
});

test("a RoleBinding in another namespace does not make an operator outlive a custom resource", (t) => {
  const elsewhere = object("RoleBinding/operator", {
    namespace: "other",
    body: { roleRef: { apiGroup: rbac, kind: "ClusterRole", name: "operator" }, subjects: [account] },
  });
  t.false(outlives(role("ClusterRole", mayUpdateThings), elsewhere));
});

test("an operator bound to cluster-admin outlives custom resources", (t) => {
  t.true(outlives(binding("ClusterRoleBinding", ["ClusterRole", "cluster-admin"])));
});

test("an operator with an aggregated ClusterRole has the permissions of the selected ClusterRoles", (t) => {
  const gathers = { aggregationRule: { clusterRoleSelectors: [{ matchLabels: { to: "operator" } }] } };
  const part = object("ClusterRole/part", { labels: { to: "operator" }, body: { rules: mayUpdateThings } });
  t.true(
    outlives(
      role("ClusterRole", [], gathers),
      part,
      binding("ClusterRoleBinding", ["ClusterRole", "operator"]),
    ),
  );
});

test("a ConfigMap that an operator may read in its namespace is deleted after it, even without a reference", (t) => {
  const rules = [...mayUpdateThings, { apiGroups: [""], resources: ["configmaps"], verbs: ["get"] }];
  const set = [
    operator,
    thing,
    definition,
    object("ConfigMap/config"),
    object("ConfigMap/config", { namespace: "other" }),
    object("Secret/key"),
    role("ClusterRole", rules),
    binding("ClusterRoleBinding", ["ClusterRole", "operator"]),
  ];
  const { plan } = planned(set, deleting);
  const waits = plan.groups.flatMap(({ objects }) =>
    objects
      .filter(({ manifest }) => ["ConfigMap", "Secret"].includes(manifest.kind))
      .map(({ manifest, waitsFor }) => [manifest.key, waitsFor.map(({ on, until }) => `${on} ${until}`)]),
  );
  t.deepEqual(Object.fromEntries(waits), {
    "/namespaces/default/ConfigMap/config": ["apps/namespaces/default/Deployment/operator deleting"],
    "/namespaces/other/ConfigMap/config": [],
    "/namespaces/default/Secret/key": [],
  });
});

test("an operator of a higher weight than its custom resources is still deleted after them", (t) => {
  const late = object("Deployment/operator", {
    annotations: weight(5),
    body: pods({ serviceAccountName: "operator" }),
  });
  const result = planned([late, thing, definition, ...granted], deleting);
  t.deepEqual(findings(result), []);
  t.deepEqual(waitsOf(result, "Deployment/operator"), ["Thing/x absent controller"]);
});

/** Why the Deployment of that name is deleted after the Thing; undefined if it is not. */
function reasonFor(name: string, ...objects: readonly JsonObject[]): string | undefined {
  const { plan } = planned([thing, definition, ...objects], deleting);
  const waits = plan.groups
    .flatMap((group) => group.objects)
    .find(({ manifest }) => manifest.kind === "Deployment" && manifest.name === name)?.waitsFor;
  return waits?.find(({ rule, until }) => rule === "controller" && until === "absent")?.cause.reason;
}

/** The ClusterRole of the operator with one rule for Things, and its binding. */
function grants(resource: string, rule: JsonObject = {}): readonly JsonObject[] {
  return [
    role("ClusterRole", [{ apiGroups: ["example.com"], resources: [resource], verbs: ["patch"], ...rule }]),
    binding("ClusterRoleBinding", ["ClusterRole", "operator"]),
  ];
}

test("the reason of a controller edge names the ServiceAccount and its permission", (t) => {
  const runs = "Deployment/operator runs as ServiceAccount/operator, which may";
  t.is(reasonFor("operator", operator, ...grants("things")), `${runs} patch things`);
  t.is(reasonFor("operator", operator, ...grants("things/status")), `${runs} patch things/status`);
  t.is(reasonFor("operator", operator, ...grants("*/finalizers")), `${runs} patch things/finalizers`);
  t.is(
    reasonFor("operator", operator, ...grants("*", { verbs: ["*"] })),
    `${runs} update all resources of example.com`,
  );
  t.is(
    reasonFor("operator", operator, ...grants("*", { apiGroups: ["*"], verbs: ["*"] })),
    `${runs} update all resources`,
  );
  t.is(reasonFor("operator", operator, ...grants("others/finalizers")), undefined);
  t.is(reasonFor("operator", operator, ...grants("*", { apiGroups: ["other.example.com"] })), undefined);
});

const helper = object("Deployment/helper", { body: pods({ serviceAccountName: "helper" }) });
const helperMayAll = object("ClusterRoleBinding/helper", {
  body: {
    roleRef: { apiGroup: rbac, kind: "ClusterRole", name: "cluster-admin" },
    subjects: [{ ...account, name: "helper" }],
  },
});

test("a workload with access to all groups is a controller only if no other has access to the specific group", (t) => {
  t.truthy(reasonFor("helper", operator, helper, helperMayAll));
  t.is(reasonFor("helper", operator, helper, helperMayAll, ...granted), undefined);
  t.truthy(reasonFor("operator", operator, helper, helperMayAll, ...granted));
});

const hooked = object("Deployment/hooked", {
  body: pods({}, { app: "hooked" }),
});
const hookService = object("Service/hooked", { body: { spec: { selector: { app: "hooked" } } } });

/** A webhook configuration that calls the Service for the deletion of Things. */
function webhook(rule: JsonObject = {}): JsonObject {
  return object("ValidatingWebhookConfiguration/hooked", {
    body: {
      webhooks: [
        {
          name: "things.example.com",
          clientConfig: { service: { namespace: "default", name: "hooked" } },
          rules: [{ apiGroups: ["example.com"], resources: ["things"], operations: ["DELETE"], ...rule }],
        },
      ],
    },
  });
}

test("a workload that serves a webhook for a custom resource outlives it, unless the webhook is for all groups", (t) => {
  t.is(
    reasonFor("hooked", hooked, hookService, webhook()),
    "Deployment/hooked serves the webhook things.example.com of ValidatingWebhookConfiguration/hooked",
  );
  t.is(reasonFor("hooked", hooked, hookService, webhook({ apiGroups: ["*"] })), undefined);
  t.is(reasonFor("hooked", hooked, hookService, webhook({ resources: ["others"] })), undefined);
});

test("the Services of an operator are deleted after it", (t) => {
  const serving = object("Deployment/operator", {
    body: pods({ serviceAccountName: "operator" }, { app: "operator" }),
  });
  const service = object("Service/operator", { body: { spec: { selector: { app: "operator" } } } });
  const result = planned([serving, service, thing, definition, ...granted], deleting);
  t.deepEqual(waitsOf(result, "Service/operator"), ["Deployment/operator deleting controller"]);
});

test("converge.dev/controller: none on the workload or the custom resource prevents the controller edge", (t) => {
  const annotations = { "converge.dev/controller": "none" };
  const free = object("Deployment/operator", { annotations, body: pods({ serviceAccountName: "operator" }) });
  t.is(reasonFor("operator", free, ...granted), undefined);
  const own = object("example.com/v1/Thing/x", { annotations });
  const result = planned([operator, own, definition, ...granted], deleting);
  t.deepEqual(waitsOf(result, "Deployment/operator"), []);
});

test("the controller of a custom resource without a CRD is found by the guessed plural of its kind", (t) => {
  const policy = object("example.com/v1/Policy/x");
  const result = planned([operator, policy, ...grants("policies/finalizers")], deleting);
  t.deepEqual(waitsOf(result, "Deployment/operator"), ["Policy/x absent controller"]);
});
