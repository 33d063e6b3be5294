import { fieldOrigin, nameOrigin } from "../../manifest/locate-field.ts";
import type { Manifest } from "../../manifest/manifest.ts";
import type { Diagnostic, Severity } from "../../object/diagnostic/diagnostic.ts";
import { field, isObject, type JsonObject, type JsonValue, type Path, valueAt } from "../../object/json.ts";
import { labelsOf } from "../../object/metadata.ts";
import { kindDefaults } from "../admitted/kind-defaults.ts";
import { typedForm } from "../admitted/typed-form.ts";
import { type NamespaceLevels, namespaceLevels, type SecurityLevel, violationsOf } from "./security-level.ts";

/** Options of checking pods by the levels of their namespaces. */
export interface PodSecurityCheck {
  readonly level: "strict" | "warn";
  /** The minor version of Kubernetes. */
  readonly minor: number;
  /** Namespaces that are not in the set. */
  readonly given: readonly Manifest[];
}

/** The paths of pod templates by kind; that of a pod is the pod itself. */
const templates: ReadonlyMap<string, Path> = new Map<string, Path>([
  ["apps/DaemonSet", ["spec", "template"]],
  ["apps/Deployment", ["spec", "template"]],
  ["apps/ReplicaSet", ["spec", "template"]],
  ["apps/StatefulSet", ["spec", "template"]],
  ["batch/CronJob", ["spec", "jobTemplate", "spec", "template"]],
  ["batch/Job", ["spec", "template"]],
  ["/Pod", []],
  ["/PodTemplate", ["template"]],
  ["/ReplicationController", ["spec", "template"]],
]);

/**
 * Checks the pods and pod templates of a set by the `pod-security.kubernetes.io` labels of the Namespaces of
 * the set and the given ones. `enforce` refuses pods only: a workload is applied, and its pods are never
 * created, which is a warning.
 */
export function checkPodSecurity(
  manifests: readonly Manifest[],
  { level, minor, given }: PodSecurityCheck,
): readonly Diagnostic[] {
  const namespaces = new Map(
    [...given, ...manifests]
      .filter(({ ref }) => ref.group === "" && ref.kind === "Namespace")
      .map((one) => [one.name, { manifest: one, levels: namespaceLevels(labelsOf(one.value), minor) }]),
  );
  return manifests.flatMap((manifest) => {
    const namespace = namespaces.get(manifest.ref.namespace);
    const path = templates.get(`${manifest.ref.group}/${manifest.ref.kind}`);
    const pod = path === undefined ? undefined : valueAt(manifest.value, path);
    return namespace === undefined || !isObject(pod)
      ? []
      : findingsOf({
          manifest,
          pod: path?.length === 0 ? podDefaults(pod) : pod,
          level,
          levels: namespace.levels,
          namespace: namespace.manifest,
        });
  });
}

/** Pods are checked with their defaults: those of the host network have host ports. */
function podDefaults(pod: JsonObject): JsonObject {
  return kindDefaults.get("v1 Pod")?.defaults(typedForm(pod)) ?? pod;
}

interface CheckedPod {
  readonly manifest: Manifest;
  readonly pod: JsonValue;
  readonly level: PodSecurityCheck["level"];
  readonly levels: NamespaceLevels;
  readonly namespace: Manifest;
}

function findingsOf(checked: CheckedPod): readonly Diagnostic[] {
  const { manifest, level, levels } = checked;
  const isPod = manifest.kind === "Pod";
  const denied = isPod ? "error" : "warning";
  const enforced = finding(checked, {
    mode: "enforce",
    level: levels.enforce,
    severity: level === "strict" ? denied : "warning",
    verb: isPod ? "violates" : "is applied, but none of its pods is created: they violate",
  });
  const isSame = (one: SecurityLevel): boolean => enforced.length > 0 && one.text === levels.enforce.text;
  // The server does not warn of what it refuses.
  const warned =
    isSame(levels.warn) || (isPod && enforced.length > 0)
      ? []
      : finding(checked, { mode: "warn", level: levels.warn, severity: "warning", verb: "would violate" });
  const audited = isSame(levels.audit)
    ? []
    : finding(checked, { mode: "audit", level: levels.audit, severity: "note", verb: "would violate" });
  return [...enforced, ...warned, ...audited];
}

function finding(
  { manifest, pod, namespace }: CheckedPod,
  {
    mode,
    level,
    severity,
    verb,
  }: {
    readonly mode: string;
    readonly level: SecurityLevel;
    readonly severity: Severity;
    readonly verb: string;
  },
): readonly Diagnostic[] {
  const violations = violationsOf(pod, level);
  const label = ["metadata", "labels", `pod-security.kubernetes.io/${mode}`];
  const isWritten = field(labelsOf(namespace.value), label[2] ?? "") !== undefined;
  return violations === ""
    ? []
    : [
        {
          code: "PodSecurityViolation",
          severity,
          message: `${manifest.key}: ${verb} PodSecurity "${level.text}": ${violations}`,
          ref: manifest.key,
          origin: nameOrigin(manifest),
          related: [
            {
              message: `the level of Namespace/${namespace.name}`,
              origin: isWritten ? fieldOrigin(namespace, label, "key") : nameOrigin(namespace),
            },
          ],
        },
      ];
}
