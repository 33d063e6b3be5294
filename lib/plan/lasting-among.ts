import { readDirectives } from "../annotation/parse-directives.ts";
import { type Directives, noDirectives } from "../annotation/directives.ts";
import { isFromCrdsFolder } from "../manifest/crd.ts";
import { eventsAround } from "../order/select-nodes.ts";
import { type ServedScope, resolveManifests } from "../manifest/resolve-manifests.ts";
import type { Manifest, ReadObject } from "../manifest/manifest.ts";

/**
 * Returns the objects that a release keeps in the cluster until they are deleted, whatever its last action
 * was.
 */
export function lastingAmong(
  objects: readonly ReadObject[],
  namespace: string,
  served: ServedScope,
): readonly Manifest[] {
  const { manifests } = resolveManifests(objects, namespace, served);
  const { directives } = readDirectives(manifests);
  return manifests.filter((manifest, index) => isLasting(manifest, directives[index] ?? noDirectives));
}

/**
 * Reports whether an object is lasting: not a hook or a CRD from the `crds` folder of a chart, nor deleted
 * after its end or left to others to create.
 */
function isLasting(manifest: Manifest, directives: Directives): boolean {
  const { deployOn, hook, treatment } = directives;
  const isOfEvents = deployOn !== null || hook !== null || eventsAround(manifest, directives).length > 0;
  const { deletePolicy, ownership, resourcePolicy } = treatment;
  const isPassing = deletePolicy?.some((policy) => policy !== "before-creation") === true;
  const isLeft = ownership === "anyone" || resourcePolicy.includes("skip-create");
  return !isOfEvents && !isPassing && !isLeft && !isFromCrdsFolder(manifest);
}
