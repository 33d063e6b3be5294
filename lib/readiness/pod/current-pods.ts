import { type JsonObject, objectField, sameJson, stringField, withoutFields } from "../../object/json.ts";
import { annotationOf, generationOf, labelOf, ownerReferencesOf, uidOf } from "../../object/metadata.ts";
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
const currentTemplate = "deprecated.daemonset.template.generation";
/** The kinds whose pods are of revisions. */
const withRevisions: ReadonlySet<string> = new Set(["apps/Deployment", "apps/StatefulSet", "apps/DaemonSet"]);
const templateHash: ReadonlySet<string> = new Set(["pod-template-hash"]);

/**
 * The pods of a workload's current revision, without those of older ones, in the given order. A Deployment is
 * matched by its newest ReplicaSet, a StatefulSet by its update revision, a DaemonSet by its newest revision;
 * before their controller has observed a change, no pod is current. Other kinds own pods without revisions,
 * and a Pod is its own. Complexity: O(pods + ReplicaSets + revisions).
 */
export function presentPods(workload: JsonObject, parts: Workload): readonly JsonObject[] {
  const kind = groupKindOf(workload);
  if (withRevisions.has(kind) && !isObserved(workload)) {
    return [];
  }
  switch (kind) {
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

/** Reports whether the controller of a workload has seen its last change: until then, its pods are old. */
function isObserved(workload: JsonObject): boolean {
  const observed = integerAt(workload, ["status", "observedGeneration"]) ?? 0;
  return observed >= (generationOf(workload) ?? 0);
}

/**
 * A Deployment and its newest ReplicaSet have the same revision and the same template. If a change concerns
 * the number of replicas too, its controller scales first: until it has created the new ReplicaSet, the
 * revision is that of the old one.
 */
function presentReplicaSets(deployment: JsonObject, { replicaSets }: Workload): readonly JsonObject[] {
  const revision = annotationOf(deployment, revisionAnnotation);
  const template = templateOf(deployment);
  return revision === undefined
    ? []
    : ownedBy(deployment, replicaSets).filter(
        (set) => annotationOf(set, revisionAnnotation) === revision && sameJson(templateOf(set), template),
      );
}

/** The pod template, without the label that a ReplicaSet adds. */
function templateOf(workload: JsonObject): JsonObject {
  const template = objectField(objectField(workload, "spec"), "template");
  const metadata = objectField(template, "metadata");
  const labels = withoutFields(objectField(metadata, "labels"), templateHash);
  return { ...template, metadata: { ...metadata, labels } };
}

/**
 * The pods of the newest revision, if that is known; else those created for the newest template, whose number
 * the API server keeps in an annotation of the DaemonSet.
 */
function daemonPods(
  daemonSet: JsonObject,
  { pods, controllerRevisions = [] }: Workload,
): readonly JsonObject[] {
  const own = ownedBy(daemonSet, pods);
  const revision = newestRevision(ownedBy(daemonSet, controllerRevisions));
  if (revision !== undefined) {
    return podsOfRevision(own, labelOf(revision, revisionHash));
  }
  const current = annotationOf(daemonSet, currentTemplate);
  if (current !== undefined) {
    return own.filter((pod) => labelOf(pod, templateGeneration) === current);
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
