import type { Directives } from "../directive/directives.ts";
import { isDefinition } from "../manifest/definition.ts";
import type { Manifest } from "../manifest/manifest.ts";
import type { DeletePolicy } from "../object/treatment.ts";
import type { PlannedObject } from "./plan.ts";

/** What `helm.sh/hook-delete-policy` says in werf's words. */
const ofHelm: ReadonlyMap<string, DeletePolicy> = new Map([
  ["before-hook-creation", "before-creation"],
  ["hook-succeeded", "succeeded"],
  ["hook-failed", "failed"],
]);

/** How an object of the plan is owned, deleted and treated: what is written, else what is usual for its place. */
export function treated(
  manifest: Manifest,
  { hook, treatment }: Directives,
  place: { readonly isHook: boolean; readonly fromCrds: boolean },
): Pick<PlannedObject, "owned" | "deletePolicy" | "treatment"> {
  const isReleased = !place.fromCrds && (hook === null || !place.isHook);
  const owned =
    treatment.ownership === null ? isReleased : treatment.ownership === "release" && !place.fromCrds;
  return { owned, deletePolicy: deletePolicyOf(manifest, { hook, treatment }, place.isHook), treatment };
}

function deletePolicyOf(
  manifest: Manifest,
  { hook, treatment }: Pick<Directives, "hook" | "treatment">,
  isHook: boolean,
): readonly DeletePolicy[] {
  // With a definition go all its objects.
  if (isDefinition(manifest)) {
    return [];
  }
  if (treatment.deletePolicy !== null) {
    return treatment.deletePolicy;
  }
  if (hook !== null && isHook) {
    return hook.deletePolicy.flatMap((word) => ofHelm.get(word) ?? []);
  }
  return manifest.kind === "Job" && manifest.ref.group === "batch" ? ["before-creation-if-immutable"] : [];
}
