import test from "ava";

import { defines, dependsOn, hook, object, planned } from "../../fixtures/planned.ts";
import { readManifests } from "../manifest/parse-manifests.ts";
import { type JsonObject, stringifyJson } from "../object/json.ts";
import { requiredPermissions, type RightsRequest } from "./required-permissions.ts";
import type { PolicyRule } from "./permission.ts";

const account = { namespace: "default", name: "converge" };

/** What is asked for besides the objects. */
type Requests = Partial<Pick<RightsRequest, "prune" | "hooks" | "sidecar">> & {
  readonly beside?: readonly JsonObject[];
};

/**
 * Rules by namespace, in the form `get,list apps/deployments [web]`; those of the cluster under the empty
 * name.
 */
function rightsOf(
  objects: readonly JsonObject[],
  { beside = [], ...requests }: Requests = {},
): Map<string, readonly string[]> {
  const text = beside.map((each) => stringifyJson(each)).join("\n");
  const definitions = readManifests({ name: "beside.json", text }).objects;
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

/** Every rule that an object adds to those of a release without any. */
const adds = test.macro({
  title: (_, what: string) => `rights: ${what}`,
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

test(adds, "an object is read, watched, written and deleted by its kind", [object("Service/web")], {
  default: [`${all} /services`],
});
test(adds, "Secrets are those of the record too", [object("Secret/key")], { default: [`${all} /secrets`] });
test(
  adds,
  "without prune nothing of the set is deleted",
  [object("Service/web")],
  {
    default: ["get,list,watch,create,patch /services"],
  },
  { prune: false },
);
test(
  adds,
  "a hook is deleted before it runs again, prune or not",
  [object("Pod/test", { annotations: hook("post-delete") })],
  {
    default: [`${all} /pods`, "get /pods/log"],
  },
  { prune: false },
);
test(
  adds,
  "a hook that is not run needs nothing",
  [object("Pod/test", { annotations: hook("post-delete") }), object("Service/web")],
  {
    default: [`${all} /services`],
  },
  { hooks: false },
);
test(adds, "a workload is asked for its pods and what they write", [object("Deployment/web")], {
  default: [`${all} apps/deployments`, "list,watch /pods", "get /pods/log", "list,watch apps/replicasets"],
});
test(
  adds,
  "a kind is looked for in every namespace of the release",
  [object("Service/web", { namespace: "db" })],
  {
    default: ["list,watch /services"],
    db: [`${all} /services`, "list /events"],
  },
);
test(adds, "what is in no namespace is written by its name", [object("PriorityClass/high")], {
  cluster: [
    "list,watch scheduling.k8s.io/priorityclasses",
    "get,create,patch,delete scheduling.k8s.io/priorityclasses [high]",
  ],
});
test(adds, "what a Namespace holds is listed before it is deleted", [object("Namespace/db")], {
  cluster: ["list,watch /namespaces", "get,create,patch,delete /namespaces [db]"],
  db: ["list */*"],
});
test(
  adds,
  "what a Namespace holds matters to nobody without prune",
  [object("Namespace/db")],
  {
    cluster: ["list,watch /namespaces", "get,create,patch /namespaces [db]"],
  },
  { prune: false },
);
test(adds, "a Role may be granted by its name", [object("Role/reader")], {
  default: [`${all} ${role}/roles`, `escalate ${role}/roles [reader]`],
});
test(
  adds,
  "the role of a binding may be bound by its name",
  [object("RoleBinding/it", { body: { roleRef: { kind: "ClusterRole", name: "view" } } })],
  { default: [`${all} ${role}/rolebindings`, `bind ${role}/clusterroles [view]`] },
);
test(
  adds,
  "a ClusterRole is written, granted and bound by its name",
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
  "a claim is judged by its class",
  [object("PersistentVolumeClaim/a", { body: { spec: { storageClassName: "fast" } } })],
  { cluster: ["get storage.k8s.io/storageclasses [fast]"], default: [`${all} /persistentvolumeclaims`] },
);
test(
  adds,
  "the class of a claim that names none is the cluster's choice",
  [object("PersistentVolumeClaim/a")],
  {
    cluster: ["get storage.k8s.io/storageclasses"],
    default: [`${all} /persistentvolumeclaims`],
  },
);
test(
  adds,
  "who writes a policy may read its parameters",
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
  "a trust bundle is vouched for by its signer",
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
  "objects that the set waits for is watched by its name",
  [object("Service/web", { annotations: dependsOn("/namespaces/db/Service/db") })],
  { default: [`${all} /services`], db: ["list,watch /services [db]"] },
);
test(
  adds,
  "a definition is written by its name, and its objects are looked for before it is deleted",
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
  "a custom resource is checked by the definition that is there",
  [object("example.com/v1/Boat/it")],
  {
    cluster: ["get apiextensions.k8s.io/customresourcedefinitions [boats.example.com]"],
    default: [`${all} example.com/boats`],
  },
  {
    beside: [object("CustomResourceDefinition/boats.example.com", { body: defines("example.com", "Boat") })],
  },
);
test(
  adds,
  "a sidecar tells of its units and finds its replicas",
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
