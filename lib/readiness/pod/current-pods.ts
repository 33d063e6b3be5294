import { type JsonObject, objectField, stringField } from "../../object/json.ts";
import { annotationOf, labelOf, ownerReferencesOf, uidOf } from "../../object/metadata.ts";
import { compareText, groupKindOf } from "../../object/object-ref.ts";
import { integerAt } from "../condition/readiness-result.ts";

/** The parts of workloads in the cluster: those of the workload's namespace, or more. */
export interface Workload {
  readonly pods: readonly JsonObject[];
  readonly replicaSets: readonly JsonObject[];
  /** If known: they determine the current revision of a DaemonSet. */
  readonly controllerRevisions?: readonly JsonObject[];
}

const revisionAnnotation = "deployment.kubernetes.io/revision";
const revisionHash = "controller-revision-hash";
const templateGeneration = "pod-template-generation";

/**
 * The pods of a workload's current revision, without those of older ones, in the given order. A Deployment is
 * matched by its newest ReplicaSet, a StatefulSet by its update revision, a DaemonSet by its newest revision;
 * other kinds own pods without revisions, and a Pod is its own. Complexity: O(pods + ReplicaSets +
 * revisions).
 */
export function presentPods(workload: JsonObject, parts: Workload): readonly JsonObject[] {
  switch (groupKindOf(workload)) {
    case "/Pod":
      return parts.pods.filter((pod) => uidOf(pod) !== "" && uidOf(pod) === uidOf(workload));
    case "apps/Deployment":
      return presentReplicaSets(workload, parts).flatMap((set) => ownedBy(set, parts.pods));
    case "apps/StatefulSet":
      return podsOfRevision(
        ownedBy(workload, parts.pods),
        stringField(objectField(workload, "status"), "updateRevision"),
      );
    case "apps/DaemonSet":
      return daemonPods(workload, parts);
    default:
      return ownedBy(workload, parts.pods);
  }
}

/**
 * A Deployment and its newest ReplicaSet have the same revision; before the controller has observed a change,
 * none is current.
 */
function presentReplicaSets(deployment: JsonObject, { replicaSets }: Workload): readonly JsonObject[] {
  const revision = annotationOf(deployment, revisionAnnotation);
  return revision === undefined
    ? []
    : ownedBy(deployment, replicaSets).filter((set) => annotationOf(set, revisionAnnotation) === revision);
}

function daemonPods(
  daemonSet: JsonObject,
  { pods, controllerRevisions = [] }: Workload,
): readonly JsonObject[] {
  const own = ownedBy(daemonSet, pods);
  const revision = newestRevision(ownedBy(daemonSet, controllerRevisions));
  if (revision !== undefined) {
    return podsOfRevision(own, labelOf(revision, revisionHash));
  }
  const generations = own.map((pod) => Number(labelOf(pod, templateGeneration) ?? 0));
  const newest = generations.reduce((left, right) => Math.max(left, right), 0);
  return own.filter((_pod, index) => generations[index] === newest);
}

function newestRevision(revisions: readonly JsonObject[]): JsonObject | undefined {
  return revisions
    .toSorted(
      (left, right) => revisionNumber(right) - revisionNumber(left) || compareText(uidOf(left), uidOf(right)),
    )
    .at(0);
}

function revisionNumber(revision: JsonObject): number {
  return integerAt(revision, ["revision"]) ?? 0;
}

function podsOfRevision(pods: readonly JsonObject[], hash: string | undefined): readonly JsonObject[] {
  return hash === undefined ? [] : pods.filter((pod) => labelOf(pod, revisionHash) === hash);
}

function ownedBy(owner: JsonObject, objects: readonly JsonObject[]): readonly JsonObject[] {
  const uid = uidOf(owner);
  const isOwned = (object: JsonObject): boolean =>
    ownerReferencesOf(object).some((reference) => stringField(reference, "uid") === uid);
  return uid === "" ? [] : objects.filter((object) => isOwned(object));
}
