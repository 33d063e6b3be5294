import test from "ava";

import { defines, dependsOn, hook, object, planned } from "../../fixtures/planned.ts";
import { readManifests } from "../manifest/parse-manifests.ts";
import { type JsonObject, stringifyJson } from "../object/json.ts";
import { requiredPermissions, type RightsRequest } from "./required-permissions.ts";
import type { PolicyRule } from "./permission.ts";

const account = { namespace: "default", name: "converge" };

/** Options of a request, and CRDs that are not part of the set. */
type Requests = Partial<Pick<RightsRequest, "prune" | "hooks" | "sidecar">> & {
  readonly crds?: readonly JsonObject[];
};

/**
 * Rules by namespace, in the form `get,list apps/deployments [web]`; cluster-wide ones under the empty
 * name.
 */
function rightsOf(
  objects: readonly JsonObject[],
  { crds = [], ...requests }: Requests = {},
): Map<string, readonly string[]> {
  const text = crds.map((each) => stringifyJson(each)).join("\n");
  const definitions = readManifests({ name: "crds.json", text }).objects;
  const { plan } = planned(objects, { externalDeps: "wait" });
  const { holders, diagnostics } = requiredPermissions({
    plan,
    definitions,
    prune: true,
    hooks: true,
    account,
    sidecar: undefined,
    ...requests,
  });
  if (diagnostics.length > 0) {
    throw new Error(diagnostics.map(({ message }) => message).join("; "));
  }
  const grants = holders.flatMap((holder) => holder.grants);
  return new Map(grants.map(({ namespace, rules }) => [namespace, rules.map((rule) => lineOf(rule))]));
}

function lineOf({ verbs, group, resources, names }: PolicyRule): string {
  return `${verbs.join()} ${group}/${resources.join()}${names.length === 0 ? "" : ` [${names.join()}]`}`;
}

/** Checks the rules that objects add to those of a release with a ConfigMap only. */
const adds = test.macro({
  title: (_, what: string) => `required permissions: ${what}`,
  exec: (
    t,
    _: string,
    objects: readonly JsonObject[],
    expected: Readonly<Record<string, readonly string[]>>,
    requests: Requests = {},
  ) => {
    const usual = new Set(rightsOf([object("ConfigMap/usual")]).get("default"));
    const rights = [...rightsOf(objects, requests)].map(([namespace, rules]) => [
      namespace || "cluster",
      rules.filter((rule) => namespace !== "default" || !usual.has(rule)),
    ]);
    t.deepEqual(Object.fromEntries(rights.filter(([, rules]) => rules?.length !== 0)), expected);
  },
});

const all = "get,list,watch,create,patch,delete";
const role = "rbac.authorization.k8s.io";

test(adds, "a Service needs all verbs on its kind", [object("Service/web")], {
  default: [`${all} /services`],
});
test(adds, "Secrets of the set and of the release record share one rule", [object("Secret/key")], {
  default: [`${all} /secrets`],
});
test(
  adds,
  "without prune no delete verb is needed",
  [object("Service/web")],
  {
    default: ["get,list,watch,create,patch /services"],
  },
  { prune: false },
);
test(
  adds,
  "a hook needs the delete verb even without prune",
  [object("Pod/test", { annotations: hook("post-delete") })],
  {
    default: [`${all} /pods`, "get /pods/log"],
  },
  { prune: false },
);
test(
  adds,
  "a hook needs no permissions if hooks are disabled",
  [object("Pod/test", { annotations: hook("post-delete") }), object("Service/web")],
  {
    default: [`${all} /services`],
  },
  { hooks: false },
);
test(adds, "a Deployment needs its ReplicaSets, its Pods and their logs", [object("Deployment/web")], {
  default: [`${all} apps/deployments`, "list,watch /pods", "get /pods/log", "list,watch apps/replicasets"],
});
test(
  adds,
  "a kind is listed in every namespace of the release",
  [object("Service/web", { namespace: "db" })],
  {
    default: ["list,watch /services"],
    db: [`${all} /services`, "list /events"],
  },
);
test(adds, "write access to a cluster-scoped object is limited to its name", [object("PriorityClass/high")], {
  cluster: [
    "list,watch scheduling.k8s.io/priorityclasses",
    "get,create,patch,delete scheduling.k8s.io/priorityclasses [high]",
  ],
});
test(adds, "pruning a Namespace needs to list everything in it", [object("Namespace/db")], {
  cluster: ["list,watch /namespaces", "get,create,patch,delete /namespaces [db]"],
  db: ["list */*"],
});
test(
  adds,
  "without prune a Namespace needs no listing of its content",
  [object("Namespace/db")],
  {
    cluster: ["list,watch /namespaces", "get,create,patch /namespaces [db]"],
  },
  { prune: false },
);
test(adds, "a Role needs the escalate verb on its name", [object("Role/reader")], {
  default: [`${all} ${role}/roles`, `escalate ${role}/roles [reader]`],
});
test(
  adds,
  "a RoleBinding needs the bind verb on the name of its role",
  [object("RoleBinding/it", { body: { roleRef: { kind: "ClusterRole", name: "view" } } })],
  { default: [`${all} ${role}/rolebindings`, `bind ${role}/clusterroles [view]`] },
);
test(
  adds,
  "a ClusterRole with a binding needs write verbs, escalate and bind on its name",
  [
    object("ClusterRole/reader"),
    object("ClusterRoleBinding/it", { body: { roleRef: { kind: "ClusterRole", name: "reader" } } }),
  ],
  {
    cluster: [
      `get,create,patch,delete ${role}/clusterrolebindings [it]`,
      `list,watch ${role}/clusterrolebindings,clusterroles`,
      `get,create,patch,delete,escalate,bind ${role}/clusterroles [reader]`,
    ],
  },
);
test(
  adds,
  "a PersistentVolumeClaim needs to get its StorageClass",
  [object("PersistentVolumeClaim/a", { body: { spec: { storageClassName: "fast" } } })],
  { cluster: ["get storage.k8s.io/storageclasses [fast]"], default: [`${all} /persistentvolumeclaims`] },
);
test(
  adds,
  "a PersistentVolumeClaim without a class needs to get any StorageClass",
  [object("PersistentVolumeClaim/a")],
  {
    cluster: ["get storage.k8s.io/storageclasses"],
    default: [`${all} /persistentvolumeclaims`],
  },
);
test(
  adds,
  "a ValidatingAdmissionPolicy needs to get the kind of its parameters",
  [
    object("admissionregistration.k8s.io/v1/ValidatingAdmissionPolicy/it", {
      body: { spec: { paramKind: { apiVersion: "v1", kind: "ConfigMap" } } },
    }),
  ],
  {
    cluster: [
      "list,watch admissionregistration.k8s.io/validatingadmissionpolicies",
      "get,create,patch,delete admissionregistration.k8s.io/validatingadmissionpolicies [it]",
      "get /configmaps",
    ],
  },
);
test(
  adds,
  "a ClusterTrustBundle needs the attest verb on its signer",
  [
    object("certificates.k8s.io/v1beta1/ClusterTrustBundle/it", {
      body: { spec: { signerName: "example.com/ca" } },
    }),
  ],
  {
    cluster: [
      "list,watch certificates.k8s.io/clustertrustbundles",
      "get,create,patch,delete certificates.k8s.io/clustertrustbundles [it]",
      "attest certificates.k8s.io/signers [example.com/ca]",
    ],
  },
);
test(
  adds,
  "an external dependency needs list and watch on its name",
  [object("Service/web", { annotations: dependsOn("/namespaces/db/Service/db") })],
  { default: [`${all} /services`], db: ["list,watch /services [db]"] },
);
test(
  adds,
  "a CRD needs write verbs on its name, and to list its custom resources before pruning",
  [
    object("CustomResourceDefinition/boats.example.com", { body: defines("example.com", "Boat") }),
    object("example.com/v1/Boat/it"),
  ],
  {
    cluster: [
      "list,watch apiextensions.k8s.io/customresourcedefinitions",
      "get,create,patch,delete apiextensions.k8s.io/customresourcedefinitions [boats.example.com]",
      "list example.com/boats",
    ],
    default: [`${all} example.com/boats`],
  },
);
test(
  adds,
  "a custom resource needs to get its CRD in the cluster",
  [object("example.com/v1/Boat/it")],
  {
    cluster: ["get apiextensions.k8s.io/customresourcedefinitions [boats.example.com]"],
    default: [`${all} example.com/boats`],
  },
  {
    crds: [object("CustomResourceDefinition/boats.example.com", { body: defines("example.com", "Boat") })],
  },
);
test(
  adds,
  "a sidecar needs Leases, unit status and Events",
  [object("Service/web")],
  {
    default: [
      "list,watch,create,patch,delete coordination.k8s.io/leases",
      "get,update coordination.k8s.io/leases [converge-test]",
      `${all} /services`,
      `${all} converge.dev/units`,
      "patch converge.dev/units/status",
      "create,patch events.k8s.io/events",
    ],
  },
  { sidecar: account },
);
