import { isCrd } from "../../lib/manifest/crd.ts";
import { readManifests } from "../../lib/manifest/parse-manifests.ts";
import type { JsonObject } from "../../lib/object/json.ts";
import { nameOf } from "../../lib/object/metadata.ts";
import { compareText } from "../../lib/object/object-ref.ts";
import type { DefinitionCache } from "../../lib/source/definition-cache.ts";

/** Reads all stored CRDs, sorted by name. */
export async function readStored(cache: DefinitionCache): Promise<readonly JsonObject[]> {
  const texts = await cache.readAll();
  return texts
    .flatMap((text) => readManifests(text).objects.filter(isCrd))
    .map(({ value }) => value)
    .toSorted((left, right) => compareText(nameOf(left), nameOf(right)));
}
