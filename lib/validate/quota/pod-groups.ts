import type { Manifest } from "../../manifest/manifest.ts";
import {
  field,
  isObject,
  type JsonObject,
  type JsonValue,
  objectField,
  type Path,
  stringField,
  valueAt,
} from "../../object/json.ts";

/** The equal pods that an object of the set is, or creates. */
export interface PodGroup {
  readonly manifest: Manifest;
  /** The path of the spec of its pods. */
  readonly path: Path;
  readonly spec: JsonObject;
  readonly count: number;
  /** Whether they run until they are deleted; others are not all there at the same time. */
  readonly isLasting: boolean;
}

interface PodSource {
  readonly path: Path;
  readonly count: (spec: JsonObject) => number;
  readonly isLasting: boolean;
}

const ofTemplate: Path = ["spec", "template", "spec"];
const replicas = (spec: JsonObject): number => numberIn(spec, "replicas", 1);
const replicated: PodSource = { path: ofTemplate, count: replicas, isLasting: true };

/** The nodes of the cluster are not known: a DaemonSet counts as one pod. */
const sources: ReadonlyMap<string, PodSource> = new Map<string, PodSource>([
  ["apps/DaemonSet", { path: ofTemplate, count: () => 1, isLasting: true }],
  ["apps/Deployment", replicated],
  ["apps/ReplicaSet", replicated],
  ["apps/StatefulSet", replicated],
  ["batch/CronJob", { path: ["spec", "jobTemplate", ...ofTemplate], count: scheduledPods, isLasting: false }],
  ["batch/Job", { path: ofTemplate, count: podsOfJob, isLasting: false }],
  ["/Pod", { path: ["spec"], count: () => 1, isLasting: true }],
  ["/ReplicationController", replicated],
]);

/**
 * Returns the pods of a set. Where a HorizontalPodAutoscaler of the set scales a workload, its `minReplicas`
 * count.
 */
export function podGroups(manifests: readonly Manifest[]): readonly PodGroup[] {
  const scaled = scaledReplicas(manifests);
  return manifests.flatMap((manifest): readonly PodGroup[] => {
    const { ref, value } = manifest;
    const source = sources.get(`${ref.group}/${ref.kind}`);
    const spec = source && valueAt(value, source.path);
    if (source === undefined || !isObject(spec)) {
      return [];
    }
    const written = source.count(objectField(value, "spec"));
    const count = written === 0 ? 0 : (scaled.get(targetKey(ref.namespace, ref)) ?? written);
    const isLasting = source.isLasting && (ref.kind !== "Pod" || restarts(spec));
    return count > 0 ? [{ manifest, path: source.path, spec, count, isLasting }] : [];
  });
}

function restarts(spec: JsonObject): boolean {
  return (stringField(spec, "restartPolicy") ?? "Always") === "Always";
}

function podsOfJob(spec: JsonObject): number {
  const parallelism = numberIn(spec, "parallelism", 1);
  const isSuspended = field(spec, "suspend") === true;
  return isSuspended ? 0 : Math.min(parallelism, numberIn(spec, "completions", parallelism));
}

function scheduledPods(spec: JsonObject): number {
  return field(spec, "suspend") === true
    ? 0
    : podsOfJob(objectField(objectField(spec, "jobTemplate"), "spec"));
}

function numberIn(spec: JsonValue, name: string, usual: number): number {
  const value = field(spec, name);
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : usual;
}

function scaledReplicas(manifests: readonly Manifest[]): ReadonlyMap<string, number> {
  return new Map(
    manifests
      .filter(({ kind }) => kind === "HorizontalPodAutoscaler")
      .map(({ ref, value }) => {
        const spec = objectField(value, "spec");
        const target = objectField(spec, "scaleTargetRef");
        const group = (stringField(target, "apiVersion") ?? "").split("/");
        const key = targetKey(ref.namespace, {
          group: group.length > 1 ? (group[0] ?? "") : "",
          kind: stringField(target, "kind") ?? "",
          name: stringField(target, "name") ?? "",
        });
        return [key, numberIn(spec, "minReplicas", 1)];
      }),
  );
}

function targetKey(
  namespace: string,
  { group, kind, name }: { readonly group: string; readonly kind: string; readonly name: string },
): string {
  return JSON.stringify([namespace, group, kind, name]);
}
