import type { Manifest } from "../../manifest/manifest.ts";
import { field, type JsonValue, type Path, stringField, valueAt } from "../../object/json.ts";

const templated: Path = ["spec", "template"];

/**
 * The path of the pod template in each kind that has one. `extensions` is the former group of the `apps`
 * kinds.
 */
const templatePaths: ReadonlyMap<string, Path> = new Map<string, Path>([
  ["/Pod", []],
  ["/ReplicationController", templated],
  ["apps/Deployment", templated],
  ["apps/StatefulSet", templated],
  ["apps/DaemonSet", templated],
  ["apps/ReplicaSet", templated],
  ["extensions/Deployment", templated],
  ["extensions/DaemonSet", templated],
  ["extensions/ReplicaSet", templated],
  ["batch/Job", templated],
  ["batch/CronJob", ["spec", "jobTemplate", "spec", "template"]],
]);

/** Distinguishes kinds of the same name by their API group. */
function templatePath(manifest: Manifest): Path | undefined {
  return templatePaths.get(`${manifest.ref.group}/${manifest.kind}`);
}

/** Reports whether the manifest is of a kind that runs pods from a template. */
export function isWorkload(manifest: Manifest): boolean {
  return templatePath(manifest) !== undefined;
}

/** The pod template of a workload (for a Pod: itself); undefined for anything else. */
export function podTemplate(manifest: Manifest): JsonValue | undefined {
  const path = templatePath(manifest);
  return path === undefined ? undefined : valueAt(manifest.value, path);
}

/** The path of the pod spec inside a workload; empty for anything else. */
export function podSpecPath(manifest: Manifest): Path {
  const path = templatePath(manifest);
  return path === undefined ? [] : [...path, "spec"];
}

/**
 * Kinds that run no pods, so that pulling them ahead starts nothing: configuration, identity, permission,
 * storage.
 */
const podless: ReadonlySet<string> = new Set([
  "/Namespace",
  "/ConfigMap",
  "/Secret",
  "/ServiceAccount",
  "/Service",
  "/PersistentVolume",
  "/PersistentVolumeClaim",
  "/ResourceQuota",
  "/LimitRange",
  "rbac.authorization.k8s.io/Role",
  "rbac.authorization.k8s.io/ClusterRole",
  "rbac.authorization.k8s.io/RoleBinding",
  "rbac.authorization.k8s.io/ClusterRoleBinding",
  "scheduling.k8s.io/PriorityClass",
  "node.k8s.io/RuntimeClass",
  "storage.k8s.io/StorageClass",
  "networking.k8s.io/NetworkPolicy",
  "networking.k8s.io/IngressClass",
  "networking.k8s.io/Ingress",
  "policy/PodDisruptionBudget",
  "autoscaling/HorizontalPodAutoscaler",
  "resource.k8s.io/ResourceClaim",
  "resource.k8s.io/ResourceClaimTemplate",
  "apiregistration.k8s.io/APIService",
  "admissionregistration.k8s.io/MutatingWebhookConfiguration",
  "admissionregistration.k8s.io/ValidatingWebhookConfiguration",
  "apiextensions.k8s.io/CustomResourceDefinition",
]);

/**
 * Reports whether pulling the object ahead is sure to start no pods. A custom resource may make its
 * controller start some.
 */
export function runsNoPods(manifest: Manifest): boolean {
  return podless.has(`${manifest.ref.group}/${manifest.kind}`);
}

/**
 * The ServiceAccount that a workload's pods run as: `default` if none is named. `serviceAccount` is the older
 * name of the field.
 */
export function accountOf(manifest: Manifest): { readonly name: string; readonly path: Path } {
  const spec = field(podTemplate(manifest), "spec");
  const property =
    stringField(spec, "serviceAccountName") === undefined ? "serviceAccount" : "serviceAccountName";
  return { name: stringField(spec, property) ?? "default", path: [...podSpecPath(manifest), property] };
}
