import test from "ava";

import { manifestsOf } from "../../../fixtures/ordered-set.ts";
import { object } from "../../../fixtures/planned.ts";
import type { JsonObject } from "../../object/json.ts";
import { formatRef, groupKindKey } from "../../object/object-ref.ts";
import { formatPath } from "../../plan/format-reason.ts";
import { objectReferences } from "./object-references.ts";

/** The references of an object in the namespace `default`, as `reference at path`. */
function referencesOf(written: string, more: Parameters<typeof object>[1]): readonly string[] {
  return manifestsOf([object(written, more)]).flatMap((manifest) =>
    (objectReferences.get(groupKindKey(manifest.ref))?.(manifest) ?? []).map(
      (found) => `${formatRef(found)} at ${formatPath(found.path)}`,
    ),
  );
}

const refers = test.macro((t, written: string, body: JsonObject, ...expected: readonly string[]) => {
  t.deepEqual(referencesOf(written, { body }), expected);
});

const rbac = "rbac.authorization.k8s.io";

test(
  "a RoleBinding refers to a Role in its own namespace",
  refers,
  "RoleBinding/b",
  { roleRef: { apiGroup: rbac, kind: "Role", name: "r" } },
  `${rbac}/namespaces/default/Role/r at roleRef`,
);
test(
  "a RoleBinding can refer to a ClusterRole, which has no namespace",
  refers,
  "RoleBinding/b",
  { roleRef: { apiGroup: rbac, kind: "ClusterRole", name: "r" } },
  `${rbac}/ClusterRole/r at roleRef`,
);
test(
  "a ServiceAccount subject defaults to the binding's namespace, users and groups are not references",
  refers,
  "RoleBinding/b",
  {
    roleRef: { apiGroup: rbac, kind: "ClusterRole", name: "r" },
    subjects: [
      { kind: "User", name: "jane" },
      { kind: "ServiceAccount", name: "here" },
      { kind: "Group", name: "system:masters" },
      { kind: "ServiceAccount", name: "there", namespace: "other" },
    ],
  },
  `${rbac}/ClusterRole/r at roleRef`,
  "/namespaces/default/ServiceAccount/here at subjects[1]",
  "/namespaces/other/ServiceAccount/there at subjects[3]",
);
test(
  "a ClusterRoleBinding refers to a ClusterRole and to ServiceAccounts in any namespace",
  refers,
  "ClusterRoleBinding/b",
  {
    roleRef: { apiGroup: rbac, kind: "ClusterRole", name: "r" },
    subjects: [{ kind: "ServiceAccount", name: "a", namespace: "shop" }],
  },
  `${rbac}/ClusterRole/r at roleRef`,
  "/namespaces/shop/ServiceAccount/a at subjects[0]",
);

test(
  "an Ingress of networking.k8s.io/v1 refers to Services by service.name",
  refers,
  "Ingress/i",
  {
    spec: {
      ingressClassName: "nginx",
      defaultBackend: { service: { name: "fallback", port: { number: 80 } } },
      rules: [
        { host: "a.example.com" },
        { http: { paths: [{ path: "/", backend: { service: { name: "web" } } }] } },
        {
          http: {
            paths: [
              { backend: { resource: { kind: "StorageBucket", name: "static" } } },
              { backend: { service: { name: "api" } } },
            ],
          },
        },
      ],
      tls: [{ hosts: ["a.example.com"] }, { secretName: "cert" }],
    },
  },
  "networking.k8s.io/IngressClass/nginx at spec.ingressClassName",
  "/namespaces/default/Service/fallback at spec.defaultBackend.service.name",
  "/namespaces/default/Service/web at spec.rules[1].http.paths[0].backend.service.name",
  "/namespaces/default/Service/api at spec.rules[2].http.paths[1].backend.service.name",
  "/namespaces/default/Secret/cert at spec.tls[1].secretName",
);
test(
  "an Ingress of v1beta1 refers to Services by serviceName",
  refers,
  "extensions/v1beta1/Ingress/i",
  {
    spec: {
      rules: [{ http: { paths: [{ backend: { serviceName: "web", servicePort: 80 } }] } }],
    },
  },
  "/namespaces/default/Service/web at spec.rules[0].http.paths[0].backend.serviceName",
);

for (const [written, property] of [
  ["HorizontalPodAutoscaler/h", "scaleTargetRef"],
  ["keda.sh/v1alpha1/ScaledObject/h", "scaleTargetRef"],
  ["autoscaling.k8s.io/v1/VerticalPodAutoscaler/h", "targetRef"],
] as const) {
  test(
    `${written} refers to its target by ${property}, in any API group`,
    refers,
    written,
    { spec: { [property]: { apiVersion: "argoproj.io/v1alpha1", kind: "Rollout", name: "web" } } },
    `argoproj.io/namespaces/default/Rollout/web at spec.${property}`,
  );
  test(`${written} without a target has no references`, refers, written, { spec: {} });
}
test(
  "a ScaledObject target with only a name is a Deployment",
  refers,
  "keda.sh/v1alpha1/ScaledObject/h",
  { spec: { scaleTargetRef: { name: "web" } } },
  "apps/namespaces/default/Deployment/web at spec.scaleTargetRef",
);
test(
  "an autoscaler target with apiVersion v1 is in the core group",
  refers,
  "HorizontalPodAutoscaler/h",
  { spec: { scaleTargetRef: { apiVersion: "v1", kind: "ReplicationController", name: "web" } } },
  "/namespaces/default/ReplicationController/web at spec.scaleTargetRef",
);

test(
  "a PersistentVolumeClaim refers to its cluster-scoped StorageClass and PersistentVolume",
  refers,
  "PersistentVolumeClaim/c",
  { spec: { storageClassName: "fast", volumeName: "disk" } },
  "storage.k8s.io/StorageClass/fast at spec.storageClassName",
  "/PersistentVolume/disk at spec.volumeName",
);
test("an empty storageClassName is not a reference", refers, "PersistentVolumeClaim/c", {
  spec: { storageClassName: "" },
});
test(
  "a PersistentVolume refers to its StorageClass",
  refers,
  "PersistentVolume/v",
  { spec: { storageClassName: "fast" } },
  "storage.k8s.io/StorageClass/fast at spec.storageClassName",
);
test(
  "a StatefulSet refers to its Service and to the StorageClass of each claim template",
  refers,
  "StatefulSet/s",
  {
    spec: {
      serviceName: "db",
      volumeClaimTemplates: [
        { spec: {} },
        { spec: { storageClassName: "fast" } },
        { spec: { storageClassName: "slow" } },
      ],
    },
  },
  "/namespaces/default/Service/db at spec.serviceName",
  "storage.k8s.io/StorageClass/fast at spec.volumeClaimTemplates[1].spec.storageClassName",
  "storage.k8s.io/StorageClass/slow at spec.volumeClaimTemplates[2].spec.storageClassName",
);
test(
  "a ServiceAccount refers to its image pull secrets",
  refers,
  "ServiceAccount/a",
  { imagePullSecrets: [{ name: "registry" }, {}, { name: "mirror" }] },
  "/namespaces/default/Secret/registry at imagePullSecrets[0].name",
  "/namespaces/default/Secret/mirror at imagePullSecrets[2].name",
);

const client = { service: { namespace: "hooks", name: "h", path: "/validate" } };
for (const kind of ["ValidatingWebhookConfiguration", "MutatingWebhookConfiguration"]) {
  test(
    `a ${kind} refers to the Services of its webhooks, but not to URLs`,
    refers,
    `${kind}/w`,
    {
      webhooks: [
        { clientConfig: { url: "https://example.com" } },
        { clientConfig: client },
        { clientConfig: { service: { name: "incomplete" } } },
      ],
    },
    "/namespaces/hooks/Service/h at webhooks[1].clientConfig.service",
  );
}
test(
  "an APIService refers to its Service",
  refers,
  "APIService/v1.example.com",
  { spec: { group: "example.com", version: "v1", service: { namespace: "apis", name: "server" } } },
  "/namespaces/apis/Service/server at spec.service",
);
test("a local APIService has no references", refers, "APIService/v1.apps", {
  spec: { group: "apps", version: "v1" },
});
for (const kind of ["ValidatingAdmissionPolicy", "MutatingAdmissionPolicy"]) {
  test(
    `the binding of a ${kind} refers to the policy`,
    refers,
    `admissionregistration.k8s.io/v1/${kind}Binding/b`,
    { spec: { policyName: "p", validationActions: ["Deny"] } },
    `admissionregistration.k8s.io/${kind}/p at spec.policyName`,
  );
}

test("a token Secret refers to its ServiceAccount", (t) => {
  const annotations = { "kubernetes.io/service-account.name": "robot" };
  t.deepEqual(referencesOf("Secret/token", { annotations }), [
    "/namespaces/default/ServiceAccount/robot at kubernetes.io/service-account.name",
  ]);
  t.deepEqual(referencesOf("Secret/plain", {}), []);
});

test("fields of the wrong type are not references", (t) => {
  t.deepEqual(
    referencesOf("Ingress/i", { body: { spec: { rules: "all", tls: [5], ingressClassName: 3 } } }),
    [],
  );
  t.deepEqual(referencesOf("StatefulSet/s", { body: { spec: { volumeClaimTemplates: {} } } }), []);
  t.deepEqual(referencesOf("ServiceAccount/a", { body: { imagePullSecrets: ["registry"] } }), []);
});
