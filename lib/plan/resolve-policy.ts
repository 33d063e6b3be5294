import type { Directives } from "../annotation/directives.ts";
import { isFromCrdsFolder } from "../order/select-nodes.ts";
import { isCrd } from "../manifest/crd.ts";
import type { Manifest } from "../manifest/manifest.ts";
import { groupKindKey } from "../object/object-ref.ts";
import type { DeletePolicy } from "../object/deploy-policy.ts";
import type { PlannedObject } from "./plan.ts";

/** What `helm.sh/hook-delete-policy` says in werf's words. */
const ofHelm: ReadonlyMap<string, DeletePolicy> = new Map([
  ["before-hook-creation", "before-creation"],
  ["hook-succeeded", "succeeded"],
  ["hook-failed", "failed"],
]);

/**
 * Whether an object belongs to the release: what `werf.io/ownership` says; else hooks of Helm do not, and all
 * else does. Definitions from a folder `crds` never do.
 */
export function isOwned(manifest: Manifest, { hook, treatment }: Directives): boolean {
  return (
    !isFromCrdsFolder(manifest) &&
    (treatment.ownership ?? (hook === null ? "release" : "anyone")) === "release"
  );
}

/**
 * How an object of the plan is owned, deleted and treated: what is written, else what is usual for its place.
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
  { hook, treatment }: Pick<Directives, "hook" | "treatment">,
): readonly DeletePolicy[] {
  // With a definition go all its objects, with a Namespace all that is in it.
  if (isCrd(manifest) || groupKindKey(manifest.ref) === "/Namespace") {
    return [];
  }
  if (treatment.deletePolicy !== null) {
    return treatment.deletePolicy;
  }
  if (hook !== null) {
    return hook.deletePolicy.flatMap((word) => ofHelm.get(word) ?? []);
  }
  return manifest.kind === "Job" && manifest.ref.group === "batch" ? ["before-creation-if-immutable"] : [];
}
