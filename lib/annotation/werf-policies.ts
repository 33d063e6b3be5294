import { hasBuiltinGroup } from "../object/builtin/builtin-kind.ts";
import {
  deletePolicies,
  failModes,
  resourcePolicies,
  type ResourcePolicy,
  type DeployPolicy,
} from "../object/deploy-policy.ts";
import { annotationFault } from "./annotation-fault.ts";
import { readBoolean, readCount, parseDurationValue, readWord, readWords } from "./parse-annotation-value.ts";
import type { Annotation, AnnotationReader, Draft } from "./directives.ts";

/**
 * The readers of werf's annotations for how an object is written, waited for and removed (werf, "Deploy
 * annotations").
 */
export const treatmentAnnotations: Readonly<Record<string, AnnotationReader>> = {
  "werf.io/ownership": treats((annotation, draft) => {
    const ownership = readWord(annotation, ["release", "anyone"], draft);
    return ownership && { ownership };
  }),
  "werf.io/delete-policy": treats((annotation, draft) => {
    const deletePolicy = readWords(annotation, deletePolicies, draft);
    return deletePolicy && { deletePolicy };
  }),
  "werf.io/resource-policy": (annotation, draft) => {
    addPolicies(readWords(annotation, resourcePolicies, draft) ?? [], draft);
  },
  "werf.io/replicas-on-creation": treats((annotation, draft) => {
    const replicasOnCreation = readCount(annotation, draft);
    return replicasOnCreation === undefined || reportWithoutReplicas(annotation, draft)
      ? undefined
      : { replicasOnCreation };
  }),
  "werf.io/track-termination-mode": treats((annotation, draft) => {
    const mode = readWord(annotation, ["WaitUntilResourceReady", "NonBlocking"], draft);
    return mode && { isNonBlocking: mode === "NonBlocking" };
  }),
  "werf.io/fail-mode": treats((annotation, draft) => {
    const failMode = readWord(annotation, failModes, draft);
    return failMode && { failMode };
  }),
  "werf.io/failures-allowed-per-replica": treats((annotation, draft) => {
    const failuresAllowed = readCount(annotation, draft);
    return failuresAllowed === undefined ? undefined : { failuresAllowed };
  }),
  "werf.io/no-activity-timeout": treats((annotation, draft) => {
    const noActivityTimeout = parseDurationValue(annotation, draft);
    return noActivityTimeout && { noActivityTimeout };
  }),
  "werf.io/sensitive": treats((annotation, draft) => {
    const isSensitive = readBoolean(annotation, draft);
    return isSensitive === undefined ? undefined : { isSensitive };
  }),
};

/**
 * Adds policies to those of the draft, each once and in the order of `resourcePolicies`, because two dialects
 * can set the same one.
 */
export function addPolicies(policies: readonly ResourcePolicy[], draft: Draft): void {
  const { treatment } = draft;
  const all = new Set([...treatment.resourcePolicy, ...policies]);
  if (all.size > treatment.resourcePolicy.length) {
    const resourcePolicy = resourcePolicies.filter((policy) => all.has(policy));
    draft.treatment = { ...treatment, resourcePolicy };
  }
}

/** Returns a reader whose result is merged into the draft's treatment. */
function treats(
  read: (annotation: Annotation, draft: Draft) => Partial<DeployPolicy> | undefined | "" | 0,
): AnnotationReader {
  return (annotation, draft) => {
    const part = read(annotation, draft);
    if (typeof part === "object") {
      draft.treatment = { ...draft.treatment, ...part };
    }
  };
}

const replicated: ReadonlySet<string> = new Set([
  "apps/Deployment",
  "apps/StatefulSet",
  "apps/ReplicaSet",
  "/ReplicationController",
]);

/**
 * Reports that a kind has no replicas, and returns whether that is so. A kind that is not built in may have
 * them.
 */
function reportWithoutReplicas(annotation: Annotation, draft: Draft): boolean {
  const { manifest, key } = annotation;
  const { group, kind } = manifest.ref;
  if (!hasBuiltinGroup(group) || replicated.has(`${group}/${kind}`)) {
    return false;
  }
  const message = `${manifest.key}: a ${kind} has no replicas, so ${key} has no effect`;
  const finding = { code: "AnnotationIgnored", severity: "warning", part: "key", message } as const;
  draft.diagnostics.push(annotationFault(annotation, finding));
  return true;
}
