import { readDirectives } from "../annotation/parse-directives.ts";
import { type Directives, noDirectives } from "../annotation/directives.ts";
import { eventsAround, isFromCrdsFolder } from "../order/select-nodes.ts";
import { type ServedScope, resolveManifests } from "../manifest/resolve-manifests.ts";
import type { Manifest, ReadObject } from "../manifest/manifest.ts";

/**
 * Those of the objects that a release has in the cluster for as long as nobody deletes them, whatever its
 * last action was.
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
 * Not what hooks and definitions from the crds folder of a chart are, nor what is deleted after its end or
 * left to others to create.
 */
function isLasting(manifest: Manifest, directives: Directives): boolean {
  const { deployOn, hook, treatment } = directives;
  const isOfEvents = deployOn !== null || hook !== null || eventsAround(manifest, directives).length > 0;
  const { deletePolicy, ownership, resourcePolicy } = treatment;
  const isPassing = deletePolicy?.some((policy) => policy !== "before-creation") === true;
  const isLeft = ownership === "anyone" || resourcePolicy.includes("skip-create");
  return !isOfEvents && !isPassing && !isLeft && !isFromCrdsFolder(manifest);
}
