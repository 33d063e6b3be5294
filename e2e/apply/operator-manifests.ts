/** The manifests of an operator in a test: its Deployment and everything it needs. */
import type { JsonObject } from "../../lib/object/json.ts";
import type { LiveObject } from "../control-plane/api.ts";
import type { OperatorSpec } from "../control-plane/stand-in-operator.ts";
import { type Annotations, configMap, definition, deployment } from "./manifests.ts";
import type { Site } from "./site.ts";

/** The finalizer that the operator sets on its custom resources. */
export const cleanup = "cogs.example.com/cleanup";

const rbac = "rbac.authorization.k8s.io";

/** An operator in a namespace, for the kind Cog of an API group. */
export interface Operated {
  readonly namespace: string;
  readonly group: string;
  /** The lifecycle of its pods. */
  readonly pod?: Annotations;
}

/** The CRD of Cogs, and the operator `operator` with its ServiceAccount, roles, ConfigMap and Secret. */
export function operatorManifests({ namespace, group, pod = {} }: Operated): readonly JsonObject[] {
  const name = `operator-${namespace}`;
  const role = (kind: string, rules: readonly JsonObject[], own: JsonObject): readonly JsonObject[] => [
    { apiVersion: `${rbac}/v1`, kind, metadata: own, rules },
    {
      apiVersion: `${rbac}/v1`,
      kind: `${kind}Binding`,
      metadata: own,
      roleRef: { apiGroup: rbac, kind, name: own["name"] ?? "" },
      subjects: [{ kind: "ServiceAccount", name: "operator", namespace }],
    },
  ];
  const verbs = ["get", "list", "watch", "update", "patch"];
  return [
    definition(group, "Cog"),
    { apiVersion: "v1", kind: "ServiceAccount", metadata: { name: "operator" } },
    ...role("ClusterRole", [{ apiGroups: [group], resources: ["cogs", "cogs/status"], verbs }], { name }),
    ...role("Role", [{ apiGroups: [""], resources: ["configmaps", "secrets"], verbs: ["get"] }], {
      name: "operator",
    }),
    configMap("operator", { level: "info" }),
    { apiVersion: "v1", kind: "Secret", metadata: { name: "operator" } },
    deployment("operator", { pod, podSpec: { serviceAccountName: "operator" } }),
  ];
}

/** The behaviour of the operator of these manifests. */
export function operatorSpec({ namespace, group }: Operated): OperatorSpec {
  return {
    namespace,
    deployment: "operator",
    resources: `/apis/${group}/v1/cogs`,
    finalizer: cleanup,
    status: { phase: "Ready" },
    reads: ["configmaps", "secrets"].map((kind) => `/api/v1/namespaces/${namespace}/${kind}/operator`),
  };
}

/** A Cog. */
export function cog(group: string, name: string, annotations?: Annotations): JsonObject {
  const metadata = annotations === undefined ? { name } : { name, annotations };
  return { apiVersion: `${group}/v1`, kind: "Cog", metadata, spec: { teeth: 7 } };
}

/** Whether the operator has reconciled an object: it has its finalizer and its status. */
export function isLookedAfter(object: LiveObject | undefined): boolean {
  return object?.metadata.finalizers?.includes(cleanup) === true && object.status?.["phase"] === "Ready";
}

/**
 * Deletes after the test the cluster-scoped objects of the operator, and the objects stuck on its finalizer.
 */
export function cleanUpOperator(
  t: { teardown: (end: () => Promise<void>) => void },
  site: Site,
  group: string,
): void {
  const { api } = site.cluster;
  const name = `operator-${site.namespace}`;
  t.teardown(async () => {
    const cogs = (await api("GET", site.at(`${group}/cogs`))).object?.items ?? [];
    for (const { metadata } of cogs) {
      await api("PATCH", site.at(`${group}/cogs/${metadata.name}`), { metadata: { finalizers: null } });
    }
    await api("DELETE", `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/cogs.${group}`);
    await api("DELETE", `/apis/${rbac}/v1/clusterrolebindings/${name}`);
    await api("DELETE", `/apis/${rbac}/v1/clusterroles/${name}`);
  });
}
