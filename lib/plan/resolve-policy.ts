import type { Directives } from "../annotation/directives.ts";
import { isCrd, isFromCrdsFolder } from "../manifest/crd.ts";
import type { Manifest } from "../manifest/manifest.ts";
import { groupKindKey } from "../object/object-ref.ts";
import type { DeletePolicy } from "../object/deploy-policy.ts";
import type { PlannedObject } from "./plan.ts";

/** The values of `helm.sh/hook-delete-policy` with their equivalents in werf. */
const ofHelm: ReadonlyMap<string, DeletePolicy> = new Map([
  ["before-hook-creation", "before-creation"],
  ["hook-succeeded", "succeeded"],
  ["hook-failed", "failed"],
]);

/** The same for a hook of Argo CD, about which the end of the whole run decides. */
const ofArgo: ReadonlyMap<string, DeletePolicy> = new Map([
  ["before-hook-creation", "before-creation"],
  ["hook-succeeded", "run-succeeded"],
  ["hook-failed", "run-failed"],
]);

/**
 * Reports whether an object belongs to the release, as `werf.io/ownership` says; by default hooks of Helm do
 * not, and all others do. CRDs from a `crds` folder never do.
 */
export function isOwned(manifest: Manifest, { hook, treatment }: Directives): boolean {
  return (
    !isFromCrdsFolder(manifest) &&
    (treatment.ownership ?? (hook === null ? "release" : "anyone")) === "release"
  );
}

/**
 * Resolves how an object of the plan is owned, deleted and treated: as specified, else by the defaults for
 * its place.
 */
export function resolvePolicy(
  manifest: Manifest,
  directives: Directives,
): Pick<PlannedObject, "owned" | "deletePolicy" | "treatment"> {
  return {
    owned: isOwned(manifest, directives),
    deletePolicy: deletePolicyOf(manifest, directives),
    treatment: directives.treatment,
  };
}

function deletePolicyOf(
  manifest: Manifest,
  { hook, treatment, sharesWave, argoPolicy }: Directives,
): readonly DeletePolicy[] {
  // Deleting a CRD deletes all its objects, deleting a Namespace all that is in it.
  if (isCrd(manifest) || groupKindKey(manifest.ref) === "/Namespace") {
    return [];
  }
  if (treatment.deletePolicy !== null) {
    return treatment.deletePolicy;
  }
  if (sharesWave) {
    return argoPolicy.flatMap((word) => ofArgo.get(word) ?? []);
  }
  if (hook !== null) {
    return hook.deletePolicy.flatMap((word) => ofHelm.get(word) ?? []);
  }
  return manifest.kind === "Job" && manifest.ref.group === "batch" ? ["before-creation-if-immutable"] : [];
}
