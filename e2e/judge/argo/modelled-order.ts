/** The order of a first sync by Argo CD's engine (`sync_tasks.go`), from its rules, without a cluster. */
import { type JsonObject, objectField, stringField } from "../../../lib/object/json.ts";
import { compareText } from "../../../lib/object/object-ref.ts";
import { writtenKind } from "../order/published-sets.ts";

/** An object at its place. An object is written once in each of its phases. */
export interface ModelledTask {
  readonly object: JsonObject;
  readonly phase: string;
  readonly wave: number;
}

const phases = ["PreSync", "Sync", "PostSync", "SyncFail"];
const kinds = [
  "Namespace NetworkPolicy ResourceQuota LimitRange PodSecurityPolicy PodDisruptionBudget ServiceAccount",
  "Secret SecretList ConfigMap StorageClass PersistentVolume PersistentVolumeClaim CustomResourceDefinition",
  "ClusterRole ClusterRoleList ClusterRoleBinding ClusterRoleBindingList Role RoleList RoleBinding",
  "RoleBindingList Service DaemonSet Pod ReplicationController ReplicaSet Deployment",
  "HorizontalPodAutoscaler StatefulSet Job CronJob IngressClass Ingress APIService",
].flatMap((line) => line.split(" "));

/** The rank of a kind; the kinds that the engine does not know come last, at the same rank. */
export function rankOf(object: JsonObject): number {
  const rank = kinds.indexOf(writtenKind(object));
  return rank === -1 ? kinds.length : rank;
}

/** Returns the writes of a first sync into a namespace, in order. */
export function modelledOrder(objects: readonly JsonObject[], home: string): readonly ModelledTask[] {
  const tasks = objects
    .flatMap((object) => phasesOf(object).map((phase) => ({ object, phase, wave: waveOf(object) })))
    .toSorted(
      (left, right) =>
        phases.indexOf(left.phase) - phases.indexOf(right.phase) ||
        left.wave - right.wave ||
        rankOf(left.object) - rankOf(right.object) ||
        compareText(nameWithoutEnd(left.object), nameWithoutEnd(right.object)),
    );
  const namespaced = lifted(tasks, {
    provides: (object) => (writtenKind(object) === "Namespace" ? nameWithoutEnd(object) : undefined),
    needs: (object) => stringField(objectField(object, "metadata"), "namespace") ?? home,
  });
  return lifted(namespaced, {
    provides: customKindOf,
    needs: (object) => `${groupOf(object)}/${writtenKind(object)}`,
  });
}

function phasesOf(object: JsonObject): readonly string[] {
  const words = annotation(object, "argocd.argoproj.io/hook")
    ?.split(",")
    .map((word) => word.trim());
  const valid = [...new Set(words)].filter((word) => word === "Skip" || phases.includes(word));
  if (valid.length > 0) {
    return valid.filter((word) => word !== "Skip");
  }
  const events = annotation(object, "helm.sh/hook")?.split(",") ?? [];
  const isAt = (moment: string): boolean =>
    events.some((event) => event === `${moment}-install` || event === `${moment}-upgrade`);
  const ofHelm = [...(isAt("pre") ? ["PreSync"] : []), ...(isAt("post") ? ["PostSync"] : [])];
  return words === undefined && events.length === 0 ? ["Sync"] : ofHelm;
}

function waveOf(object: JsonObject): number {
  const texts = ["argocd.argoproj.io/sync-wave", "helm.sh/hook-weight"].map(
    (key) => annotation(object, key) ?? "",
  );
  return Number(texts.find((text) => /^[+-]?\d+$/.test(text)) ?? 0);
}

/** A need that some objects meet, and all others may have. */
interface Need {
  readonly provides: (object: JsonObject) => string | undefined;
  readonly needs: (object: JsonObject) => string;
}

/** Moves each provider that comes after its first user just before that, into its phase and wave. */
function lifted(tasks: readonly ModelledTask[], { provides, needs }: Need): readonly ModelledTask[] {
  let placed: readonly ModelledTask[] = [];
  for (const task of tasks) {
    const provided = provides(task.object);
    const first = placed.findIndex(
      ({ object }) => provides(object) === undefined && needs(object) === provided,
    );
    const user = placed[first];
    placed =
      provided === undefined || user === undefined
        ? [...placed, task]
        : placed.toSpliced(first, 0, { ...task, phase: user.phase, wave: user.wave });
  }
  return placed;
}

function customKindOf(object: JsonObject): string | undefined {
  const spec = objectField(object, "spec");
  const kind = stringField(objectField(spec, "names"), "kind") ?? "";
  return writtenKind(object) === "CustomResourceDefinition"
    ? `${stringField(spec, "group") ?? ""}/${kind}`
    : undefined;
}

function groupOf(object: JsonObject): string {
  const [group = "", version] = (stringField(object, "apiVersion") ?? "").split("/");
  return version === undefined ? "" : group;
}

function annotation(object: JsonObject, key: string): string | undefined {
  return stringField(objectField(objectField(object, "metadata"), "annotations"), key);
}

/** The name of an object, or the beginning of the name of one whose name is generated. */
export function nameWithoutEnd(object: JsonObject): string {
  const metadata = objectField(object, "metadata");
  return stringField(metadata, "name") ?? stringField(metadata, "generateName") ?? "";
}
