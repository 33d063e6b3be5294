import { readDirectives } from "../annotation/parse-directives.ts";
import { noDirectives } from "../annotation/directives.ts";
import { eventsAround } from "../order/select-nodes.ts";
import { resolveManifests } from "../manifest/resolve-manifests.ts";
import type { ReadObject } from "../manifest/manifest.ts";
import type { JsonObject } from "../object/json.ts";

/** Returns the objects that run before or after the main stage of some action. */
export function findHooks(objects: readonly ReadObject[]): ReadonlySet<JsonObject> {
  const { manifests } = resolveManifests(objects, "");
  const { directives } = readDirectives(manifests);
  return new Set(
    manifests
      .filter((manifest, index) => eventsAround(manifest, directives[index] ?? noDirectives).length > 0)
      .map(({ value }) => value),
  );
}
