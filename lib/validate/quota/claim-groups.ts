import type { Manifest } from "../../manifest/manifest.ts";
import {
  indexedList,
  isObject,
  type JsonObject,
  listField,
  objectField,
  type Path,
  valueAt,
} from "../../object/json.ts";
import type { PodGroup } from "./pod-groups.ts";

/** The equal PersistentVolumeClaims that an object of the set is, or creates. */
export interface ClaimGroup {
  readonly manifest: Manifest;
  readonly path: Path;
  /** The claim, or the template of one. */
  readonly claim: JsonObject;
  readonly count: number;
  readonly isLasting: boolean;
}

/** Returns the claims of a set: its own, those of StatefulSets, and those of ephemeral volumes of pods. */
export function claimGroups(
  manifests: readonly Manifest[],
  pods: readonly PodGroup[],
): readonly ClaimGroup[] {
  const own = manifests
    .filter(({ ref }) => ref.group === "" && ref.kind === "PersistentVolumeClaim")
    .map((manifest) => ({ manifest, path: [], claim: manifest.value, count: 1, isLasting: true }));
  return [...own, ...pods.flatMap(claimsOfPods)];
}

function claimsOfPods({ manifest, path, spec, count, isLasting }: PodGroup): readonly ClaimGroup[] {
  const templates = indexedList(objectField(manifest.value, "spec"), "volumeClaimTemplates");
  const isStateful = manifest.ref.group === "apps" && manifest.ref.kind === "StatefulSet";
  const ofSet = (isStateful ? templates : []).map(([index]) => ["spec", "volumeClaimTemplates", index]);
  const volumes = [...listField(spec, "volumes").keys()];
  const ofVolumes = volumes.map((index) => [...path, "volumes", index, "ephemeral", "volumeClaimTemplate"]);
  return [...ofSet, ...ofVolumes].flatMap((place) => {
    const claim = valueAt(manifest.value, place);
    return !isObject(claim) ? [] : [{ manifest, path: place, claim, count, isLasting }];
  });
}
